/// What a service is on the bus: its name, what it answers and what it calls.
public struct ServiceDefinition: Sendable {
  /// `timer`, `standups` and so on.
  public var name: String
  /// How many commands may be under way at once; more are refused as `busy`.
  public var capacity: Int
  /// Whether several instances share the work by the commands' routing keys. Otherwise there is one
  /// at a time, and a second one waits.
  public var isSharded: Bool
  /// What it answers, with the handlers; the hello declares the targets.
  public var commands: CommandTable
  /// The targets of the delegate messages it may send.
  public var delegateMessages: [String]
  /// Whether it is not ready to be taken yet, and only says that it is coming.
  public var isLoading = false

  /// A service that takes 1024 commands at once, has one active instance and calls no delegate,
  /// unless told.
  ///
  /// - Parameter delegates: the types of all delegate messages that it may send; one that is not
  ///   declared is `denied`.
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
