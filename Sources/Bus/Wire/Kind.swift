/// The purpose of a message: the second word of its head.
public enum Kind: String, CaseIterable, Hashable, Sendable {
  /// A service registers and declares its commands.
  case hello = "HELLO"
  /// The router accepted a `HELLO` or a `BYE`.
  case ok = "OK"
  /// The router does not know the sender; the sender must register again.
  case rehello = "REHELLO"
  /// The sender accepts no new work and finishes the rest.
  case bye = "BYE"
  /// A heartbeat, from the thread that does the work.
  case heartbeat = "HB"
  /// A command for a service.
  case command = "CMD"
  /// A delegate message of a service to the composition root.
  case delegate = "DLG"
  /// The reply to a message that was executed.
  case final = "FIN"
  /// The message was not executed; the body has the reason.
  case error = "ERR"
}
