import Bus
import GatewayAPI
import PeopleAPI
import RouterAPI

/// The `standups audit` command.
enum AuditVerb {
  static let by = Argument<String?>.option(
    "--by", placeholder: "NAME",
    help:
      "Only what this actor did: the name of a key, service/NAME for the key of a service, person/ID"
      + " for a person, with a key or on the page, or token/ID for a program with a token.")
  private static let usualSince = "1w"

  static let verb = Verb(
    "audit", summary: "Show who did what: the durable events with their actors.",
    details: """
      Newest last, with times in your time zone, from one week ago unless --since says otherwise. An actor is the name \
      of the key of the program whose command led to the event, or the person who did it. “this machine” stands for a program without a key, and \
      for what the router and the services do on their own. An event shows what changed; commands that only read, or \
      that were rejected, leave none.
      """,
    arguments: [
      by, EventArguments.since, EventArguments.types, EventArguments.standup, EventsVerb.size,
    ],
    examples: [
      .init("standups audit", "List the events of the last week."),
      .init(
        "standups audit --by ci --since 1d", "Show the actions of the key “ci” since yesterday."),
      .init(
        "standups audit --type standup.deleted --json",
        "List the deletions of standups with their actors, as JSON."),
    ],
    json: "{“events”: [CloudEvent with “by” unless it has no actor], “epoch”, “head”, “hasMore”,"
      + " “resume”}; pass “resume” to --since for the next page."
  ) { values, context in
    try await EventsVerb.show(
      values, context,
      since: try values[EventArguments.since] ?? Since(argument: usualSince),
      by: try values[by].map(actor)
    ) { lines($0, try await names($0, $1), context) }
  }

  /// The names of the actors who are persons or tokens, with the starts of their ids. Actors whose
  /// names the user may not read, removed persons and revoked tokens are missing.
  private static func names(
    _ events: [CloudEvent], _ connection: Connection
  ) async throws -> [String: String] {
    let actors = Set(events.compactMap(\.by))
    var names = try await tokenNames(actors, connection)
    for actor in actors {
      guard let id = PersonActor.person(in: actor) else { continue }
      do {
        let person = try await connection.send(GetPerson(id: id.lowercaseText))
        names[actor] = text(person.name, person.id)
      } catch let error as BusError where error.code == .notFound {
        continue
      } catch is BusError {
        // The ids say enough; another attempt would fail as well.
        break
      }
    }
    return names
  }

  private static func tokenNames(
    _ actors: Set<String>, _ connection: Connection
  ) async throws -> [String: String] {
    let ids = Dictionary(
      actors.compactMap { actor in Principal.token(in: actor).map { ($0.lowercaseText, actor) } },
      uniquingKeysWith: { first, _ in first })
    guard !ids.isEmpty else { return [:] }
    do {
      let tokens = try await connection.tokens()
      return Dictionary(
        tokens.compactMap { token in ids[token.id].map { ($0, text(token.name, token.id)) } },
        uniquingKeysWith: { first, _ in first })
    } catch is BusError {
      // The ids say enough.
      return [:]
    }
  }

  private static func text(_ name: String, _ id: String) -> String {
    "\(DisplayText.safe(name)) (\(id.prefix(8)))"
  }

  /// The actor of a name: that of a key, unless it says more.
  private static func actor(_ name: String) throws -> String {
    let actor = name.contains("/") ? name : "tool/\(name)"
    guard !name.isEmpty, actor.utf8.count <= Limits.actorBytes else {
      throw Failure.usage("Invalid --by; expected the name of a key, such as ci.")
    }
    return actor
  }

  private static func lines(
    _ events: [CloudEvent], _ names: [String: String], _ context: CommandContext
  ) -> [String] {
    var table = Table(header: ["TIME", "BY", "EVENT", "ABOUT"], flexible: 3)
    let meetings = context.page
    table.rows = events.map { event in
      [
        meetings.moment(event.time),
        event.by.flatMap { names[$0] } ?? DisplayText.safe(event.by ?? "this machine"),
        DisplayText.safe(event.type),
        [EventLine.subject(event), DisplayText.safe(EventLine.detail(event, meetings))]
          .filter { !$0.isEmpty }.joined(separator: "  "),
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }
}
