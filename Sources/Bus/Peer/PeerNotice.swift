public import Foundation

/// What happened between a peer and its router.
public enum PeerNotice: Hashable, Sendable {
  /// The router took the hello; `unbound` names declared delegate messages that no binding handles.
  case welcomed(router: UUID, unbound: [String])
  /// Another router answers now; what was under way is sent again.
  case routerChanged(router: UUID)
  /// The hello, or the connection itself, was refused; it is repeated.
  case refused(BusError)
  /// While this service was not heard of, another instance took its place. It must not go on with
  /// what it remembers: its process ends, and its supervisor starts it anew.
  case superseded
  /// A command failed because of a defect; whoever sent it was told so, too.
  case failed(target: String, header: Header, error: BusError)
  /// A message could not be read, or was not expected.
  case unexpected(String)
}
