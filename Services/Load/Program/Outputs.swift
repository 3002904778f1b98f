import CommandLineKit
import Foundation

/// Where a result goes besides the terminal.
struct Outputs: Sendable {
  static let hgrm = Argument<String?>.option(
    "--hgrm", placeholder: "FILE", completion: .file,
    help: "Write the percentile distribution as text, in microseconds, for HdrHistogram's plotters."
  )
  static let svg = Argument<String?>.option(
    "--svg", placeholder: "FILE", completion: .file,
    help: "Plot the percentile curve and lateness over time.")
  static let output = Argument<String?>.option(
    "--output", "-o", placeholder: "FILE", completion: .file,
    help: "Write the JSON to a file, and print for a person.")
  static let arguments: [any DeclaredArgument] = [hgrm, svg, output]

  var hgrm: String?
  var svg: String?
  var output: String?

  init(_ values: Values) throws {
    hgrm = try values[Self.hgrm]
    svg = try values[Self.svg]
    output = try values[Self.output]
    for path in [hgrm, svg, output].compactMap({ $0 }) {
      // Known before a long run, not after it.
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: directory) else {
        throw LoadFailure(
          .cannotCreate, code: "file", "\(path) cannot be written: check its directory.")
      }
    }
  }

  func write(_ histogram: Histogram?, svg picture: @autoclosure () -> String) throws {
    if let hgrm { try write((histogram ?? Histogram()).percentileText(scale: 1000), to: hgrm) }
    if let svg { try write(picture(), to: svg) }
  }

  /// Prints the result in the form that was asked for.
  func print(
    _ value: some Encodable, _ lines: @autoclosure () -> [String], _ context: LoadContext
  ) throws {
    if let output {
      try write(String(decoding: try LoadJSON.encode(value), as: UTF8.self), to: output)
    }
    try context.isJSON ? context.printJSON(value) : context.console.print(lines())
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw LoadFailure(
        .cannotCreate, code: "file", "\(path) cannot be written: \(error.localizedDescription).")
    }
  }
}
