public import Bus
public import Documents
public import Foundation

/// Makes a webhook: every kept event that fits is posted to the URL, in order, until it is accepted.
///
/// ```swift
/// let add = AddWebhook(
///   url: "https://example.org/hook", types: ["meeting."], secret: WebhookSecret(secret))
/// let webhook = try await caller.send(add)
/// let test = try await caller.send(TestWebhook(id: webhook.id))
/// ```
public struct AddWebhook: BusCommand, Hashable {
  /// The new webhook, `active`, with the id that the other commands take.
  public typealias Reply = WebhookStatus
  /// The name on the wire; the webhooks service answers it when the webhook is on disk.
  public static let target = "webhooks.add"
  /// `http` or `https`, without user, password and fragment; at most 2048 bytes.
  public var url: String
  /// Only these types, such as `meeting.finished` or `com.example.deploy.done`, and families, 32 at
  /// most; nil or empty for all, or for those that a chat is told of. `meeting.` stands for all types that begin so; a word without a dot,
  /// such as `meeting`, for the type of that name as well. What is not kept is never posted.
  public var types: [String]?
  /// Only events of this standup and of its meetings: an id of 1 to 128 bytes; nil for all.
  public var standup: String?
  /// Only events of this meeting: an id of 1 to 128 bytes; nil for all.
  public var meeting: String?
  /// Binary unless told.
  public var format: WebhookFormat?
  /// Signs what is posted; nil for no signature. For Matrix the access token, which is sent instead; other chats
  /// take none.
  public var secret: WebhookSecret?
  /// Events after this sequence, 0 for all that are kept; nil for those to come.
  public var after: Int64?
  /// The journal that `after` is of; another one is refused as `compacted`.
  public var epoch: String?

  /// A command for a webhook that gets every kept event to come, unless it is narrowed. There may
  /// be 100 webhooks; another one is refused as `conflict`.
  ///
  /// - Parameters:
  ///   - types: at most 32, of at most 128 bytes each.
  ///   - format: nil stands for `binary`.
  ///   - after: from 0; beyond the end of the journal it is refused as `invalid`, before its
  ///     beginning as `compacted`.
  public init(
    url: String, types: [String]? = nil, standup: String? = nil, meeting: String? = nil,
    format: WebhookFormat? = nil, secret: WebhookSecret? = nil, after: Int64? = nil,
    epoch: String? = nil
  ) {
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.format = format
    self.secret = secret
    self.after = after
    self.epoch = epoch
  }
}

/// What is posted: the event for programs (CloudEvents HTTP protocol binding 1.0), or what it says, for the people of
/// a chat.
public enum WebhookFormat: String, Codable, CaseIterable, Hashable, Sendable {
  /// Attributes as `ce-…` headers, the data as the body.
  case binary
  /// The whole event as the body.
  case structured
  /// For an incoming webhook of Slack.
  case slack
  /// For an incoming webhook of Mattermost.
  case mattermost
  /// For a webhook of Discord.
  case discord
  /// A message in a room of Matrix; the URL is that of the room, the secret an access token.
  case matrix

  /// Whether people read it.
  public var isChat: Bool { self != .binary && self != .structured }
}

/// What signs the deliveries of a webhook. It is never part of a description.
public struct WebhookSecret: Codable, Hashable, Sendable {
  /// The secret as it was given, from 16 to 512 bytes of UTF-8. After `whsec_`, or
  /// `v1,whsec_`, comes the key in Base64 (Standard Webhooks); the bytes of any other text are the key as they are.
  public var text: String
  /// Takes a text; length and Base64 are checked where the webhook is made, which fails as
  /// `invalid`.
  public init(_ text: String) { self.text = text }

  /// Reads a JSON string.
  ///
  /// - Throws: `DecodingError` if it is anything else.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the text as a JSON string: on the bus and in the database it is readable.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  /// Never the text, so that no log and no error can show it.
  public var description: String { "(secret)" }
  /// No children, so that `dump` and the tests' reports cannot show the text either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A webhook as it stands.
public struct WebhookStatus: Codable, Hashable, Sendable, Identifiable {
  /// A UUID in lower case, made by the service.
  public var id: String
  /// Where its events are posted, as it was given; it may hold a token, so logs name its host
  /// alone.
  public var url: String
  /// As they were given; empty for all.
  public var types: [String]
  /// The standup whose events it wants, in lower case; nil for all.
  public var standup: String?
  /// The meeting whose events it wants, in lower case; nil for all.
  public var meeting: String?
  /// How its events are posted.
  public var format: WebhookFormat
  /// The first 8 hexadecimal digits of the secret's SHA-256; nil if nothing is signed.
  public var secretFingerprint: String?
  /// When it was made, to the millisecond.
  public var createdAt: Date
  /// Whether events get through.
  public var state: State
  /// Why it is failing or paused.
  public var reason: String?
  /// The epoch of the journal that its sequence is of.
  public var epoch: String
  /// The sequence of the last event that is done with, from 0: accepted, or passed over as it does
  /// not fit.
  public var sequence: Int64
  /// How many events the journal has after that, of any type; nil while that is not known.
  public var behind: Int64?
  /// How many deliveries were accepted since the service started, from 0.
  public var delivered: Int
  /// When the last delivery was accepted; nil for none since the service started.
  public var deliveredAt: Date?
  /// Since when every attempt failed.
  public var failingSince: Date?
  /// How many attempts failed in a row since the service started.
  public var attempts: Int
  /// When the next attempt is made; nil while no pause is waited for.
  public var nextAttemptAt: Date?

  /// A description as the service answers it; what is left out is not known, did not happen, or
  /// does not narrow what is posted.
  ///
  /// - Parameters:
  ///   - secretFingerprint: never the secret itself.
  ///   - sequence: from 0.
  ///   - behind: from 0.
  public init(
    id: String, url: String, types: [String], standup: String? = nil, meeting: String? = nil,
    format: WebhookFormat, secretFingerprint: String? = nil, createdAt: Date, state: State,
    reason: String? = nil, epoch: String, sequence: Int64, behind: Int64? = nil,
    delivered: Int = 0, deliveredAt: Date? = nil, failingSince: Date? = nil, attempts: Int = 0,
    nextAttemptAt: Date? = nil
  ) {
    self.id = id
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
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

  /// Whether a webhook posts.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// Events are posted as they happen.
    case active
    /// The last attempt was not accepted; it is tried again.
    case failing
    /// Nothing is posted until somebody resumes it; nothing is skipped meanwhile.
    case paused
  }
}

/// Lists the webhooks, oldest first.
public struct ListWebhooks: BusCommand, Hashable {
  /// The name on the wire; the webhooks service answers it.
  public static let target = "webhooks.list"
  /// A question without members: all fit one message, as there are 100 at most.
  public init() {}

  /// All webhooks, without their secrets.
  public struct Reply: Codable, Hashable, Sendable {
    /// By the time at which they were made; at most 100.
    public var webhooks: [WebhookStatus]
    /// A list that is in order already.
    public init(webhooks: [WebhookStatus]) { self.webhooks = webhooks }
  }
}

/// Reads one webhook.
public struct GetWebhook: BusCommand, Hashable {
  /// How the webhook stands now; the error is `not_found` if no webhook has the id.
  public typealias Reply = WebhookStatus
  /// The name on the wire; the webhooks service answers it.
  public static let target = "webhooks.get"
  /// The id of a webhook, a UUID in either case.
  public var id: String
  /// Asks for the webhook with this id.
  public init(id: String) { self.id = id }
}

/// Removes a webhook; what it did not deliver stays in the journal.
public struct RemoveWebhook: BusCommand, Hashable {
  /// Says only that it is gone; the error is `not_found` if there is no webhook with the id.
  public typealias Reply = Done
  /// The name on the wire; a repetition under the same idempotency key gets the first reply.
  public static let target = "webhooks.remove"
  /// The id of the webhook to remove, a UUID in either case.
  public var id: String
  /// Removes the webhook with this id; an attempt that is under way may still arrive.
  public init(id: String) { self.id = id }
}

/// Stops posting until the webhook is resumed. Its position is kept.
public struct PauseWebhook: BusCommand, Hashable {
  /// The webhook as it stands afterwards, `paused`.
  public typealias Reply = WebhookStatus
  /// The name on the wire; pausing is saved before it is answered.
  public static let target = "webhooks.pause"
  /// The id of the webhook to pause, a UUID in either case.
  public var id: String
  /// Pauses the webhook with this id; one that is paused stays so.
  public init(id: String) { self.id = id }
}

/// Goes on after the last event that was accepted, at once; also where a retry is waited for.
public struct ResumeWebhook: BusCommand, Hashable {
  /// The webhook as it stands afterwards, `active`, with its failures forgotten.
  public typealias Reply = WebhookStatus
  /// The name on the wire; resuming is saved before it is answered.
  public static let target = "webhooks.resume"
  /// The id of the webhook to resume, a UUID in either case.
  public var id: String
  /// Resumes the webhook with this id, whether it was paused or failing.
  public init(id: String) { self.id = id }
}

/// Posts a `webhook.ping` now, beside the queue, and says what the receiver answered.
public struct TestWebhook: BusCommand, Hashable {
  /// The name on the wire; answered when the receiver has, or has had 15 seconds.
  public static let target = "webhooks.test"
  /// The id of the webhook to test, a UUID in either case.
  public var id: String
  /// Tests the webhook with this id, also while it is paused.
  public init(id: String) { self.id = id }

  /// What became of the ping. What the receiver says besides its status is not told: the service may reach
  /// what whoever asks may not.
  public struct Reply: Codable, Hashable, Sendable {
    /// Whether a delivery would count as accepted.
    public var isAccepted: Bool
    /// The HTTP status; nil if there was no answer.
    public var status: Int?
    /// Why it was not accepted.
    public var reason: String?
    /// How long it took, in milliseconds.
    public var ms: Int
    /// The outcome of one request.
    ///
    /// - Parameters:
    ///   - status: such as 204; nil where no answer came.
    ///   - ms: how long it took, in milliseconds, from 0.
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

/// The parent asks: could commands have written these webhooks, which come from an archive?
public struct CheckWebhooks: CheckDocuments, Hashable {
  /// The problems, by document.
  public typealias Reply = DocumentProblems
  /// Wire name. Only the router may send it; it only reads.
  public static let target = "webhooks.check"
  /// Documents of webhooks.
  public var documents: [Document]
  /// Asks about some of them.
  public init(documents: [Document]) { self.documents = documents }
}
