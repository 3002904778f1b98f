import Bus

/// Maximum numbers of streams per session and per address, so that none can use up all streams.
enum StreamLimits {
  /// Maximum number per session, because a person has a few tabs on each of a few devices.
  static let maxPerSession = 32
  /// Maximum per address, which may be shared by many people.
  static let maxPerAddress = 512
}

/// Numbers of open streams per session and per address.
struct StreamCounts: Hashable, Sendable {
  private var sessions: [String: Int] = [:]
  private var addresses: [String: Int] = [:]

  /// Error for a further stream while the maximum number of streams is open.
  static let full = BusError(
    .busy, "Too many streams are open; try again later.", retryAfterMs: 5000)

  /// Counts a stream that was opened, with 1, or closed, with -1.
  mutating func add(_ session: String, _ address: String, _ count: Int) {
    Self.add(count, to: &sessions[session])
    Self.add(count, to: &addresses[address])
  }

  private static func add(_ count: Int, to entry: inout Int?) {
    let sum = (entry ?? 0) + count
    entry = sum > 0 ? sum : nil
  }

  /// Checks whether a session and an address may open another stream.
  ///
  /// - Returns: the error; nil if the stream is allowed.
  func refusal(ofSession session: String, from address: String) -> BusError? {
    if sessions[session, default: 0] >= StreamLimits.maxPerSession {
      return BusError(.busy, "You have too many pages open; close some.", retryAfterMs: 5000)
    }
    if addresses[address, default: 0] >= StreamLimits.maxPerAddress {
      return BusError(
        .busy, "Too many pages are open from your network; try again later.", retryAfterMs: 5000)
    }
    return nil
  }
}
