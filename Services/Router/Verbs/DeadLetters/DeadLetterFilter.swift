import Bus
import Foundation
import RouterAPI

/// Arguments that select dead-letter messages.
enum DeadLetterFilter {
  static let target = Argument<String?>.option(
    "--target", placeholder: "MESSAGE",
    help: "Only messages of this type; with a dot at the end, all types that start with it.")
  static let older = Argument<Age?>.option(
    "--older-than", help: "Only dead letters that are older than this, such as 2h or 30d."
  )
  static let newer = Argument<Age?>.option(
    "--newer-than", help: "Only dead letters that are newer than this, such as 2h or 30d.")

  static func isGiven(_ values: Values) throws -> Bool {
    try values[target] != nil || values[older] != nil || values[newer] != nil
  }

  static func apply(
    _ values: Values, _ context: CommandContext, to command: inout DeadLetters
  ) throws {
    command.target = try values[target]
    let now = context.date()
    command.before = try values[older].map { now.addingTimeInterval(-$0.seconds) }
    command.since = try values[newer].map { now.addingTimeInterval(-$0.seconds) }
  }
}

/// An age such as `30d`, `2h` or `10m`. A plain number is in days.
struct Age: ArgumentValue, Hashable {
  var seconds: TimeInterval

  init(argument: String) throws {
    let day = DurationText.day
    let ms = DurationText.milliseconds(argument, plainUnit: day, longUnits: ["d": day])
    guard let ms, ms <= 36_500 * day else {
      throw UsageError(message: "expected a duration such as 30d, 2h or 10m")
    }
    seconds = Double(ms) / 1000
  }

  static var placeholder: String { "TIME" }

  /// Formats a duration in its largest unit: `3 d`, `2 h`, `10 min`, `5 s`.
  static func text(_ seconds: TimeInterval) -> String {
    let seconds = Int64(max(0, min(seconds, 1e15)))
    for (unit, name) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
    where seconds >= unit {
      return "\(seconds / unit) \(name)"
    }
    return "\(seconds) s"
  }
}
