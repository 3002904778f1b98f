/// The duration of a meeting, such as `5m`, `36s` or `1h30m`. A plain number is in minutes.
struct MeetingDuration: ArgumentValue, Hashable {
  var milliseconds: Int64

  init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 60_000) else {
      throw UsageError(message: "expected a duration such as 5m, 36s or 1h30m")
    }
    guard (1_000...86_400_000).contains(ms) else {
      throw UsageError(message: "expected 1s to 24h")
    }
    milliseconds = ms
  }

  static var placeholder: String { "TIME" }
}
