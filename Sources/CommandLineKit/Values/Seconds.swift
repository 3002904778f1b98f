/// A time to wait: `2s`, `500ms`; a plain number is seconds.
package struct Seconds: ArgumentValue, Hashable {
  package var milliseconds: Int

  package init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 1_000), ms > 0, ms <= 3_600_000
    else { throw UsageError(message: "expected a duration such as 2s or 500ms, up to 1h") }
    milliseconds = Int(ms)
  }

  package static var placeholder: String { "TIME" }
}
