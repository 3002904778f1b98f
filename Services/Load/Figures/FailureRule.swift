import CommandLineKit

/// Condition under which a run fails, such as `p99>5ms`, or `create/64.p99>20ms` for one part only.
struct FailureRule: ArgumentValue, Hashable {
  enum Order: Character, Hashable { case above = ">", below = "<" }

  /// The rule as it was entered.
  var text: String
  /// Part of the report; nil for every part.
  var part: String?
  var name: String
  var order: Order
  /// Limit; for times, in microseconds.
  var limit: Double

  init(argument: String) throws {
    text = argument
    guard let place = argument.firstIndex(where: { Order(rawValue: $0) != nil }),
      let order = Order(rawValue: argument[place])
    else { throw Self.unreadable }
    self.order = order
    let left = String(argument[..<place])
    guard
      let name = MeasuredFigure.names.filter({ left == $0 || left.hasSuffix(".\($0)") })
        .max(by: { $0.count < $1.count })
    else {
      throw UsageError(
        message: "expected one of the figures \(MeasuredFigure.names.joined(separator: ", "))")
    }
    self.name = name
    part = left == name ? nil : String(left.dropLast(name.count + 1))
    let isTime = MeasuredFigure.percentiles.contains(name)
    guard let limit = Self.number(argument[argument.index(after: place)...], isTime: isTime),
      part != ""
    else { throw Self.unreadable }
    self.limit = limit
  }

  private static let unreadable = UsageError(
    message: "expected a rule such as p99>5ms, create/64.p99>20ms, lost>0 or per_second<1000")

  /// Parses a number.
  ///
  /// - Parameter isTime: true if the number has a unit of time.
  private static func number(_ text: Substring, isTime: Bool) -> Double? {
    let units: [(String, Double)] =
      isTime ? [("us", 1), ("µs", 1), ("ms", 1000), ("s", 1_000_000)] : [("", 1)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(unit.count)), value.isFinite, value >= 0 else {
        continue
      }
      return value * factor
    }
    return nil
  }

  static var placeholder: String { "RULE" }

  /// True if the report has a figure to which the rule applies.
  func isMeasured(in figures: [MeasuredFigure]) -> Bool { figures.contains(where: isMine) }

  private func isMine(_ figure: MeasuredFigure) -> Bool {
    figure.name == name && (part ?? figure.part) == figure.part
  }

  /// Returns the figures that break the rule.
  ///
  /// - Throws: `LoadFailure` if the report has no such figure, because a rule that can never fail
  ///   is a mistake.
  func broken(by figures: [MeasuredFigure]) throws -> [MeasuredFigure] {
    let mine = figures.filter(isMine)
    guard !mine.isEmpty else {
      let parts = Set(figures.map(\.part)).sorted().joined(separator: ", ")
      throw LoadFailure.usage(
        "--fail-if \(text): this test has no such figure. Its parts are \(parts).")
    }
    return mine.filter { order == .above ? $0.value > limit : $0.value < limit }
  }
}

extension MeasuredFigure {
  /// The figure as human-readable text.
  var words: String {
    let shown = unit == .microseconds ? LatencySummary.text(value) : Figure.text(value)
    return "\(part).\(name) is \(shown)"
  }
}
