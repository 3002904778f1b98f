import Bus

/// Maximum numbers of streams per session and per address, so that none can use up all streams.
enum StreamLimits {
  /// Maximum number per session, because a person has a few tabs on each of a few devices.
  static let maxPerSession = 32
  /// Maximum per address, which may be shared by many people.
  static let maxPerAddress = 512

  /// Checks whether a session and an address may open another stream.
  ///
  /// - Parameter open: the open streams, each with its session and address.
  /// - Returns: the error; nil if the stream is allowed.
  static func refusal(
    ofSession session: String, from address: String,
    among open: some Sequence<(session: String, address: String)>
  ) -> BusError? {
    var (ofSession, ofAddress) = (0, 0)
    for stream in open {
      if stream.session == session { ofSession += 1 }
      if stream.address == address { ofAddress += 1 }
    }
    if ofSession >= Self.maxPerSession {
      return BusError(.busy, "You have too many pages open; close some.", retryAfterMs: 5000)
    }
    if ofAddress >= Self.maxPerAddress {
      return BusError(
        .busy, "Too many pages are open from your network; try again later.", retryAfterMs: 5000)
    }
    return nil
  }
}
