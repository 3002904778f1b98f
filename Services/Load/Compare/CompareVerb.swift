import CommandLineKit
import Foundation

/// The verb `standups-load compare`.
enum CompareVerb {
  static let before = Argument<String>.required(
    "A.json", completion: .file, help: "Earlier result.")
  static let after = Argument<String>.required(
    "B.json", completion: .file, help: "Later result.")
  static let threshold = Argument<Rate?>.option(
    "--threshold", placeholder: "PERCENT",
    help: "Minimum relevant difference between the medians, in percent. Default: 10.")
  static let chance = Argument<Rate?>.option(
    "--chance", placeholder: "PERCENT",
    help: "Maximum probability that a difference is due to chance, in percent. Default: 1.")

  static let verb = Verb<LoadContext>(
    "compare", summary: "Check whether the second result is worse than the first.",
    details: """
      Compares the seconds of both runs by their ranks (Mann–Whitney U). A figure is worse if its \
      median is worse by the threshold and the difference is unlikely to be due to chance. Faults, \
      such as lost ticks, are worse if there is even one more. Seconds of the same run are correlated, so \
      repeat the runs before you trust a small difference.

      The column “of” describes each figure: “median of 30, 28” is the median of 30 seconds of A and \
      28 of B (or of longer intervals in a long run), “total” is a count over the whole run.

      A figure with too few seconds is not judged: with the default chance of 1 %, each run needs at least \
      \(MannWhitney.least) seconds. If any figure has too few and none is worse, there is too little data \
      to judge: run both for longer.

      Exit code: 0 if nothing is worse, 1 if a figure is worse, 3 if there is too little data to judge.
      """,
    arguments: [before, after, threshold, chance],
    examples: [
      Example("standups-load compare before.json after.json", "After a change."),
      Example("standups-load compare a.json b.json --threshold 25", "On a noisy machine."),
    ],
    json:
      "{“outcome”: “worse”, “notWorse” or “tooLittle”, “rule”: {…}, “figures”: [{“name”, “a”, “b”, “medianOf”, “ratio”, “chance”, “verdict”}], “notes”: […]}"
  ) { values, context in
    var rule = Comparison.Rule()
    if let percent = try values[threshold] { rule.ratio = 1 + percent.perSecond / 100 }
    if let percent = try values[chance] { rule.chance = percent.perSecond / 100 }
    let comparison = try compare(try values[before], try values[after], rule)
    try context.isJSON
      ? context.printJSON(Output(comparison))
      : context.console.print(comparison.lines(context.console.ink))
    context.status.withLock { $0 = comparison.outcome.exit.rawValue }
  }

  /// The comparison as JSON.
  private struct Output: Encodable {
    var outcome: Comparison.Outcome
    var rule: Comparison.Rule
    var figures: [Comparison.Figure]
    var notes: [String]

    init(_ comparison: Comparison) {
      outcome = comparison.outcome
      (rule, figures, notes) = (comparison.rule, comparison.figures, comparison.notes)
    }
  }

  /// Compares two result files.
  ///
  /// - Throws: `LoadFailure` if a file does not contain a result, or if the kinds of results
  ///   differ.
  static func compare(
    _ before: String, _ after: String, _ rule: Comparison.Rule
  ) throws -> Comparison {
    let (a, b) = (try read(before), try read(after))
    switch (a, b) {
    case (.timer(let a), .timer(let b)): return Comparison(a, b, rule)
    case (.bus(let a), .bus(let b)): return Comparison(a, b, rule)
    case (.commands(let a), .commands(let b)): return Comparison(a, b, rule)
    default:
      throw LoadFailure(
        .data, code: "kinds", "\(before) and \(after) are results of different tests.")
    }
  }

  private enum Result {
    case timer(TimerReport)
    case bus(BusReport)
    case commands(CommandsReport)
  }

  private static func read(_ path: String) throws -> Result {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LoadFailure(.noInput, code: "file", "\(path) cannot be read; check that it exists.")
    }
    struct Kind: Decodable {
      var kind: String
      var format: Int
    }
    let decoder = JSONDecoder()
    do {
      let kind = try decoder.decode(Kind.self, from: data)
      guard kind.format == TimerReport.format else { throw foreign(path) }
      switch kind.kind {
      case "timer": return .timer(try decoder.decode(TimerReport.self, from: data))
      case "bus": return .bus(try decoder.decode(BusReport.self, from: data))
      case "commands": return .commands(try decoder.decode(CommandsReport.self, from: data))
      default: throw foreign(path)
      }
    } catch is DecodingError {
      throw foreign(path)
    }
  }

  private static func foreign(_ path: String) -> LoadFailure {
    LoadFailure(
      .data, code: "format",
      "\(path) is not a result of this version of standups-load; create one with --output.")
  }
}

extension Comparison.Outcome {
  /// Exit code of the program.
  var exit: ExitCode {
    switch self {
    case .notWorse: .ok
    case .worse: .warning
    case .tooLittle: .unknown
    }
  }
}

extension Comparison {
  func lines(_ ink: Ink) -> [String] {
    var table = Table(header: ["", "A", "B", "of", "worse by", "chance", ""])
    for figure in figures {
      table.rows.append([
        figure.name, LoadTester.Figure.text(figure.a), LoadTester.Figure.text(figure.b),
        figure.medianOf.map { "median of \($0[0]), \($0[1])" } ?? "total",
        figure.ratio.map { LoadTester.Figure.decimal(($0 - 1) * 100, 1) + " %" } ?? "–",
        figure.chance.map { LoadTester.Figure.decimal($0 * 100, 2) + " %" } ?? "–",
        figure.verdict.word,
      ])
    }
    let verdict =
      switch outcome {
      case .worse: ink.red("B is worse.")
      case .notWorse: ink.green("B is not worse.")
      case .tooLittle: ink.yellow("Too little data to judge: \(missing) Run both for longer.")
      }
    return notes.map { ink.yellow("note ") + $0 } + table.lines(width: nil, ink: ink) + [
      "", verdict,
    ]
  }
  /// Reason for the missing verdict.
  private var missing: String {
    guard let figure = figures.first(where: { $0.verdict == .unknown }),
      let counts = figure.medianOf
    else { return "the results have no figure in common." }
    return
      "“\(figure.name)” has only \(counts[0]) and \(counts[1]) seconds, so any difference may be due to chance."
  }
}

extension Comparison.Verdict {
  /// Verdict in the table; empty for equal figures.
  fileprivate var word: String {
    switch self {
    case .worse, .better: rawValue
    case .same: ""
    case .unknown: "too few"
    }
  }
}
