/// What a service is on the bus: its name, what it answers and what it calls.
public struct ServiceDefinition: Sendable {
  /// `timer`, `standups` and so on.
  public var name: String
  /// How many commands may be under way at once; more are refused as `busy`.
  public var capacity: Int
  /// Whether several instances share the work by the commands' routing keys. Otherwise there is one
  /// at a time, and a second one waits.
  public var isSharded: Bool
  public var commands: CommandTable
  /// The targets of the delegate messages it may send.
  public var delegateMessages: [String]

  public init(
    name: String, capacity: Int = 1024, isSharded: Bool = false, commands: CommandTable,
    delegates: [any DelegateMessage.Type] = []
  ) {
    self.name = name
    self.capacity = capacity
    self.isSharded = isSharded
    self.commands = commands
    self.delegateMessages = delegates.map { $0.target }
  }
}
