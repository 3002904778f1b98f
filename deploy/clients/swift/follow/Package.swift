// swift-tools-version: 6.1
import PackageDescription

/// The checkout that contains this example, or the git repository in STANDUPS_PACKAGE at STANDUPS_REVISION (a tag or a
/// commit).
let standups: Package.Dependency
let name: String
if let url = Context.environment["STANDUPS_PACKAGE"] {
  standups = .package(url: url, revision: Context.environment["STANDUPS_REVISION"] ?? "HEAD")
  name = url.split(separator: "/").last.map { $0.hasSuffix(".git") ? String($0.dropLast(4)) : String($0) } ?? "standups"
} else {
  standups = .package(name: "standups", path: "../../../..")
  name = "standups"
}

let package = Package(
  name: "follow",
  dependencies: [standups],
  targets: [
    .executableTarget(
      name: "follow",
      dependencies: [
        .product(name: "StandupsBus", package: name),
        .product(name: "StandupsContracts", package: name),
      ])
  ]
)
