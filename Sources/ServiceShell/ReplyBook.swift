public import Bus
import Documents
public import FastJSON
public import Foundation

/// Replies by idempotency key, for commands that come twice: the first one is done, and its reply is for
/// those who send it again. A message that was refused is refused again, and another one with its key is tried anew.
///
/// Only the newest are kept; of the others persistence knows. What is under way is never forgotten.
public struct ReplyBook: Hashable, Sendable {
  /// How many replies are kept at most.
  public static let capacity = 10_000
  /// How much memory they may take, about, in bytes.
  public static let maxBytes = 64 << 20

  /// What is to be done with a command.
  public enum Verdict: Hashable, Sendable {
    /// It is the first with its key.
    case run
    /// The first one is under way, and its reply is for this one as well.
    case wait
    /// It was done before; this is its reply.
    case answer(RawJSON)
    /// This very message was refused before, however it came then; or it is another request than the first one with its
    /// key.
    case refuse(BusError)
  }

  /// What is under way with a key.
  private struct UnderWay: Hashable, Sendable {
    var request: String?
    /// Those who sent it again.
    var waiting: [CallerID] = []
    /// The messages that said so, the first one's among them.
    var messages: [UUID] = []
  }

  private var waiting: [String: UnderWay] = [:]
  private var refused = RefusedMessages()
  private struct Kept: Hashable, Sendable {
    var reply: RawJSON
    var request: String?
  }

  private var replies: [String: Kept] = [:]
  /// The keys of the replies in the order in which they came; those before `oldest` are forgotten.
  private var keys: [String] = []
  private var oldest = 0
  /// How much memory the replies take, about, with their keys.
  public private(set) var bytes = 0

  /// An empty book; a service that starts may `keep` in it what persistence stored.
  public init() {}

  /// How many replies are kept.
  public var count: Int { replies.count }
  /// How many commands with a key are under way.
  public var underWay: Int { waiting.count }

  /// Takes a command; one that is to be run is under way until its `end`.
  ///
  /// - Parameters:
  ///   - request: digest of its body; nil for any.
  ///   - message: the id of the message; nil for none that could come again.
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

  /// A command is over.
  ///
  /// - Parameters:
  ///   - reply: what is kept; nil if it failed and may be tried anew, or if its reply is kept already.
  ///   - refusal: why it was certainly not done, whoever waits for it.
  /// - Returns: who waits for the answer besides the first.
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

  /// Keeps a reply, and forgets the oldest ones if there are too many.
  ///
  /// - Parameter request: digest of the body of the command; nil for any.
  public mutating func keep(_ reply: RawJSON, for key: String, request: String? = nil) {
    bytes += Self.bytes(key, reply)
    if let earlier = replies.updateValue(Kept(reply: reply, request: request), forKey: key) {
      bytes -= Self.bytes(key, earlier.reply)
    } else {
      keys.append(key)
    }
    while replies.count > Self.capacity || bytes > Self.maxBytes { forgetOldest() }
  }

  /// Empties the replies that have any of these texts in them.
  public mutating func erase(_ texts: [String]) {
    for (key, kept) in replies {
      let said = kept.reply.text
      if texts.contains(where: { said.contains($0) }) { keep(.erased, for: key) }
    }
  }

  private mutating func forgetOldest() {
    let key = keys[oldest]
    if let forgotten = replies.removeValue(forKey: key) {
      bytes -= Self.bytes(key, forgotten.reply)
    }
    oldest += 1
    guard 2 * oldest > keys.count else { return }
    keys.removeFirst(oldest)
    oldest = 0
  }

  private static func bytes(_ key: String, _ reply: RawJSON) -> Int {
    2 * key.utf8.count + reply.count + 64
  }
}
