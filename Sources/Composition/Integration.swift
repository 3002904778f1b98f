public import Bus
import FastJSON
package import Foundation

/// The composition of the services: the consequences of each delegate message.
///
/// One function of the composition root adds all bindings; that function is the whole integration.
/// A service reports an event; the composition root decides what follows, and builds the commands
/// for the other services.
///
/// ```swift
/// var parent = Integration()
/// parent.child("timer")
/// parent.bind(CountdownFinished.self, of: "timer", for: "meeting", to: [TellTimeUp.self]) {
///   call, name, parent in
///   try await parent.send(TellTimeUp(id: try meeting(name)))
/// }
/// ```
public struct Integration: Sendable {
  /// The services, each with the first words of the targets that it answers.
  public private(set) var children: [String: [String]] = [:]
  /// Handlers by delegate message.
  private var handlers: [String: Handler] = [:]
  /// Sources of work by the message that requests it: `[WorkSource]` of that message.
  private var sources: [String: any Sendable] = [:]
  /// Contradictions and gaps in individual bindings, as sentences.
  private var slips: [String] = []

  /// The binding or bindings of a message.
  private enum Handler: Sendable {
    /// One binding for all messages of this type.
    case one(Binding)
    /// A binding for each owner of the work that the message is about.
    case owned([String: Binding])
    /// A binding for each service that sends the message.
    case shared([String: Binding])
  }

  /// Creates an integration without services and bindings, to be filled with `child`, `bind` and
  /// `ignore`.
  public init() {}

  /// Adds a service.
  ///
  /// - Parameter words: the first words of its targets. Default: its name.
  public mutating func child(_ name: String, answering words: [String]? = nil) {
    if children[name] != nil { slips.append("The service “\(name)” is listed twice.") }
    children[name] = words ?? [name]
  }

  /// Binds a delegate message that is not about owned work.
  ///
  /// - Parameters:
  ///   - message: the type of the message.
  ///   - child: the service that sends it.
  ///   - causes: the commands that the binding may send; sending any other fails.
  ///   - events: the types of the events that it may publish, for the table of bindings.
  ///   - run: executes the consequences, and returns the reply to the service.
  public mutating func bind<Message: DelegateMessage>(
    _ message: Message.Type, of child: String, to causes: [any BusCommand.Type] = [],
    publishing events: [String] = [],
    _ run: @escaping @Sendable (Message, Parent) async throws -> Message.Reply
  ) {
    let targets = causes.map { $0.target }
    add(
      message,
      Binding(child: child, message: Message.target, causes: targets, events: events) {
        body, parent in
        let message = try BusJSON.decode(Message.self, from: body)
        return try BusJSON.encode(try await run(message, parent.allowing(targets)))
      })
  }

  /// Binds a delegate message about a piece of work, for one owner.
  ///
  /// - Parameters:
  ///   - message: the type of the message.
  ///   - child: the service that sends it.
  ///   - owner: the owner of the work: the first word of its id.
  ///   - causes: the commands that the binding may send; sending any other fails.
  ///   - events: the types of the events that it may publish, for the table of bindings.
  ///   - run: receives the owner's name for the work, executes the consequences, and returns the
  ///     reply to the service.
  public mutating func bind<Message: OwnedMessage>(
    _ message: Message.Type, of child: String, for owner: String,
    to causes: [any BusCommand.Type] = [], publishing events: [String] = [],
    _ run: @escaping @Sendable (Message, _ name: String, Parent) async throws -> Message.Reply
  ) {
    let targets = causes.map { $0.target }
    add(
      owned: Binding(
        child: child, message: Message.target, owner: owner, causes: targets, events: events
      ) { body, parent in
        let message = try BusJSON.decode(Message.self, from: body)
        let name = try Self.id(message.id, of: Message.target).name
        return try BusJSON.encode(try await run(message, name, parent.allowing(targets)))
      })
  }

  /// Binds a delegate message to one command whose reply is the message's reply, so that it is
  /// forwarded without decoding.
  ///
  /// - Parameters:
  ///   - message: the type of the message.
  ///   - child: the service that sends it.
  ///   - command: creates the command.
  public mutating func forward<Message: DelegateMessage, Command: BusCommand>(
    _ message: Message.Type, of child: String,
    to command: @escaping @Sendable (Message) throws -> Command
  ) where Message.Reply == Command.Reply {
    add(
      message,
      Binding(
        child: child, message: Message.target, causes: [Command.target], isForwarded: true
      ) { body, parent in
        try await parent.request(try command(try BusJSON.decode(Message.self, from: body)))
      })
  }

  /// Ignores a delegate message on purpose.
  ///
  /// - Parameters:
  ///   - message: the type of the message.
  ///   - child: the service that sends it.
  ///   - reason: the reason, for the table of bindings.
  public mutating func ignore<Message: DelegateMessage>(
    _ message: Message.Type, of child: String, because reason: String
  ) where Message.Reply == Done {
    add(
      message,
      Binding(child: child, message: Message.target, reason: reason) { body, _ in
        _ = try BusJSON.decode(Message.self, from: body)
        return try BusJSON.encode(Done())
      })
  }

  /// Ignores a delegate message about the work of one owner on purpose.
  ///
  /// - Parameters:
  ///   - message: the type of the message.
  ///   - child: the service that sends it.
  ///   - owner: the owner of the work: the first word of its id.
  ///   - reason: the reason, for the table of bindings.
  public mutating func ignore<Message: OwnedMessage>(
    _ message: Message.Type, of child: String, for owner: String, because reason: String
  ) where Message.Reply == Done {
    add(
      owned: Binding(child: child, message: Message.target, owner: owner, reason: reason) {
        body, _ in
        _ = try BusJSON.decode(Message.self, from: body)
        return try BusJSON.encode(Done())
      })
  }

  // MARK: Work requests

  /// Binds a service's request for its work: the sources are queried one after the other, page by
  /// page.
  ///
  /// The cursor that the service returns names the source and contains the source's own cursor, so
  /// a restarted router continues at the same place.
  ///
  /// - Parameters:
  ///   - message: the type of the request.
  ///   - child: the service that sends it.
  ///   - sources: the sources, in the order in which they are queried.
  public mutating func gather<Message: WorkRequest>(
    _ message: Message.Type, of child: String, from sources: [WorkSource<Message>]
  ) {
    guard handlers[Message.target] == nil else {
      return slips.append("“\(Message.target)” is bound twice.")
    }
    query(sources, of: child, for: message)
  }

  /// Adds a source to a request for work that `gather` has bound.
  ///
  /// - Parameters:
  ///   - message: the type of the request.
  ///   - child: the service that sends it.
  ///   - source: queried after the others.
  public mutating func gather<Message: WorkRequest>(
    _ message: Message.Type, of child: String, alsoFrom source: WorkSource<Message>
  ) {
    let known = sources[Message.target] as? [WorkSource<Message>] ?? []
    query(known + [source], of: child, for: message)
  }

  private mutating func query<Message: WorkRequest>(
    _ sources: [WorkSource<Message>], of child: String, for message: Message.Type
  ) {
    let names = sources.map(\.name)
    if Set(names).count < names.count {
      slips.append("“\(Message.target)” lists a source twice: \(names.joined(separator: ", ")).")
    }
    let binding = Binding(
      child: child, message: Message.target, causes: sources.flatMap(\.causes)
    ) { body, parent in
      let message = try BusJSON.decode(Message.self, from: body)
      return try BusJSON.encode(try await Self.page(for: message, sources, parent))
    }
    self.sources[Message.target] = sources
    handlers[Message.target] = .one(binding)
  }

  /// Returns one page of one source. After its last page, the cursor names the next source.
  private static func page<Message: WorkRequest>(
    for message: Message, _ sources: [WorkSource<Message>], _ parent: Parent
  ) async throws -> Message.Reply {
    let words = message.after?.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let known = words.flatMap { words in sources.firstIndex { $0.name == words[0] } }
    // The source of the cursor no longer exists, so the query starts over.
    var index = known ?? 0
    var after =
      known == nil ? nil : words.flatMap { $0.count > 1 && !$0[1].isEmpty ? String($0[1]) : nil }
    var away: [String] = []
    while index < sources.count {
      let source = sources[index]
      do {
        var page = try await source.page(message, after, parent.allowing(source.causes))
        page.away = away.isEmpty ? nil : away
        let following = index + 1 < sources.count ? "\(sources[index + 1].name)/" : nil
        page.next = page.next.map { "\(source.name)/\($0)" } ?? following
        return page
      } catch let error as BusError
        where source.isOwner && [.unavailable, .draining].contains(error.code)
      {
        // The owner is unavailable: it reports its work when it returns.
        away.append(source.name)
        index += 1
        after = nil
      }
    }
    var page = Message.Reply.empty
    page.away = away.isEmpty ? nil : away
    return page
  }

  // MARK: Lookup

  /// All bindings, for the table of bindings.
  public var bindings: [Binding] {
    handlers.values.flatMap { handler -> [Binding] in
      switch handler {
      case .one(let binding): [binding]
      case .owned(let bindings), .shared(let bindings): Array(bindings.values)
      }
    }
  }

  /// The bound messages, each with the services that may send it.
  package var senders: [String: Set<String>] {
    Dictionary(bindings.map { ($0.message, [$0.child]) }) { $0.union($1) }
  }

  /// The messages that are only forwarded.
  package var forwarded: Set<String> { Set(bindings.filter(\.isForwarded).map(\.message)) }

  /// The owners of the work that a service may be assigned.
  package func owners(of child: String) -> [String] {
    Set(bindings.compactMap { $0.child == child ? $0.owner : nil }).sorted()
  }

  /// Returns the binding for one call of a service.
  ///
  /// - Throws: `BusError`: `unbound`, `denied` if the service may not send the message, or `invalid`
  ///   if the body has no readable id.
  package func binding(
    for message: String, from service: String, body: Data
  ) throws(BusError) -> Binding {
    switch handlers[message] {
    case .one(let binding): return binding
    case .shared(let bySender):
      if let binding = bySender[service] { return binding }
      throw BusError(.denied, "The \(service) service may not send “\(message)”.")
    case .owned(let byOwner):
      guard let text = OwnerScan.id(in: body) else {
        throw BusError(.invalid, "“\(message)” has no “id”.")
      }
      let id = try Self.id(text, of: message)
      if let binding = byOwner[id.owner] { return binding }
      throw BusError(
        .unbound, "No binding handles “\(message)” for the owner “\(id.owner)”.",
        detail: ["owner": id.owner])
    case nil: throw BusError(.unbound, "No binding handles “\(message)”.")
    }
  }

  private static func id(_ text: String, of message: String) throws(BusError) -> OwnedID {
    guard let id = OwnedID(text) else {
      throw BusError(
        .unbound, "Invalid id “\(text.prefix(64))” in “\(message)”; expected OWNER/NAME.")
    }
    return id
  }

  /// Contradictions and gaps, as sentences; empty if the integration is valid.
  public var problems: [String] {
    var problems = slips
    for child in children.keys.sorted() {
      let owners = owners(of: child)
      for (message, handler) in handlers.sorted(by: { $0.key < $1.key }) {
        guard case .owned(let byOwner) = handler,
          byOwner.values.first?.child == child
        else { continue }
        for owner in owners where byOwner[owner] == nil {
          problems.append("“\(message)” is not bound for the owner “\(owner)”.")
        }
      }
    }
    for binding in bindings where children[binding.child] == nil {
      problems.append(
        "“\(binding.message)” is bound for “\(binding.child)”, which is not one of the services.")
    }
    return problems
  }

  // MARK: Adding

  private mutating func add<Message: DelegateMessage>(_ message: Message.Type, _ binding: Binding) {
    if Message.self is any OwnedMessage.Type {
      return slips.append(
        "“\(Message.target)” belongs to work that has an owner; bind it with an owner.")
    }
    if Message.self is any SharedMessage.Type { return add(shared: binding) }
    add(single: binding)
  }

  private mutating func add(shared binding: Binding) {
    var bySender: [String: Binding] = [:]
    if case .shared(let known)? = handlers[binding.message] { bySender = known }
    guard bySender.updateValue(binding, forKey: binding.child) == nil else {
      return slips.append("“\(binding.message)” is bound twice for “\(binding.child)”.")
    }
    handlers[binding.message] = .shared(bySender)
  }

  /// Adds a binding that is the only one of its message, or of its message and owner.
  mutating func add(single binding: Binding) {
    guard binding.owner == nil else { return add(owned: binding) }
    guard handlers[binding.message] == nil else {
      return slips.append("“\(binding.message)” is bound twice.")
    }
    handlers[binding.message] = .one(binding)
  }

  private mutating func add(owned binding: Binding) {
    let owner = binding.owner ?? ""
    var byOwner: [String: Binding] = [:]
    switch handlers[binding.message] {
    case .owned(let known)?: byOwner = known
    case .one?, .shared?: return slips.append("“\(binding.message)” is bound twice.")
    case nil: break
    }
    guard byOwner[owner] == nil else {
      return slips.append("“\(binding.message)” is bound twice for the owner “\(owner)”.")
    }
    if !OwnedID.isOwner(owner) {
      slips.append("Invalid owner “\(owner)”; expected 1 to 32 lowercase letters.")
    }
    byOwner[owner] = binding
    handlers[binding.message] = .owned(byOwner)
  }

  /// One row of the table of bindings.
  public struct Binding: Sendable {
    /// The name of the service that sends the message.
    public var child: String
    /// The target of the delegate message, such as `timer.finished`.
    public var message: String
    /// The owner of the work that the message is about; nil for a message that is not about owned
    /// work.
    public var owner: String?
    /// Targets of the commands that the binding may send.
    public var causes: [String] = []
    /// Types of the events that the binding may publish.
    public var events: [String] = []
    /// The reason why the message is ignored; nil if it is not.
    public var reason: String?
    /// True if the binding only forwards a command, so an error is the other service's reply.
    var isForwarded = false
    /// Executes the consequences of a message, given its body, and returns the body of the reply.
    package let run: @Sendable (Data, Parent) async throws -> Data
  }
}

/// A source of a service's work, which is queried page by page.
public struct WorkSource<Message: WorkRequest>: Sendable {
  let name: String
  /// True if the source is an owner. An unavailable owner is skipped, because it reports its work
  /// when it returns.
  let isOwner: Bool
  let causes: [String]
  let page: @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply

  /// The work of one owner.
  ///
  /// - Parameters:
  ///   - owner: the first word of the ids.
  ///   - causes: the commands that the query needs.
  ///   - page: returns the page after a cursor of the owner; nil requests the first page.
  public static func owner(
    _ owner: String, asking causes: [any BusCommand.Type],
    _ page: @escaping @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply
  ) -> WorkSource {
    WorkSource(name: owner, isOwner: true, causes: causes.map { $0.target }, page: page)
  }

  /// The work of one owner that answers a command which is known only by its wire name.
  ///
  /// - Parameters:
  ///   - owner: the first word of the ids.
  ///   - target: wire name of the command that the query sends.
  public static func owner(
    _ owner: String, asking target: String,
    _ page: @escaping @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply
  ) -> WorkSource {
    WorkSource(name: owner, isOwner: true, causes: [target], page: page)
  }

  /// The work that the composition root itself saved for the service.
  public static func kept(
    _ name: String, asking causes: [any BusCommand.Type],
    _ page: @escaping @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply
  ) -> WorkSource {
    WorkSource(name: name, isOwner: false, causes: causes.map { $0.target }, page: page)
  }
}

/// Reads the `id` in the body of a message, and nothing else.
enum OwnerScan {
  static func id(in body: Data) -> String? {
    body.withUnsafeBytes { bytes -> String? in
      var reader = JSONReader(bytes)
      var id: String?
      let isRead: Void? = reader.object { reader, name in
        switch name {
        case "id": reader.string(into: &id)
        default: reader.skip()
        }
      }
      return isRead == nil ? nil : id
    }
  }
}
