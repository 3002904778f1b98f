import Standups
import StandupsAPI

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

/// Whose turn is how long beside those of others, as the command line takes it: `Ann=2`.
struct WeightOfOne: ArgumentValue, Hashable {
  var name: String
  var weight: Int

  init(argument: String) throws {
    // A name may have the sign, too.
    guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex,
      let weight = Int(argument[argument.index(after: sign)...])
    else { throw UsageError(message: "is not a name and a number such as Ann=2") }
    guard Attendee.weights.contains(weight) else {
      throw UsageError(
        message: "is not between \(Attendee.weights.lowerBound) and \(Attendee.weights.upperBound)")
    }
    (name, self.weight) = (String(argument[..<sign]), weight)
  }

  static var placeholder: String { "NAME=NUMBER" }
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
  static let weights = Argument<[WeightOfOne]>.options(
    "--weight", "-w",
    help: "How long somebody's turn is beside those of others: with Ann=2 Ann speaks twice as long,"
      + " with Ann=1 as long as all; from 1 to 10, once for each.")
  static let theme = Argument<Theme?>.option("--theme", "-t", help: "Its colour.")
  static let attendees = Argument<[String]>.options(
    "--attendee", "-a", placeholder: "NAME", help: "Who takes part; once for each, in their order.")

  /// The attendees with the weights that were told for them.
  ///
  /// - Throws: `Failure` for the name of nobody, or of several.
  static func weighed(_ drafts: [AttendeeDraft], _ weights: [WeightOfOne]) throws -> [AttendeeDraft]
  {
    var drafts = drafts
    for one in weights {
      let found = drafts.indices.named(one.name) { drafts[$0].name }
      guard let index = found.first else {
        let names = drafts.map { DisplayText.safe($0.name) }.joined(separator: ", ")
        throw Failure.notFound(
          "“\(DisplayText.safe(one.name))” does not take part; these do: \(names).")
      }
      guard found.count == 1 else {
        throw Failure.usage(
          "\(found.count) attendees are called “\(DisplayText.safe(one.name))”: give them different names first."
        )
      }
      drafts[index].weight = one.weight
    }
    return drafts
  }
}
