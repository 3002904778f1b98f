/// A waiting time such as `2s` or `500ms`, more than 0 and at most 1 h. A plain number is in
/// seconds.
package struct Seconds: ArgumentValue, Hashable {
  package var milliseconds: Int

  package init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 1_000), ms > 0, ms <= 3_600_000
    else { throw UsageError(message: "expected a duration such as 2s or 500ms, up to 1h") }
    milliseconds = Int(ms)
  }

  package static var placeholder: String { "TIME" }
}
