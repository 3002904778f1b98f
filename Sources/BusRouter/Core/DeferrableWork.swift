import ZeroMQ

/// The deferrable work of one instance, by client.
///
/// A command that begins something new (a meeting, a standup) can come a little later; one about something that runs
/// cannot. So the former have at most half of an instance's capacity and, once its throughput is known, no more than it
/// completes in `maxWaitMs`. While half of that is in use, each client has at most its share of three quarters, so that the
/// next client finds room.
struct DeferrableWork: Sendable {
  /// How long what is accepted may have to wait for what was accepted before it.
  static let maxWaitMs: Int64 = 200
  /// However slow the instance is, so much is accepted.
  private static let minLimit = 16
  /// How long it is watched before its speed is known.
  private static let windowMs: Int64 = 250

  private var byClient: [ConnectionID: Int] = [:]
  /// How much there is.
  private(set) var count = 0
  /// How much was told to come back, about: each that is done makes room for one of it.
  private var waiting = 0

  private var windowStartMs: Int64?
  private var done: Int64 = 0
  /// The least that there was in this window: only an instance that always had something to do shows what it
  /// can.
  private var least = 0
  /// What it gets done in a second; nil until it had to do all it can.
  private var perSecond: Int64?

  /// Whether one more of a client can be taken.
  ///
  /// - Parameter capacity: how many commands of any kind the instance takes at once.
  func hasRoom(for client: ConnectionID, capacity: Int) -> Bool {
    let limit = limit(capacity)
    guard count < limit else { return false }
    if count < limit / 2 { return true }
    let own = byClient[client] ?? 0
    let clients = byClient.count + (own == 0 ? 1 : 0)
    return own < max(1, limit * 3 / 4 / clients)
  }

  /// Takes one more for a client, or refuses it and counts it among those who will come again.
  ///
  /// - Parameter capacity: how many commands of any kind the instance takes at once.
  /// - Returns: nil if it is taken; otherwise when to come back, in milliseconds.
  mutating func take(for client: ConnectionID, capacity: Int) -> Int? {
    guard hasRoom(for: client, capacity: capacity) else { return comeBackMs(limit(capacity)) }
    add(for: client)
    return nil
  }

  /// Takes one more for a client, for whom there is room.
  mutating func add(for client: ConnectionID) {
    count += 1
    byClient[client, default: 0] += 1
  }

  private func limit(_ capacity: Int) -> Int {
    let most = max(1, capacity / 2)
    guard let perSecond else { return most }
    return min(most, max(Self.minLimit, Int(clamping: perSecond * Self.maxWaitMs / 1000)))
  }

  /// Until half of what there may be is left, and those who were told before have had their turn.
  private mutating func comeBackMs(_ limit: Int) -> Int {
    let excess = Int64(max(1, count - limit / 2) + waiting)
    waiting = min(waiting + 1, 1_000_000)
    let rate = perSecond ?? Int64(limit) * 1000 / Self.maxWaitMs
    return Int(clamping: min(max(1000 * excess / max(1, rate), 20), 2000))
  }

  /// One of a client is over.
  mutating func give(for client: ConnectionID, nowMs: Int64) {
    count -= 1
    // With nothing to do there is room for all, and whoever was told has come or never will.
    waiting = count == 0 ? 0 : max(0, waiting - 1)
    if let own = byClient[client] { byClient[client] = own > 1 ? own - 1 : nil }
    done += 1
    least = min(least, count)
    let start = windowStartMs ?? nowMs
    windowStartMs = start
    let passed = nowMs - start
    guard passed >= Self.windowMs else { return }
    perSecond = least >= Self.minLimit / 2 ? done * 1000 / passed : nil
    (windowStartMs, done, least) = (nowMs, 0, count)
  }
}
