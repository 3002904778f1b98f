/// What a message is for: the second word of its head.
public enum Kind: String, CaseIterable, Hashable, Sendable {
  /// A service says who it is and what it declares.
  case hello = "HELLO"
  /// The router took a `HELLO` or a `BYE`.
  case ok = "OK"
  /// The router does not know the sender; it shall say `HELLO`.
  case rehello = "REHELLO"
  /// The sender takes no new work and finishes the rest.
  case bye = "BYE"
  /// Liveness, from the thread that does the work.
  case heartbeat = "HB"
  /// A command for a service.
  case command = "CMD"
  /// A delegate call of a child to its parent.
  case delegate = "DLG"
  /// The reply.
  case final = "FIN"
  /// It was not done, and why.
  case error = "ERR"
}
