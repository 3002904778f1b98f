import Foundation
public import Testing

/// Examples of Swift's results, in `Tests/Fixtures/page`: the page reads them with `node --test`, so that both
/// languages give the same results.
public enum PageVectors {
  private static let folder = Checkout.file("Tests/Fixtures/page")
  private static let variable = "STANDUPS_VECTORS"

  /// Requires that the file has these cases. If it differs, it is rewritten if requested.
  ///
  /// - Parameters:
  ///   - name: of the file, without its extension.
  ///   - about: explains the format of the cases.
  public static func check(
    _ name: String, about: String, _ cases: [some Encodable],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // One line for each case, for readable diffs.
    let lines = try cases.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    let head = String(decoding: try encoder.encode(about), as: UTF8.self)
    let now = Data(
      "{\"about\":\(head),\n\"cases\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    let file = folder.appending(path: "\(name).json")
    let kept = FileManager.default.contents(atPath: file.path())
    if kept == now { return }
    if ProcessInfo.processInfo.environment[variable] == "write" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try now.write(to: file)
    }
    Issue.record(
      """
      Tests/Fixtures/page/\(name).json \(kept == nil ? "is not there" : "is not what Swift says now"). \
      If Swift is right: \(variable)=write scripts/test --filter VectorTests
      """,
      sourceLocation: sourceLocation)
  }
}
