public import Foundation

/// An event of the connection between a peer and its router.
public enum PeerNotice: Hashable, Sendable {
  /// The router accepted the registration; `unbound` lists declared delegate messages that no
  /// binding handles.
  case welcomed(router: UUID, unbound: [String])
  /// Another router responds now; unanswered calls are sent again.
  case routerChanged(router: UUID)
  /// The router refused the registration or the connection; the peer tries again.
  case refused(BusError)
  /// Another instance replaced this service while it was unreachable. The service must not continue
  /// with its in-memory state: its process exits, and its supervisor restarts it.
  case superseded
  /// A command failed because of a bug; its sender received the error, too.
  case failed(target: String, header: Header, error: BusError)
  /// A message was unreadable or unexpected.
  case unexpected(String)
}
