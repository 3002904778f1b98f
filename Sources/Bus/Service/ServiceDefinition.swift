/// A service on the bus: its name, the commands that it answers and the delegate messages that it
/// sends.
public struct ServiceDefinition: Sendable {
  /// Name on the bus, such as `timer` or `standups`.
  public var name: String
  /// Maximum number of concurrent commands; further ones are rejected as `busy`.
  public var capacity: Int
  /// True if several instances share the work by the commands' routing keys. Otherwise one instance
  /// at a time is active, and a second one waits.
  public var isSharded: Bool
  /// The commands that the service answers, with their handlers; the registration declares the
  /// targets.
  public var commands: CommandTable
  /// Targets of the delegate messages that the service may send.
  public var delegateMessages: [String]
  /// True if the service is not ready yet and only announces itself.
  public var isLoading = false

  /// Creates a definition. Default: 1024 concurrent commands, one active instance, no delegate
  /// messages.
  ///
  /// - Parameter delegates: the types of all delegate messages that the service may send;
  ///   undeclared ones are `denied`.
  public init(
    name: String, capacity: Int = 1024, isSharded: Bool = false, commands: CommandTable,
    delegates: [any DelegateMessage.Type] = [], isLoading: Bool = false
  ) {
    self.isLoading = isLoading
    self.name = name
    self.capacity = capacity
    self.isSharded = isSharded
    self.commands = commands
    self.delegateMessages = delegates.map { $0.target }
  }
}
