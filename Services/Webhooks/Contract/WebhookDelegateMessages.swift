public import Bus
public import Documents
public import Schema

/// Asks whether a team exists, before a webhook is added to it.
///
/// The webhooks service sends it if the sender of a command may use all teams. Any other sender has
/// a role in the team, which therefore exists. Fails with `not_found` for an unknown team, and with
/// `unavailable` if the service of the teams is unavailable.
public struct WebhookTeamNamed: DelegateMessage, Hashable {
  /// The team exists.
  public typealias Reply = Done
  /// Wire name. Read-only.
  public static let target = "webhooks.teamNamed"
  public static let errors: [BusError.Code] = [.notFound]
  /// Id of the team.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Asks about one team.
  public init(team: String) { self.team = team }
}

/// Requests the next events of the journal for a webhook.
public struct WebhookEventsRequested: DelegateMessage, Hashable {
  /// Events as they were published; the error `compacted` means that there is a gap.
  public typealias Reply = EventPage
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.eventsRequested"
  public static let errors: [BusError.Code] = [.compacted]
  /// Events after the webhook's position, filtered by its types, team, standup or meeting.
  public var query: JournalQuery
  /// Requests the next page for one webhook.
  public init(query: JournalQuery) { self.query = query }
}

/// Requests the range of the journal.
public struct WebhookHeadsRequested: DelegateMessage, Hashable {
  /// Epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.headsRequested"
  /// Creates the request, which the service sends when a webhook is created, and when the journal
  /// has a gap.
  public init() {}
}

/// Asks which of these event types have a chat text.
public struct WebhookTypesRequested: DelegateMessage, Hashable {
  /// Types, each by its full name except for families of other tools.
  public typealias Reply = WebhookTypes
  /// Wire name. The router answers it from the texts of all services.
  public static let target = "webhooks.typesRequested"
  /// Types and families as they were given, at most 32; empty for all types that have a text.
  public var types: [String]
  public static let bounds: MemberBounds<Self> = [\.types: .count(0...32)]
  /// Creates the request, which the service sends once, when a webhook for a chat is created.
  public init(types: [String]) { self.types = types }
}

/// Event types that have a chat text, and the range of the journal.
public struct WebhookTypes: Codable, Hashable, Sendable {
  /// Types in the order in which they were given, each by its full name except for families of
  /// other tools.
  public var types: [String]
  /// Sentence about a type that has no text. Absent if all have one.
  public var problem: String?
  /// Range of the journal, in which the webhook has its start.
  public var journal: JournalRange
  /// Creates the reply to `webhooks.typesRequested`.
  public init(types: [String], problem: String? = nil, journal: JournalRange) {
    self.types = types
    self.problem = problem
    self.journal = journal
  }
}

/// Requests the next events of the journal as chat texts.
public struct WebhookTextsRequested: DelegateMessage, Hashable {
  /// Events as they were published, but each with its chat text as its data.
  ///
  /// The data (`WebhookText`) has a `title`, and may have `text`, `parts`, each with the `name` of
  /// a speaker and the `text` of their words, `code` and `link`. Events without a text, such as
  /// erased ones, are omitted.
  public typealias Reply = EventPage
  /// Wire name. The router reads the journal and writes the texts.
  public static let target = "webhooks.textsRequested"
  public static let errors: [BusError.Code] = [.compacted]
  /// Events after the webhook's position, filtered by its types, team, standup or meeting.
  public var query: JournalQuery
  /// Requests the next page for one webhook of a chat.
  public init(query: JournalQuery) { self.query = query }
}
