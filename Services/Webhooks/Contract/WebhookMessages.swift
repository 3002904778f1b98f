public import Bus
public import Documents
public import Foundation
public import Schema

/// Creates a webhook: every matching durable event is posted to a URL, in order, and retried until
/// it is accepted.
///
/// ```swift
/// let add = AddWebhook(
///   url: "https://example.org/hook", types: ["meeting."], secret: WebhookSecret(secret))
/// let webhook = try await caller.send(add)
/// let test = try await caller.send(TestWebhook(id: webhook.id))
/// ```
public struct AddWebhook: BusCommand, Hashable {
  /// The new webhook, `active`, with its id.
  public typealias Reply = WebhookStatus
  /// Wire name. The webhooks service replies once the webhook is on disk.
  public static let target = "webhooks.add"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.compacted, .conflict, .notFound])
  /// URL of the receiver: `http` or `https`, without user, password or fragment, at most 2048
  /// bytes. Private and loopback addresses are only for the user of the machine, unless the
  /// installation lists them (`STANDUPS_REACH`); others receive `denied`.
  public var url: String
  /// Types to post, such as `meeting.finished` or `com.example.deploy.done`, and families, at most
  /// 32. `meeting.` selects all types that begin with it; a word without a dot, such as `meeting`,
  /// also selects the type of that name. Only durable events are posted. Default: all types; for a
  /// chat, those that have a chat text, such as `meeting.finished`.
  public var types: [String]?
  /// Posts only events of this standup and its meetings: an id of 1 to 128 bytes. Default: all.
  public var standup: String?
  /// Posts only events of this meeting: an id of 1 to 128 bytes. Default: all.
  public var meeting: String?
  /// Id of the team to which the webhook belongs, and whose events are posted. Default: the events
  /// of all teams; for a person who does not operate the installation, the team `default`, or the
  /// only team in which they are an admin. A person who is an admin in several other teams must name
  /// one of them.
  public var team: String?
  /// Format of the requests. Default: `binary`.
  public var format: WebhookFormat?
  /// Secret that signs the requests: 16 to 512 bytes, or `whsec_` and the key in Base64. It is
  /// stored, but never returned. Default: no signature. For Matrix, it is the access token, which
  /// is sent instead of a signature; other chats accept no secret.
  public var secret: WebhookSecret?
  /// Sequence after which to start; 0 for all retained events. Default: the next event.
  public var after: Int64?
  /// Epoch of the journal that `after` belongs to; if the journal has another epoch, the command
  /// fails with `compacted`. Default: any.
  public var epoch: String?
  public static let bounds: MemberBounds<Self> = [
    \.url: .text(0...2048),
    \.types: .count(0...32),
    \.standup: .text(1...128),
    \.meeting: .text(1...128),
    \.team: .teamID,
  ]

  /// Creates a webhook. Default: it receives every durable event from now on. At most 100 webhooks
  /// can exist, including at most 25 of each team; creating another fails with `conflict`.
  ///
  /// - Parameters:
  ///   - types: at most 32, of at most 128 bytes each.
  ///   - format: nil is the same as `binary`.
  ///   - after: from 0; a sequence beyond the end of the journal fails with `invalid`, one before
  ///     its start with `compacted`.
  public init(
    url: String, types: [String]? = nil, standup: String? = nil, meeting: String? = nil,
    team: String? = nil, format: WebhookFormat? = nil, secret: WebhookSecret? = nil,
    after: Int64? = nil, epoch: String? = nil
  ) {
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.team = team
    self.format = format
    self.secret = secret
    self.after = after
    self.epoch = epoch
  }
}

/// Format of the requests: the event for programs (CloudEvents HTTP protocol binding 1.0), or its
/// chat text.
public enum WebhookFormat: String, Codable, CaseIterable, Hashable, Sendable {
  /// Attributes as `ce-` headers, the data as the body. The default.
  case binary
  /// The whole event as the body.
  case structured
  /// Incoming webhook of Slack.
  case slack
  /// Incoming webhook of Mattermost.
  case mattermost
  /// Webhook of Discord.
  case discord
  /// Message in a Matrix room; the URL is that of the room, the secret an access token.
  case matrix

  /// True if people read the requests.
  public var isChat: Bool { self != .binary && self != .structured }
}

/// Secret that signs the requests of a webhook, from 16 to 512 bytes. It is stored, but never
/// returned.
///
/// After `whsec_`, or `v1,whsec_`, the key follows in Base64 (Standard Webhooks); the bytes of any
/// other string are the key. For Matrix, the secret is the access token.
public struct WebhookSecret: Codable, Hashable, Sendable {
  /// Secret as specified, from 16 to 512 bytes of UTF-8.
  public var text: String
  /// Creates a secret. Its length and Base64 are checked only when the webhook is created, which
  /// fails with `invalid` if they are wrong.
  public init(_ text: String) { self.text = text }

  /// Reads a JSON string.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the secret as a JSON string, so it is readable on the bus and in the database.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension WebhookSecret: BoundedScalar {
  public static let valueBounds = Bounds.text(16...512).named("WebhookSecret")
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  /// Placeholder for the secret, so that no log and no error can contain it.
  public var description: String { "(secret)" }
  /// Mirror without children, so that `dump` and test reports cannot contain the secret either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// State of a webhook.
public struct WebhookStatus: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// UUID in lower case, generated by the service.
  public var id: String
  /// URL as specified. It may contain a token, so logs contain only its host.
  public var url: String
  /// Types as specified; empty for all.
  public var types: [String]
  /// Id of the standup whose events are posted, in lower case. Absent for all.
  public var standup: String?
  /// Id of the meeting whose events are posted, in lower case. Absent for all.
  public var meeting: String?
  /// Id of the team to which the webhook belongs, and whose events are posted. Absent for a webhook
  /// of the installation, which posts the events of all teams.
  public var team: String?
  /// Format of the requests.
  public var format: WebhookFormat
  /// First 8 hexadecimal digits of the secret's SHA-256. Absent if requests are not signed.
  public var secretFingerprint: String?
  /// Creation time, to the millisecond.
  public var createdAt: Date
  /// Delivery state.
  public var state: State
  /// Reason why it is failing or paused. Absent while it is active.
  public var reason: String?
  /// Epoch of the journal to which `sequence` belongs.
  public var epoch: String
  /// Sequence of the last event that was handled, from 0. An event is handled if the receiver
  /// accepted it, or if it was skipped because it does not match.
  public var sequence: Int64
  /// Number of events in the journal after that sequence, of any type. Absent while it is unknown.
  public var behind: Int64?
  /// Number of deliveries accepted since the service started, from 0.
  public var delivered: Int
  /// Time of the last accepted delivery. Absent if there was none since the service started.
  public var deliveredAt: Date?
  /// Time since which every attempt has failed. Absent while it is not failing.
  public var failingSince: Date?
  /// Number of consecutive failed attempts since the service started.
  public var attempts: Int
  /// Time of the next attempt. Absent unless a retry is scheduled.
  public var nextAttemptAt: Date?
  public static let bounds: MemberBounds<Self> = [
    \.id: .webhookID,
    \.team: .teamID,
    \.secretFingerprint: .matching("^[0-9a-f]{8}$"),
  ]

  /// Creates a state. Nil means that a value is unknown or does not apply, or that the posted
  /// events are not restricted.
  ///
  /// - Parameters:
  ///   - secretFingerprint: never the secret itself.
  ///   - sequence: from 0.
  ///   - behind: from 0.
  public init(
    id: String, url: String, types: [String], standup: String? = nil, meeting: String? = nil,
    team: String? = nil, format: WebhookFormat, secretFingerprint: String? = nil, createdAt: Date,
    state: State, reason: String? = nil, epoch: String, sequence: Int64, behind: Int64? = nil,
    delivered: Int = 0, deliveredAt: Date? = nil, failingSince: Date? = nil, attempts: Int = 0,
    nextAttemptAt: Date? = nil
  ) {
    self.id = id
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.team = team
    self.format = format
    self.secretFingerprint = secretFingerprint
    self.createdAt = createdAt
    self.state = state
    self.reason = reason
    self.epoch = epoch
    self.sequence = sequence
    self.behind = behind
    self.delivered = delivered
    self.deliveredAt = deliveredAt
    self.failingSince = failingSince
    self.attempts = attempts
    self.nextAttemptAt = nextAttemptAt
  }

  /// Delivery state of a webhook.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// Events are posted as they happen.
    case active
    /// The last attempt was not accepted; it will be retried.
    case failing
    /// Nothing is posted until a person resumes the webhook. No event is skipped.
    case paused
  }
}

/// Lists the webhooks in the scope of the command, oldest first.
public struct ListWebhooks: BusCommand, Hashable {
  /// Wire name. Answered by the webhooks service.
  public static let target = "webhooks.list"
  public static let traits = CommandTraits(access: .admin, in: .any)
  /// Creates the command, whose body is `{}`. All webhooks fit into one reply, because there are at
  /// most 100.
  public init() {}

  /// Webhooks in the scope of the command, without their secrets.
  public struct Reply: Codable, Hashable, Sendable {
    /// Webhooks in order of creation, at most 100.
    public var webhooks: [WebhookStatus]
    /// Creates the reply from an ordered list.
    public init(webhooks: [WebhookStatus]) { self.webhooks = webhooks }
  }
}

/// Reads one webhook.
public struct GetWebhook: BusCommand, Hashable {
  /// State of the webhook. An id that is unknown or outside the scope of the command fails with
  /// `not_found`.
  public typealias Reply = WebhookStatus
  /// Wire name. Answered by the webhooks service.
  public static let target = "webhooks.get"
  public static let traits = CommandTraits(access: .admin, in: .any, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .webhookID]
  /// Requests the webhook with this id.
  public init(id: String) { self.id = id }
}

/// Removes a webhook. Events that it did not deliver stay in the journal.
public struct RemoveWebhook: BusCommand, Hashable {
  /// Empty reply once the webhook is removed. An id that is unknown or outside the scope of the
  /// command fails with `not_found`.
  public typealias Reply = Done
  /// Wire name. A retry under the same idempotency key returns the first reply.
  public static let target = "webhooks.remove"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .webhookID]
  /// Removes the webhook with this id. A request in progress may still arrive at the receiver.
  public init(id: String) { self.id = id }
}

/// Changes the URL, the events or the secret of a webhook. Its position is kept, so no event is skipped.
///
/// A request in progress to an earlier URL does not count, so its event is posted again. The next request is
/// sent at once, even if a retry was scheduled; a paused webhook stays paused.
public struct EditWebhook: BusCommand, Hashable {
  /// The changed webhook, with its failures cleared. An id that is unknown or outside the scope of the
  /// command fails with `not_found`.
  public typealias Reply = WebhookStatus
  /// Wire name. The change is saved before the reply. An earlier URL and secret are erased from disk.
  public static let target = "webhooks.edit"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  /// New URL, as in `webhooks.add`. Default: unchanged.
  public var url: String?
  /// New types, as in `webhooks.add`; empty for all, or for a chat those that have a chat text. Default:
  /// unchanged.
  public var types: [String]?
  /// Id of the standup whose events are posted from now on, of 1 to 128 bytes; empty for all. Default:
  /// unchanged.
  public var standup: String?
  /// New secret, as in `webhooks.add`, which signs the next request. Default: unchanged.
  public var secret: WebhookSecret?
  public static let bounds: MemberBounds<Self> = [
    \.id: .webhookID,
    \.url: .text(0...2048),
    \.types: .count(0...32),
    \.standup: .text(0...128),
  ]

  /// Changes the webhook with this id. Nil leaves a property as it is; without any change, the command fails
  /// with `invalid`.
  public init(
    id: String, url: String? = nil, types: [String]? = nil, standup: String? = nil,
    secret: WebhookSecret? = nil
  ) {
    self.id = id
    self.url = url
    self.types = types
    self.standup = standup
    self.secret = secret
  }
}

/// Pauses a webhook. Nothing is posted until it is resumed, and its position is kept.
public struct PauseWebhook: BusCommand, Hashable {
  /// The webhook, `paused`.
  public typealias Reply = WebhookStatus
  /// Wire name. The change is saved before the reply.
  public static let target = "webhooks.pause"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .webhookID]
  /// Pauses the webhook with this id; has no effect if it is paused.
  public init(id: String) { self.id = id }
}

/// Resumes a webhook at once, even if a retry is scheduled. Delivery continues after the last
/// accepted event.
public struct ResumeWebhook: BusCommand, Hashable {
  /// The webhook, `active`, with its failures cleared.
  public typealias Reply = WebhookStatus
  /// Wire name. The change is saved before the reply.
  public static let target = "webhooks.resume"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .webhookID]
  /// Resumes the webhook with this id, whether it was paused or failing.
  public init(id: String) { self.id = id }
}

/// Posts a `webhook.ping` now, outside the order of events, and returns the receiver's response.
public struct TestWebhook: BusCommand, Hashable {
  /// Wire name. The reply arrives once the receiver has responded, or after 15 seconds.
  public static let target = "webhooks.test"
  public static let traits = CommandTraits(access: .admin, in: .any, errors: [.notFound])
  /// Id of the webhook, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .webhookID]
  /// Tests the webhook with this id, even while it is paused. While a test of it is in progress,
  /// another fails with `busy`.
  public init(id: String) { self.id = id }

  /// Result of the ping. Only the status of the response is returned, because the service may reach
  /// addresses that the client may not.
  public struct Reply: Codable, Hashable, Sendable {
    /// True if a delivery with this response would count as accepted.
    public var isAccepted: Bool
    /// HTTP status of the response. Absent if there was none.
    public var status: Int?
    /// Reason why the ping was not accepted. Absent if it was.
    public var reason: String?
    /// Duration of the request, in milliseconds.
    public var ms: Int
    /// Creates the result of one request.
    ///
    /// - Parameters:
    ///   - status: such as 204; nil if there was no response.
    ///   - ms: duration in milliseconds, from 0.
    public init(
      isAccepted: Bool, status: Int? = nil, reason: String? = nil, ms: Int
    ) {
      self.isAccepted = isAccepted
      self.status = status
      self.reason = reason
      self.ms = ms
    }
  }
}

/// Checks whether webhooks from an archive have a form that commands could have written.
public struct CheckWebhooks: CheckDocuments, Hashable {
  /// Problems by document.
  public typealias Reply = DocumentProblems
  /// Wire name. Read-only.
  public static let target = "webhooks.check"
  public static let traits = CommandTraits(access: .parent)
  /// Documents of webhooks.
  public var documents: [Document]
  /// Requests a check of these documents.
  public init(documents: [Document]) { self.documents = documents }
}
