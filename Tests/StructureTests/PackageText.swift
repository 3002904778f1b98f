import Foundation

/// Package.swift, read as text: running the package manager would take its lock.
struct PackageText {
  struct Target {
    /// `library`, `umbrella`, `contract`, `tools`, `service`, `composer`, `tests` or `system`.
    var kind: String
    var name: String
    var folders: [String]
    var dependencies: [String]
  }

  let root: URL
  let targets: [Target]
  /// The installable executables by name, with their targets.
  let products: [String: String]

  /// - Throws: errors of reading the file.
  init() throws {
    root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let lists = Dictionary(
      uniqueKeysWithValues: text.matches(
        of: /let (\w+) =\s+\["(\w+\/?\w*)"\]\s+\+ \[([^\]]*)\]\.map \{ "\\\(\$0\)\/(\w+)" \}/
      ).map { match in
        let features = match.3.matches(of: /"(\w+)"/).map { "\($0.1)/\(match.4)" }
        return (String(match.1), [String(match.2)] + features)
      })
    targets = text.matches(
      of:
        /\b(library|umbrella|contract|tools|service|composer|tests)\(\s*(service: )?"(\w+)"(?:,\s*of: (\w+|\["\w+"\]))?(?:,\s*\[([^\]]*)\])?/
    ).map { match in
      let (kind, name) = (String(match.1), String(match.3))
      let parts = match.4.map {
        lists[String($0)] ?? [String($0.trimmingCharacters(in: ["[", "]", "\""]))]
      }
      let (target, folders): (String, [String]) =
        switch (kind, parts) {
        case ("library", _), ("umbrella", _): (name, ["Sources/\(name)"])
        case ("contract", _): ("\(name)API", ["Services/\(name)/Contract"])
        case ("tools", _): ("\(name)Tools", ["Services/\(name)/Tools"])
        case ("service", _): ("\(name)Service", ["Services/\(name)/Service"])
        case ("tests", let parts?): (name, parts.map { "Tests/\($0)" })
        case (_, let parts?): (name, parts.map { "Services/\($0)" })
        default:
          match.2 == nil
            ? (name, ["Tests/\(name)"]) : ("\(name)ServiceTests", ["Tests/\(name)/Service"])
        }
      let dependencies = (match.5 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      return Target(kind: kind, name: target, folders: folders, dependencies: dependencies)
    }
    products = Dictionary(
      uniqueKeysWithValues: text.matches(
        of: /\.executable\(name: "([\w-]+)", targets: \["(\w+)"\]\)/
      ).map { (String($0.1), String($0.2)) })
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// The modules imported by the files of a target.
  func imports(of target: Target) throws -> Set<String> {
    var modules: Set<String> = []
    for file in try target.folders.flatMap({ try files(in: $0) }) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let imports = text.matches(
        of:
          /(?m)^(?:@testable |(?:@_exported )?public |package )?import (?:(?:struct|class|enum|func) )?(\w+)/
      )
      for match in imports { modules.insert(String(match.1)) }
    }
    return modules
  }

  /// The Swift files of a directory.
  func files(in folder: String) throws -> [URL] {
    let directory = root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") }.map { directory.appendingPathComponent($0) }
  }
}
