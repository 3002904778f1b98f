import CommandLineKit
import Foundation

/// `standups-load compare`
enum CompareVerb {
  static let before = Argument<String>.required(
    "A.json", completion: .file, help: "The earlier result.")
  static let after = Argument<String>.required(
    "B.json", completion: .file, help: "The later one.")
  static let threshold = Argument<Rate?>.option(
    "--threshold", placeholder: "PERCENT",
    help: "The least difference of the medians that matters; 10 unless told.")
  static let chance = Argument<Rate?>.option(
    "--chance", placeholder: "PERCENT",
    help: "How probable chance may be as the cause of a difference; 1 unless told.")

  static let verb = Verb<LoadContext>(
    "compare", summary: "Is the second result worse than the first?",
    details: """
      Compares the seconds of both runs by their ranks (Mann–Whitney U). A figure is worse when its \
      median is worse by the threshold and chance is improbable as the cause; a fault, such as a lost \
      tick, is worse when there is one more. The seconds of one run resemble each other, so repeat \
      runs before you believe a small difference.

      Each figure says what it is of: “median of 30, 28” is the median of 30 seconds of A and of 28 of B (of \
      longer intervals where a run was long), “total” a count over the whole run.

      A figure of too few seconds says nothing, neither that it is worse nor that it is not: with the usual chance of 1 %, each run \
      needs \(MannWhitney.least). If any figure is so and none is worse, it is too little to judge: run both for longer.

      Exit code 0 means that nothing is worse, 1 that something is, 3 that it is too little to judge.
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

  /// The comparison as it is printed for programs.
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

  /// - Throws: `LoadFailure` for files that are no results, or of two kinds.
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
      throw LoadFailure(.noInput, code: "file", "\(path) cannot be read: does it exist?")
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
      "\(path) is no result of this version of standups-load: write one with --output.")
  }
}

extension Comparison.Outcome {
  /// How the program ends.
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
      case .tooLittle: ink.yellow("Too little to judge: \(missing) Run both for longer.")
      }
    return notes.map { ink.yellow("note ") + $0 } + table.lines(width: nil, ink: ink) + [
      "", verdict,
    ]
  }
  /// Why nothing can be said.
  private var missing: String {
    guard let figure = figures.first(where: { $0.verdict == .unknown }),
      let counts = figure.medianOf
    else { return "the two have no figure in common." }
    return
      "“\(figure.name)” is of \(counts[0]) and \(counts[1]) seconds, in which no difference is improbable by chance."
  }
}

extension Comparison.Verdict {
  /// The word in the table; an equal figure has none.
  fileprivate var word: String {
    switch self {
    case .worse, .better: rawValue
    case .same: ""
    case .unknown: "too few"
    }
  }
}
