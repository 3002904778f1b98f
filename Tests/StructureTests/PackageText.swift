import Foundation

/// Package.swift, read as text: running the package manager would take its lock.
struct PackageText {
  struct Target {
    /// `library`, `contract`, `service`, `tests` or `system`.
    var kind: String
    var name: String
    var folder: String
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
    targets = text.matches(
      of:
        /\b(library|contract|service|tests)\(\s*"(\w+)"(?:,\s*room: "(\w+)")?(?:,\s*\[([^\]]*)\])?/
    ).map { match in
      let (kind, name) = (String(match.1), String(match.2))
      let folder =
        switch kind {
        case "library": "Sources/\(name)"
        case "contract": "Sources/Contracts/\(name)"
        case "tests": "Tests/\(name)"
        default: "Services/\(match.3.map(String.init) ?? name)"
        }
      let dependencies = (match.4 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      return Target(kind: kind, name: name, folder: folder, dependencies: dependencies)
    }
    products = Dictionary(
      uniqueKeysWithValues: text.matches(
        of: /\.executable\(name: "([\w-]+)", targets: \["(\w+)"\]\)/
      ).map { (String($0.1), String($0.2)) })
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// The modules imported by the files of a directory.
  func imports(of folder: String) throws -> Set<String> {
    var modules: Set<String> = []
    for file in try files(in: folder) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let imports = text.matches(
        of: /(?m)^(?:@testable |public |package )?import (?:(?:struct|class|enum|func) )?(\w+)/)
      for match in imports { modules.insert(String(match.1)) }
    }
    return modules
  }

  /// The Swift files of a directory.
  func files(in folder: String) throws -> [URL] {
    let enumerator = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return (enumerator?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }
}
