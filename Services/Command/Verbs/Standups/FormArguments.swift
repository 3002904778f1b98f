import Standups

extension Theme: ArgumentValue {
  static var placeholder: String { "THEME" }
}

/// The fields of a standup, as `add` and `edit` take them.
enum FormArguments {
  static let duration = Argument<MeetingDuration?>.option(
    "--duration", "-d", help: "How long it meets: 5m, 36s, 1h30m, or a number of minutes.")
  static let theme = Argument<Theme?>.option("--theme", "-t", help: "Its colour.")
  static let attendees = Argument<[String]>.options(
    "--attendee", "-a", placeholder: "NAME", help: "Who takes part; once for each, in their order.")
}
