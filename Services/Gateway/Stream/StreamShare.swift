import Bus

/// The part of all streams that one session and one address may have, so that neither uses up all of them.
enum StreamShare {
  /// Streams of a session: a person has a tab or two on each of some devices.
  static let ofSession = 32
  /// Streams from an address, behind which there may be many people.
  static let ofAddress = 512

  /// Checks one more stream against the share of its session and of its address.
  ///
  /// - Parameter open: the streams that are open, each with its session and its address.
  /// - Returns: the refusal; nil if the stream has room.
  static func refusal(
    ofSession session: String, from address: String,
    among open: some Sequence<(session: String, address: String)>
  ) -> BusError? {
    var (ofSession, ofAddress) = (0, 0)
    for stream in open {
      if stream.session == session { ofSession += 1 }
      if stream.address == address { ofAddress += 1 }
    }
    if ofSession >= Self.ofSession {
      return BusError(.busy, "You have too many pages open; close some.", retryAfterMs: 5000)
    }
    if ofAddress >= Self.ofAddress {
      return BusError(
        .busy, "Too many pages are open from your network; try again later.", retryAfterMs: 5000)
    }
    return nil
  }
}
