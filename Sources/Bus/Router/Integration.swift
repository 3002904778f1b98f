import Foundation

/// How the children are composed: which delegate message of which child leads to what.
///
/// One function of the parent fills it, and that function is the whole integration.
public struct Integration: Sendable {
  /// The children, each with the first words of the targets that it answers.
  public private(set) var children: [String: [String]] = [:]
  /// The bindings, by delegate message.
  public private(set) var bindings: [String: Binding] = [:]

  public init() {}

  /// Names a child.
  ///
  /// - Parameter words: the first words of its targets; its own name unless told.
  public mutating func child(_ name: String, answering words: [String]? = nil) {
    children[name] = words ?? [name]
  }

  /// Binds a delegate message of a child.
  ///
  /// - Parameters:
  ///   - message: what the child calls.
  ///   - child: who calls it.
  ///   - causes: the commands that the binding may send; sending another one fails.
  ///   - events: the types of the events that it may publish, for the table of bindings.
  ///   - run: does it, and hands the child its answer.
  public mutating func bind<Message: DelegateMessage>(
    _ message: Message.Type, of child: String, to causes: [any BusCommand.Type] = [],
    publishing events: [String] = [],
    _ run: @escaping @Sendable (Message, Parent) async throws -> Message.Reply
  ) {
    let targets = causes.map { $0.target }
    bindings[Message.target] = Binding(
      child: child, message: Message.target, causes: targets, events: events, reason: nil
    ) { body, parent in
      let message = try BusJSON.decode(Message.self, from: body)
      return try BusJSON.encode(try await run(message, parent.allowing(targets)))
    }
  }

  /// Binds a delegate message to one command whose reply has all that the message's reply has, so that
  /// it is passed on unread.
  ///
  /// - Parameters:
  ///   - message: what the child calls.
  ///   - child: who calls it.
  ///   - command: what is sent instead.
  public mutating func forward<Message: DelegateMessage, Command: BusCommand>(
    _ message: Message.Type, of child: String,
    to command: @escaping @Sendable (Message) throws -> Command
  ) {
    bindings[Message.target] = Binding(
      child: child, message: Message.target, causes: [Command.target], events: [], reason: nil
    ) { body, parent in
      try await parent.request(try command(try BusJSON.decode(Message.self, from: body)))
    }
  }

  /// Ignores a delegate message on purpose.
  ///
  /// - Parameter reason: why, for the table of bindings.
  public mutating func ignore<Message: DelegateMessage>(
    _ message: Message.Type, of child: String, because reason: String
  ) where Message.Reply == Done {
    bindings[Message.target] = Binding(
      child: child, message: Message.target, causes: [], events: [], reason: reason
    ) { body, _ in
      _ = try BusJSON.decode(Message.self, from: body)
      return try BusJSON.encode(Done())
    }
  }

  /// One row of the integration.
  public struct Binding: Sendable {
    public var child: String
    public var message: String
    /// The targets of the commands that it may send.
    public var causes: [String]
    /// The types of the events that it may publish.
    public var events: [String]
    /// Why it is ignored; nil if it is not.
    public var reason: String?
    let run: @Sendable (Data, Parent) async throws -> Data
  }
}
