import CommandLineKit
import Foundation

/// Destinations of a result besides the terminal.
struct Outputs: Sendable {
  static let hgrm = Argument<String?>.option(
    "--hgrm", placeholder: "FILE", completion: .file,
    help: "Write the percentile distribution in microseconds, as text for HdrHistogram plotters."
  )
  static let svg = Argument<String?>.option(
    "--svg", placeholder: "FILE", completion: .file,
    help: "Plot percentiles and lateness over time as SVG.")
  static let output = Argument<String?>.option(
    "--output", "-o", placeholder: "FILE", completion: .file,
    help: "Write the JSON to a file, and print a readable report.")
  static let html = Argument<String?>.option(
    "--html", placeholder: "FILE", completion: .file,
    help: "Write the complete report with its plots as a self-contained HTML file.")
  static let csv = Argument<String?>.option(
    "--csv", placeholder: "FILE", completion: .file,
    help: "Write the figures as CSV: part, figure, value, unit.")
  static let failIf = Argument<[FailureRule]>.options(
    "--fail-if",
    help:
      "Exit with 1 if the rule matches, such as p99>5ms, create/64.p99>20ms, lost>0 or per_second<1000. Repeatable."
  )
  /// Options that all tests share.
  static let common: [any DeclaredArgument] = [output, html, csv, failIf]
  static let arguments: [any DeclaredArgument] = [hgrm, svg] + common

  var hgrm: String?
  var svg: String?
  var output: String?
  var html: String?
  var csv: String?
  var rules: [FailureRule] = []

  init(_ values: Values) throws {
    hgrm = try values[Self.hgrm]
    svg = try values[Self.svg]
    output = try values[Self.output]
    html = try values[Self.html]
    csv = try values[Self.csv]
    rules = try values[Self.failIf]
    for path in [hgrm, svg, output, html, csv].compactMap({ $0 }) {
      // Detect an unwritable file before a long run.
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard FileManager.default.isWritableFile(atPath: directory) else {
        throw LoadFailure(
          .cannotCreate, code: "file", "\(path) cannot be written; check its directory.")
      }
    }
  }

  func write(_ histogram: Histogram?, svg picture: @autoclosure () -> String) throws {
    if let hgrm { try write((histogram ?? Histogram()).percentileText(scale: 1000), to: hgrm) }
    if let svg { try write(picture(), to: svg) }
  }

  /// Prints the result in the requested form, and sets the exit status according to the rules.
  func print(_ report: some LoadReport, _ context: LoadContext) throws {
    if let output {
      try write(String(decoding: try LoadJSON.encode(report), as: UTF8.self), to: output)
    }
    if let html { try write(ReportPage.html(report), to: html) }
    if let csv { try write(FiguresCSV.text(report.figures), to: csv) }
    try context.isJSON
      ? context.printJSON(report) : context.console.print(report.lines(context.console.ink))
    if report.wasInterrupted == true {
      context.console.note("The run was interrupted; these are the results so far.")
      context.status.withLock { $0 = ExitCode.interrupted.rawValue }
    }
    for rule in rules {
      // If the run was interrupted, a figure that has not been measured yet breaks no rule.
      if report.wasInterrupted == true, !rule.isMeasured(in: report.figures) { continue }
      for figure in try rule.broken(by: report.figures) {
        context.console.note(
          context.console.errorInk.red("--fail-if \(rule.text): \(figure.words)."))
        context.status.withLock { $0 = 1 }
      }
    }
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
