public import Bus
import Documents
public import FastJSON
public import Foundation

/// The idempotency store of a service in memory, for commands that arrive twice: the first one is
/// executed, and repetitions get its reply. A rejected message is rejected again; another message
/// with its key is executed.
///
/// Only the newest replies are kept; persistence has the others. Commands in progress are never
/// forgotten.
public struct ReplyBook: Hashable, Sendable {
  /// Maximum number of replies.
  public static let capacity = 10_000
  /// Approximate maximum size of the replies, in bytes.
  public static let maxBytes = 64 << 20

  /// The decision about a command.
  public enum Verdict: Hashable, Sendable {
    /// The command is the first one with its key: execute it.
    case run
    /// The first one is in progress, and its reply also answers this one.
    case wait
    /// The command was executed before; this is its reply.
    case answer(RawJSON)
    /// This message was rejected before, no matter how it arrived; or it differs from the first
    /// request with its key.
    case refuse(BusError)
  }

  /// The commands in progress with one key.
  private struct UnderWay: Hashable, Sendable {
    var request: String?
    /// Callers that repeated the command.
    var waiting: [CallerID] = []
    /// The ids of all messages with this key, including the first one.
    var messages: [UUID] = []
  }

  private var waiting: [String: UnderWay] = [:]
  private var refused = RefusedMessages()
  private struct Kept: Hashable, Sendable {
    var reply: RawJSON
    var request: String?
  }

  private var replies: [String: Kept] = [:]
  /// The keys of the replies in order of arrival; those before `oldest` are forgotten.
  private var keys: [String] = []
  private var oldest = 0
  /// Approximate size of the replies with their keys, in bytes.
  public private(set) var bytes = 0

  /// Creates an empty store; a service that starts may `keep` the replies that persistence has.
  public init() {}

  /// Number of replies in memory.
  public var count: Int { replies.count }
  /// Number of keys in progress.
  public var underWay: Int { waiting.count }

  /// Accepts a command; one that must be executed is in progress until its `end`.
  ///
  /// - Parameters:
  ///   - key: the idempotency key.
  ///   - request: digest of the command's body; nil matches any.
  ///   - message: the id of the message; nil for a message that cannot be repeated.
  ///   - caller: the caller that waits for the reply.
  public mutating func begin(
    _ key: String, request: String? = nil, message: UUID? = nil, for caller: CallerID
  ) -> Verdict {
    if let refusal = message.flatMap({ refused[$0] }) { return .refuse(refusal) }
    if let kept = replies[key] {
      return StoredReply.isAnother(request, than: kept.request)
        ? .refuse(.anotherRequest) : .answer(kept.reply)
    }
    guard let first = waiting[key] else {
      waiting[key] = UnderWay(request: request, messages: message.map { [$0] } ?? [])
      return .run
    }
    guard !StoredReply.isAnother(request, than: first.request) else {
      return .refuse(.anotherRequest)
    }
    waiting[key]?.waiting.append(caller)
    if let message { waiting[key]?.messages.append(message) }
    return .wait
  }

  /// Ends a command.
  ///
  /// - Parameters:
  ///   - key: the idempotency key.
  ///   - reply: the reply to store; nil if the command failed and may be tried again, or if its
  ///     reply is already stored.
  ///   - refusal: the error if the command was certainly not executed.
  /// - Returns: the callers that wait for the reply in addition to the first one.
  public mutating func end(
    _ key: String, _ reply: RawJSON? = nil, refusal: BusError? = nil
  ) -> [CallerID] {
    let ended = waiting.removeValue(forKey: key)
    if let reply { keep(reply, for: key, request: ended?.request) }
    guard let ended else { return [] }
    if let refusal, refusal.isRefusal {
      for message in ended.messages { refused.keep(refusal, of: message) }
    }
    return ended.waiting
  }

  /// Stores a reply, and forgets the oldest ones beyond the limits.
  ///
  /// - Parameters:
  ///   - reply: the reply to store.
  ///   - key: the idempotency key.
  ///   - request: digest of the command's body; nil matches any.
  public mutating func keep(_ reply: RawJSON, for key: String, request: String? = nil) {
    let kept = Kept(reply: reply, request: request)
    bytes += Self.bytes(key, kept)
    if let earlier = replies.updateValue(kept, forKey: key) {
      bytes -= Self.bytes(key, earlier)
    } else {
      keys.append(key)
    }
    while replies.count > Self.capacity || bytes > Self.maxBytes { forgetOldest() }
  }

  /// Erases the content of the replies that contain any of these strings.
  public mutating func erase(_ texts: [String]) {
    for (key, kept) in replies {
      let said = kept.reply.text
      if texts.contains(where: { said.contains($0) }) { keep(.erased, for: key) }
    }
  }

  private mutating func forgetOldest() {
    let key = keys[oldest]
    if let forgotten = replies.removeValue(forKey: key) {
      bytes -= Self.bytes(key, forgotten)
    }
    oldest += 1
    guard 2 * oldest > keys.count else { return }
    keys.removeFirst(oldest)
    oldest = 0
  }

  private static func bytes(_ key: String, _ kept: Kept) -> Int {
    2 * key.utf8.count + kept.reply.count + (kept.request?.utf8.count ?? 0) + 64
  }
}
