public import Bus
public import Foundation

/// Makes a webhook: every kept event that fits is posted to the URL, in order, until it is accepted.
public struct AddWebhook: BusCommand, Hashable {
  public typealias Reply = WebhookStatus
  public static let target = "webhooks.add"
  /// `http` or `https`, without user, password and fragment; at most 2048 bytes.
  public var url: String
  /// Only these types, such as `meeting.finished` or `com.example.deploy.done`, and families, 32 at
  /// most; nil or empty for all. `meeting.` stands for all types that begin so; a word without a dot,
  /// such as `meeting`, for the type of that name as well. What is not kept is never posted.
  public var types: [String]?
  public var standup: String?
  public var meeting: String?
  /// Binary unless told.
  public var mode: WebhookMode?
  /// Signs what is posted; nil for no signature.
  public var secret: WebhookSecret?
  /// Events after this sequence, 0 for all that are kept; nil for those to come.
  public var after: Int64?
  /// The journal that `after` is of; another one is refused as `compacted`.
  public var epoch: String?

  public init(
    url: String, types: [String]? = nil, standup: String? = nil, meeting: String? = nil,
    mode: WebhookMode? = nil, secret: WebhookSecret? = nil, after: Int64? = nil,
    epoch: String? = nil
  ) {
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.mode = mode
    self.secret = secret
    self.after = after
    self.epoch = epoch
  }
}

/// How an event is posted (CloudEvents HTTP protocol binding 1.0).
public enum WebhookMode: String, Codable, CaseIterable, Hashable, Sendable {
  /// Attributes as `ce-…` headers, the data as the body.
  case binary
  /// The whole event as the body.
  case structured
}

/// What signs the deliveries of a webhook. It is never part of a description.
public struct WebhookSecret: Codable, Hashable, Sendable {
  public var text: String
  public init(_ text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  public var description: String { "(secret)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A webhook as it stands.
public struct WebhookStatus: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var url: String
  /// As they were given; empty for all.
  public var types: [String]
  public var standup: String?
  public var meeting: String?
  public var mode: WebhookMode
  /// The first 8 hexadecimal digits of the secret's SHA-256; nil if nothing is signed.
  public var secretFingerprint: String?
  public var createdAt: Date
  public var state: State
  /// Why it is failing or paused.
  public var reason: String?
  /// The journal, and the last sequence that is done with.
  public var epoch: String
  public var sequence: Int64
  /// How many events the journal has after that, of any type; nil while that is not known.
  public var behind: Int64?
  /// How many deliveries were accepted since the service started, and when the last one was.
  public var delivered: Int
  public var deliveredAt: Date?
  /// Since when every attempt failed.
  public var failingSince: Date?
  /// How many attempts failed in a row since the service started.
  public var attempts: Int
  public var nextAttemptAt: Date?

  public init(
    id: String, url: String, types: [String], standup: String? = nil, meeting: String? = nil,
    mode: WebhookMode, secretFingerprint: String? = nil, createdAt: Date, state: State,
    reason: String? = nil, epoch: String, sequence: Int64, behind: Int64? = nil,
    delivered: Int = 0, deliveredAt: Date? = nil, failingSince: Date? = nil, attempts: Int = 0,
    nextAttemptAt: Date? = nil
  ) {
    self.id = id
    self.url = url
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.mode = mode
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
  public static let target = "webhooks.list"
  public init() {}

  public struct Reply: Codable, Hashable, Sendable {
    public var webhooks: [WebhookStatus]
    public init(webhooks: [WebhookStatus]) { self.webhooks = webhooks }
  }
}

/// Reads one webhook.
public struct GetWebhook: BusCommand, Hashable {
  public typealias Reply = WebhookStatus
  public static let target = "webhooks.get"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Removes a webhook; what it did not deliver stays in the journal.
public struct RemoveWebhook: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "webhooks.remove"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Stops posting until the webhook is resumed. Its position is kept.
public struct PauseWebhook: BusCommand, Hashable {
  public typealias Reply = WebhookStatus
  public static let target = "webhooks.pause"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Goes on after the last event that was accepted, at once; also where a retry is waited for.
public struct ResumeWebhook: BusCommand, Hashable {
  public typealias Reply = WebhookStatus
  public static let target = "webhooks.resume"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Posts a `webhook.ping` now, beside the queue, and says what the receiver answered.
public struct TestWebhook: BusCommand, Hashable {
  public static let target = "webhooks.test"
  public var id: String
  public init(id: String) { self.id = id }

  public struct Reply: Codable, Hashable, Sendable {
    /// Whether a delivery would count as accepted.
    public var isAccepted: Bool
    /// The HTTP status; nil if there was no answer.
    public var status: Int?
    /// Why it was not accepted.
    public var reason: String?
    /// The beginning of what the receiver said, at most 1024 bytes.
    public var body: String?
    /// How long it took, in milliseconds.
    public var ms: Int
    public init(
      isAccepted: Bool, status: Int? = nil, reason: String? = nil, body: String? = nil, ms: Int
    ) {
      self.isAccepted = isAccepted
      self.status = status
      self.reason = reason
      self.body = body
      self.ms = ms
    }
  }
}
