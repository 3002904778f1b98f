import Bus
import FastJSON
import Foundation
import RouterAPI
import Standups

/// The `standups publish` command.
enum PublishVerb {
  static let type = Argument<String>.required(
    "TYPE", help: "Type: “test.…”, or a reversed domain name, as in com.example.deploy.done.")
  static let subject = Argument<String>.required("SUBJECT", help: "Subject of the event.")
  static let data = Argument<String?>.option(
    "--data", placeholder: "JSON",
    help: "Data, a JSON object; “-” reads it from standard input. Default: {}.")
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Publish the event to followers of this standup as well.")
  static let meeting = Argument<String?>.option(
    "--meeting", placeholder: "ID",
    help: "Publish the event to followers of this meeting as well: its full id."
  )
  static let count = Argument<Int?>.option(
    "--count", help: "Number of events, up to 1000000; “number” in the data counts them from 1.")
  static let rate = Argument<Rate?>.option(
    "--rate", help: "Events per second. Default: no limit.")
  static let ephemeral = Argument<Bool>.flag(
    "--ephemeral", help: "Do not store the event, like ticks: only current subscribers receive it.")

  static let verb = Verb(
    "publish", summary: "Publish an event, for example to test an integration.",
    details: """
      The event goes through the journal like any other: it is on disk before subscribers receive it, and can be \
      replayed. Publishing cannot be undone. Built-in types, such as “meeting.”, are rejected. Each event has an id of \
      its own; a retry after a lost reply does not publish it twice.
      """,
    arguments: [type, subject, data, standup, meeting, count, rate, ephemeral],
    examples: [
      .init("standups publish test.hello world", "One event with empty data."),
      .init(
        "standups publish com.example.deploy.done web --data '{\"version\":7}'", "With data."),
      .init("standups publish test.load x --count 1000 --rate 100", "A thousand in ten seconds."),
    ],
    json: "{“published”, “epoch”, “first”: the first sequence, “last”, “ids”: the first 1000 ids}"
  ) { values, context in
    let type = try values[type]
    if let problem = EventDraft.problem(ofType: type) { throw Failure.usage(problem) }
    let count = try values[count] ?? 1
    try Failure.require("--count", count, in: 1...1_000_000)
    let data = try object(try values[data], context)
    let rate = try values[rate]
    let isEphemeral = try values[ephemeral]
    try await context.connected { connection in
      var draft = EventDraft(
        type: type, subject: try values[subject], data: data, meeting: try values[meeting])
      if let reference = try values[standup] {
        draft.standup = try await Finder(connection: connection).standup(reference).id.description
      }
      if let problem = draft.problem { throw Failure.usage(problem) }
      let pace = Pace(rate: rate, count: count)
      let published = try await publish(
        draft, pace, isEphemeral: isEphemeral, connection, context)
      try context.show(published) { [published.sentence] }
    }
  }

  /// The result of publishing events.
  struct Published: Codable, Hashable {
    var published = 0
    var epoch: String?
    var first: Int64?
    var last: Int64?
    var ids: [String] = []

    var sentence: String {
      guard let first, let last else {
        return "Published \(DisplayText.count(published, "ephemeral event"))."
      }
      let what = DisplayText.count(published, "event")
      return first == last
        ? "Published \(what): sequence \(first)."
        : "Published \(what) between sequences \(first) and \(last)."
    }
  }

  private static func object(_ text: String?, _ context: CommandContext) throws -> RawJSON {
    guard let text else { return .emptyObject }
    let bytes = text == "-" ? try context.input.all() : Data(text.utf8)
    guard let value = try? RawJSON(validating: bytes), value.isObject else {
      throw Failure(
        .data, code: "invalid", "Invalid --data; expected a JSON object such as {\"version\":7}.")
    }
    return value
  }

  private static func publish(
    _ draft: EventDraft, _ pace: Pace, isEphemeral: Bool, _ connection: Connection,
    _ context: CommandContext
  ) async throws -> Published {
    var result = Published()
    let start = ContinuousClock.now
    while result.published < pace.count {
      let size = pace.batch(after: result.published)
      try await Task.sleep(until: start.advanced(by: pace.due(result.published)))
      let drafts = (0..<size).map { index in
        var one = draft
        one.id = context.uuid().lowercaseText
        if pace.count > 1 {
          one.data = draft.data?.setting("number", to: RawJSON(result.published + index + 1))
        }
        return one
      }
      let reply = try await connection.send(
        PublishEvents(events: drafts, isEphemeral: isEphemeral ? true : nil))
      result.published += reply.events.count
      result.epoch = reply.epoch
      result.first = result.first ?? reply.events.first?.sequence
      result.last = reply.events.last?.sequence
      result.ids += reply.events.prefix(max(0, 1000 - result.ids.count)).map(\.id)
    }
    return result
  }
}

/// The number and rate of the events to publish.
struct Pace: Hashable, Sendable {
  /// Events per second; nil for no limit.
  var rate: Rate?
  var count: Int

  /// Maximum number of events in a command.
  private static let maxAtOnce = 100
  /// Maximum number of commands per second.
  private static let perSecond = 20.0

  /// Number of events in the next command. Batches keep a high rate within the limit of commands.
  func batch(after published: Int) -> Int {
    let usual = rate.map { max(1, Int($0.perSecond / Self.perSecond)) } ?? Self.maxAtOnce
    return min(usual, Self.maxAtOnce, count - published)
  }

  /// The time at which the next batch is due, relative to the start.
  func due(_ published: Int) -> Duration {
    rate.map { .seconds(Double(published) / $0.perSecond) } ?? .zero
  }
}

/// A rate in events per second.
struct Rate: ArgumentValue, Hashable {
  var perSecond: Double
  init(argument: String) throws {
    guard let value = Double(argument), value > 0, value <= 100_000 else {
      throw UsageError(message: "expected a number of events per second, up to 100000")
    }
    perSecond = value
  }
  static var placeholder: String { "NUMBER" }
}
