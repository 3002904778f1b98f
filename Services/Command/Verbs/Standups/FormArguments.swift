import Standups

extension Theme: ArgumentValue {
  static var placeholder: String { "THEME" }
}

/// How long before the end of a turn its speaker is warned, as the command line takes it; 0 for not at all.
struct TurnWarning: ArgumentValue, Hashable {
  var milliseconds: Int64

  init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 1000) else {
      throw UsageError(message: "is not a duration such as 10s or 1m, nor 0")
    }
    guard ms == 0 || Standup.warningsMs.contains(ms) else {
      throw UsageError(message: "is not between 1 s and 1 h, nor 0")
    }
    milliseconds = ms
  }

  static var placeholder: String { "TIME" }
}

/// The fields of a standup, as `add` and `edit` take them.
enum FormArguments {
  static let duration = Argument<MeetingDuration?>.option(
    "--duration", "-d", help: "How long it meets: 5m, 36s, 1h30m, or a number of minutes.")
  static let warning = Argument<TurnWarning?>.option(
    "--warn", help: "How long before a turn ends its speaker is warned: 10s, 1m; 0 for not at all.")
  static let overrun = Argument<Bool?>.toggle(
    "may-run-over",
    help: "Whether a meeting goes on when its time is up, until somebody ends it; 4 hours at most.")
  static let theme = Argument<Theme?>.option("--theme", "-t", help: "Its colour.")
  static let attendees = Argument<[String]>.options(
    "--attendee", "-a", placeholder: "NAME", help: "Who takes part; once for each, in their order.")
}
