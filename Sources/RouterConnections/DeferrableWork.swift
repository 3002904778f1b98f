/// The deferrable commands in progress at one instance, by client.
///
/// A command that begins new work (a meeting, a standup) can wait; one about work in progress
/// cannot. Deferrable commands therefore get at most half of an instance's capacity and, once its
/// throughput is known, no more than the instance completes in `maxWaitMs`. While half of this
/// limit is in use, each client gets at most its share of three quarters of it, so that there is
/// room for the next client.
package struct DeferrableWork: Sendable {
  /// Maximum time that an accepted command waits for earlier accepted ones, in milliseconds.
  static let maxWaitMs: Int64 = 200
  /// Lower bound of the limit, no matter how slow the instance is.
  private static let minLimit = 16
  /// Time over which the throughput of an instance is measured, in milliseconds.
  private static let windowMs: Int64 = 250

  private var byClient: [ConnectionID: Int] = [:]
  /// Number of deferrable commands in progress.
  package private(set) var count = 0
  /// Approximate number of rejected commands that will be retried; each completed command makes
  /// room for one of them.
  private var waiting = 0

  private var windowStartMs: Int64?
  private var done: Int64 = 0
  /// Minimum of `count` in this window: the throughput is known only if the instance was always
  /// busy.
  private var least = 0
  /// Completed commands per second; nil unless the instance was busy during the whole last window.
  private var perSecond: Int64?

  /// Creates an instance without commands in progress.
  package init() {}

  /// Returns true if one more command of a client can be accepted.
  ///
  /// - Parameter capacity: maximum number of commands of any kind in progress at the instance.
  package func hasRoom(for client: ConnectionID, capacity: Int) -> Bool {
    let limit = limit(capacity)
    guard count < limit else { return false }
    if count < limit / 2 { return true }
    let own = byClient[client] ?? 0
    let clients = byClient.count + (own == 0 ? 1 : 0)
    return own < max(1, limit * 3 / 4 / clients)
  }

  /// Accepts one more command of a client, or rejects it and counts it as an expected retry.
  ///
  /// - Parameter capacity: maximum number of commands of any kind in progress at the instance.
  /// - Returns: nil if the command is accepted; otherwise the time until the retry, in
  ///   milliseconds.
  package mutating func take(for client: ConnectionID, capacity: Int) -> Int? {
    guard hasRoom(for: client, capacity: capacity) else { return comeBackMs(limit(capacity)) }
    add(for: client)
    return nil
  }

  /// Adds one command of a client without checking the limit.
  package mutating func add(for client: ConnectionID) {
    count += 1
    byClient[client, default: 0] += 1
  }

  private func limit(_ capacity: Int) -> Int {
    let most = max(1, capacity / 2)
    guard let perSecond else { return most }
    return min(most, max(Self.minLimit, Int(clamping: perSecond * Self.maxWaitMs / 1000)))
  }

  /// Time until half of the limit is free and the clients rejected earlier have had their turn, in
  /// milliseconds.
  private mutating func comeBackMs(_ limit: Int) -> Int {
    let excess = Int64(max(1, count - limit / 2) + waiting)
    waiting = min(waiting + 1, 1_000_000)
    let rate = perSecond ?? Int64(limit) * 1000 / Self.maxWaitMs
    return Int(clamping: min(max(1000 * excess / max(1, rate), 20), 2000))
  }

  /// Removes one finished command of a client.
  package mutating func give(for client: ConnectionID, nowMs: Int64) {
    count -= 1
    // When the instance is idle, all clients have room, and those that were rejected have retried
    // or never will.
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
