public import Bus
import FastJSON
import Foundation

/// How the children are composed: which delegate message of which child leads to what.
///
/// One function of the parent fills it, and that function is the whole integration. A child tells what
/// happened; the parent decides what follows, and builds the commands for the others.
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
  /// The children, each with the first words of the targets that it answers.
  public private(set) var children: [String: [String]] = [:]
  /// What handles each delegate message.
  private var handlers: [String: Handler] = [:]
  /// What is contradictory or incomplete in a single binding.
  private var slips: [String] = []

  /// What handles a message.
  private enum Handler: Sendable {
    /// One binding, whatever it is about.
    case one(Binding)
    /// A binding for each owner of the work that it is about.
    case owned([String: Binding])
  }

  /// An integration without children and bindings, to be filled with `child`, `bind` and `ignore`.
  public init() {}

  /// Names a child.
  ///
  /// - Parameter words: the first words of its targets; its own name unless told.
  public mutating func child(_ name: String, answering words: [String]? = nil) {
    if children[name] != nil { slips.append("The service “\(name)” is listed twice.") }
    children[name] = words ?? [name]
  }

  /// Binds a delegate message of a child.
  ///
  /// - Parameters:
  ///   - message: what the child calls; one about nobody's work.
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
  ///   - message: what the child calls.
  ///   - child: who calls it.
  ///   - owner: whose work it is about: the first word of its id.
  ///   - causes: the commands that the binding may send; sending another one fails.
  ///   - events: the types of the events that it may publish, for the table of bindings.
  ///   - run: does it, given how the owner calls the work, and hands the child its answer.
  public mutating func bind<Message: OwnedMessage>(
    _ message: Message.Type, of child: String, for owner: String,
    to causes: [any BusCommand.Type] = [], publishing events: [String] = [],
    _ run: @escaping @Sendable (Message, _ name: String, Parent) async throws -> Message.Reply
  ) {
    let targets = causes.map { $0.target }
    add(
      owned: message,
      Binding(
        child: child, message: Message.target, owner: owner, causes: targets, events: events
      ) { body, parent in
        let message = try BusJSON.decode(Message.self, from: body)
        let name = try Self.id(message.id, of: Message.target).name
        return try BusJSON.encode(try await run(message, name, parent.allowing(targets)))
      })
  }

  /// Binds a delegate message to one command whose reply is the message's reply, so that it is passed
  /// on unread.
  ///
  /// - Parameters:
  ///   - message: what the child calls.
  ///   - child: who calls it.
  ///   - command: what is sent instead.
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
  /// - Parameter reason: why, for the table of bindings.
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

  /// Ignores a delegate message about a piece of work of one owner on purpose.
  ///
  /// - Parameter reason: why, for the table of bindings.
  public mutating func ignore<Message: OwnedMessage>(
    _ message: Message.Type, of child: String, for owner: String, because reason: String
  ) where Message.Reply == Done {
    add(
      owned: message,
      Binding(child: child, message: Message.target, owner: owner, reason: reason) { body, _ in
        _ = try BusJSON.decode(Message.self, from: body)
        return try BusJSON.encode(Done())
      })
  }

  // MARK: Asking for work

  /// Binds a child's question for its work: all sources are asked in turn, and their pages merged.
  ///
  /// The cursor that the child hands back names the source and has the source's own cursor, so that a
  /// router that was started anew goes on alike.
  ///
  /// - Parameters:
  ///   - message: what the child calls.
  ///   - child: who calls it.
  ///   - sources: whom to ask, in this order.
  public mutating func gather<Message: WorkRequest>(
    _ message: Message.Type, of child: String, from sources: [WorkSource<Message>]
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
    guard handlers[Message.target] == nil else {
      return slips.append("“\(Message.target)” is bound twice.")
    }
    handlers[Message.target] = .one(binding)
  }

  /// One page of one source. After its last page the cursor names the next source.
  private static func page<Message: WorkRequest>(
    for message: Message, _ sources: [WorkSource<Message>], _ parent: Parent
  ) async throws -> Message.Reply {
    let words = message.after?.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let known = words.flatMap { words in sources.firstIndex { $0.name == words[0] } }
    // A cursor of a source that is gone begins anew.
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
        // Away: it tells of its work when it is back.
        away.append(source.name)
        index += 1
        after = nil
      }
    }
    var page = Message.Reply.empty
    page.away = away.isEmpty ? nil : away
    return page
  }

  // MARK: Looking up

  /// All bindings, for the table of bindings.
  public var bindings: [Binding] {
    handlers.values.flatMap { handler -> [Binding] in
      switch handler {
      case .one(let binding): [binding]
      case .owned(let byOwner): Array(byOwner.values)
      }
    }
  }

  /// The messages that are bound, each with the child that may send it.
  var senders: [String: String] {
    Dictionary(bindings.map { ($0.message, $0.child) }) { first, _ in first }
  }

  /// The messages that are only passed on.
  var forwarded: Set<String> { Set(bindings.filter(\.isForwarded).map(\.message)) }

  /// The owners of whose work a child may be told.
  func owners(of child: String) -> [String] {
    Set(bindings.compactMap { $0.child == child ? $0.owner : nil }).sorted()
  }

  /// The binding for one call.
  ///
  /// - Throws: `BusError`: `unbound`, or `invalid` where the body has no readable id.
  func binding(for message: String, body: Data) throws(BusError) -> Binding {
    switch handlers[message] {
    case .one(let binding): return binding
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

  /// What is contradictory or incomplete, in sentences; empty if the integration can be used.
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
      return slips.append("“\(Message.target)” is about owned work; bind it for an owner.")
    }
    guard handlers[Message.target] == nil else {
      return slips.append("“\(Message.target)” is bound twice.")
    }
    handlers[Message.target] = .one(binding)
  }

  private mutating func add<Message: OwnedMessage>(owned message: Message.Type, _ binding: Binding)
  {
    let owner = binding.owner ?? ""
    var byOwner: [String: Binding] = [:]
    if case .owned(let known)? = handlers[Message.target] { byOwner = known }
    guard byOwner[owner] == nil else {
      return slips.append("“\(Message.target)” is bound twice for the owner “\(owner)”.")
    }
    if OwnedID("\(owner)/x") == nil {
      slips.append("Invalid owner “\(owner)”; expected 1 to 32 lowercase letters.")
    }
    byOwner[owner] = binding
    handlers[Message.target] = .owned(byOwner)
  }

  /// One row of the integration.
  public struct Binding: Sendable {
    /// The name of the child that calls it.
    public var child: String
    /// The target of the delegate message, such as `timer.finished`.
    public var message: String
    /// Whose work it is about; nil for a message that is about nobody's.
    public var owner: String?
    /// The targets of the commands that it may send.
    public var causes: [String] = []
    /// The types of the events that it may publish.
    public var events: [String] = []
    /// Why it is ignored; nil if it is not.
    public var reason: String?
    /// Whether it only passes a command on, so that a refusal is the other child's answer.
    var isForwarded = false
    let run: @Sendable (Data, Parent) async throws -> Data
  }
}

/// A place from which a child's work comes, a page at a time.
public struct WorkSource<Message: WorkRequest>: Sendable {
  let name: String
  /// Whether it is an owner; one that is away is passed over, as it tells of its work when it is back.
  let isOwner: Bool
  let causes: [String]
  let page: @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply

  /// The work of one owner.
  ///
  /// - Parameters:
  ///   - owner: the first word of the ids.
  ///   - causes: the commands that it takes to ask.
  ///   - page: gives the page after a cursor of the owner's; nil asks for the first.
  public static func owner(
    _ owner: String, asking causes: [any BusCommand.Type],
    _ page: @escaping @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply
  ) -> WorkSource {
    WorkSource(name: owner, isOwner: true, causes: causes.map { $0.target }, page: page)
  }

  /// What the parent itself has kept for the child.
  public static func kept(
    _ name: String, asking causes: [any BusCommand.Type],
    _ page: @escaping @Sendable (Message, _ after: String?, Parent) async throws -> Message.Reply
  ) -> WorkSource {
    WorkSource(name: name, isOwner: false, causes: causes.map { $0.target }, page: page)
  }
}

/// Reads the `id` of a message's body and nothing else.
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
