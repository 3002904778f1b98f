import Bus
import PeopleAPI
import Schema
import Standups
import StandupsAPI

extension Theme: ArgumentValue {
  static var placeholder: String { "THEME" }
}

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

/// Time before the end of a turn at which the speaker is warned; 0 for no warning. A plain number
/// is in seconds.
struct TurnWarning: ArgumentValue, Hashable {
  var milliseconds: Int64

  init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 1000) else {
      throw UsageError(message: "expected a duration such as 10s or 1m, or 0")
    }
    guard ms == 0 || Standup.warningsMs.contains(ms) else {
      throw UsageError(message: "expected 1s to 1h, or 0")
    }
    milliseconds = ms
  }

  static var placeholder: String { "TIME" }
}

/// Relative length of an attendee's turn, such as `Ann=2`.
struct WeightOfOne: ArgumentValue, Hashable {
  var name: String
  var weight: Int

  init(argument: String) throws {
    // The name may contain “=” as well.
    guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex,
      let weight = Int(argument[argument.index(after: sign)...])
    else { throw UsageError(message: "expected a name and a number, such as Ann=2") }
    guard Attendee.weights.contains(weight) else {
      throw UsageError(
        message: "expected a number from \(Attendee.weights.lowerBound) to"
          + " \(Attendee.weights.upperBound)")
    }
    (name, self.weight) = (String(argument[..<sign]), weight)
  }

  static var placeholder: String { "NAME=NUMBER" }
}

/// Language of a standup: a tag in any letter case, or `default`.
struct StandupLanguage: ArgumentValue, Hashable {
  /// The tag; empty for the language of the engine.
  var tag: String

  init(argument: String) throws {
    guard let tag = argument == "default" ? "" : LanguageTag.normalized(argument) else {
      throw UsageError(message: "expected the tag of a language, such as es or pt-BR, or “default”")
    }
    self.tag = tag
  }

  static var placeholder: String { "LANGUAGE" }
}

/// Arguments for the fields of a standup, shared by `add` and `edit`.
enum FormArguments {
  static let duration = Argument<MeetingDuration?>.option(
    "--duration", "-d", help: "Duration of the meeting: 5m, 36s, 1h30m, or a number of minutes.")
  static let warning = Argument<TurnWarning?>.option(
    "--warn", help: "Warn speakers this long before their turn ends, such as 10s or 1m; 0 for none."
  )
  static let overrun = Argument<Bool?>.toggle(
    "may-run-over",
    help: "Allow overtime: a meeting continues until someone ends it, for at most 4 hours.")
  static let language = Argument<StandupLanguage?>.option(
    "--language",
    help:
      "Language of the meetings, for recognition: the tag of an installed model, such as es or pt-BR, or"
      + " “default” for the language of the engine.")
  static let weights = Argument<[WeightOfOne]>.options(
    "--weight", "-w",
    help:
      "Share of the time, from 1 to 10: Ann=2 gives Ann twice as much time as the others, Ann=1 the"
      + " same. Repeatable.")
  static let theme = Argument<Theme?>.option("--theme", "-t", help: "Colour theme.")
  static let team = Argument<String?>.option(
    "--team", placeholder: "ID", help: "Team of the standup, such as web. Default: “default”.")
  static let attendees = Argument<[String]>.options(
    "--attendee", "-a", placeholder: "NAME", help: "Attendee. Repeatable, in speaking order.")

  /// Returns the team that the user names; nil if they name none.
  ///
  /// - Throws: `not_found` if the team does not exist, or the user is not in it.
  static func team(_ values: Values, _ connection: Connection) async throws -> String? {
    guard let id = try values[team] else { return nil }
    guard id != TeamScope.defaultTeam else { return id }
    return try await connection.send(GetTeam(id: id)).id
  }

  /// Returns the attendees with the given weights.
  ///
  /// - Throws: `Failure` if a name has no match, or more than one.
  static func weighed(_ drafts: [AttendeeDraft], _ weights: [WeightOfOne]) throws -> [AttendeeDraft]
  {
    var drafts = drafts
    for one in weights {
      let found = drafts.indices.named(one.name) { drafts[$0].name }
      guard let index = found.first else {
        throw Failure.noAttendee(one.name, among: drafts.map(\.name))
      }
      guard found.count == 1 else {
        throw Failure.usage(
          "\(found.count) attendees are named “\(DisplayText.safe(one.name))”. Give them different names first."
        )
      }
      drafts[index].weight = one.weight
    }
    return drafts
  }
}
