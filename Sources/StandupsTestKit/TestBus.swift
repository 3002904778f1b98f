public import Bus
import BusRouter
import Composition
public import Documents
public import Foundation
public import RouterAPI
public import ZeroMQ

/// A bus within the test's process: a router, the services of the test, and a tool, without
/// sockets.
///
/// Messages are delivered in the same order and fail in the same ways as over ZeroMQ. The router
/// binds what the test states in the form of `STANDUPS_BINDINGS`, answers `events.publish` by
/// recording the events, and stores the documents of the named services in memory.
///
/// ```swift
/// let bus = try await TestBus(bindings: "polls.decided=standups.note")
/// var standups = CommandTable()
/// standups.on(NoteFollowUp.self) { command, _ in … }
/// try await bus.serve("standups", standups)
/// try await bus.serve { PollsService(delegate: $0) }
/// let poll = try await bus.send(OpenPoll(question: "Lunch?"))
/// await bus.close()
/// ```
public final class TestBus: TargetCaller {
  /// The thread on which the router and all connections run.
  public let loop: SocketLoop
  /// Events that services published with `events.publish`, or with a change of their documents, in
  /// order.
  public let published = Recorder<EventDraft>()
  private let stored: TestDocuments
  private let hub: InProcessHub
  private let router: Router
  private let tool: Peer
  /// Keeps the connections and the runs of the services alive.
  private let peers = Recorder<Peer>()
  private let runs = Recorder<Task<Void, any Error>>()

  /// Opens a bus.
  ///
  /// - Parameter bindings: as in `STANDUPS_BINDINGS`: `NAME` and `MESSAGE=COMMAND`, separated by
  ///   commas; the services that they name are those of the bus. Default: none.
  /// - Throws: `BusError` `invalid` for bindings that cannot be used; `ZeroMQError` if the system
  ///   provides no thread.
  public init(bindings: String = "") async throws {
    let published = published
    let stored = TestDocuments(publishingTo: published)
    let integration = try Self.integration(bindings, stored)
    self.stored = stored
    loop = try SocketLoop(name: "test-bus")
    hub = InProcessHub(loop: loop)
    var own = CommandTable()
    own.on(PublishEvents.self) { command, call in
      for draft in command.events {
        if let problem = draft.problem(from: call.sender) { throw BusError(.invalid, problem) }
      }
      let events = command.events.map {
        PublishedEvent(
          id: $0.id?.lowercased() ?? UUID().uuidString.lowercased(), type: $0.type, time: Date(),
          sequence: command.isEphemeral == true ? nil : 1)
      }
      for draft in command.events { published.record(draft) }
      return PublishEvents.Reply(events: events, epoch: command.isEphemeral == true ? nil : "test")
    }
    router = Router(transport: hub, integration: integration, own: own)
    tool = Peer(transport: hub.connect(on: loop))
    try await router.open()
    try await tool.open()
  }

  private static func integration(
    _ bindings: String, _ stored: TestDocuments
  ) throws -> Integration {
    let (rules, services, invalid) = BindingRule.list(bindings)
    if let part = invalid.first {
      throw BusError(.invalid, "Invalid binding “\(part)”; expected \(BindingRule.form).")
    }
    var integration = Integration()
    for name in Set(rules.flatMap { [$0.sender, $0.receiver] } + services) {
      integration.child(name)
      stored.bind(name, &integration)
    }
    for rule in rules { integration.relay(rule, of: rule.sender) }
    if let problem = integration.problems.first { throw BusError(.invalid, problem) }
    return integration
  }

  /// Returns the stored documents of a collection, sorted by sort key and id.
  public func documents(in collection: String) -> [Document] { stored.sorted(in: collection) }

  /// Runs a service until `close`, as in its own process, and returns when the router has accepted
  /// its registration.
  ///
  /// - Parameter make: creates the service from its connection, over which it sends delegate
  ///   messages and commands.
  /// - Returns: the service.
  /// - Throws: the error of `make`, or the reason why the service could not register.
  @discardableResult
  public func serve<Served: Service>(
    _ make: (Peer) async throws -> Served
  ) async throws -> Served {
    let peer = Peer(transport: hub.connect(on: loop))
    let service = try await make(peer)
    let host = ServiceHost(service, on: peer)
    let registered = Recorder<Result<Void, any Error>>()
    peers.record(peer)
    runs.record(
      Task {
        do {
          try await host.run()
        } catch {
          registered.record(.failure(error))
          throw error
        }
      })
    runs.record(
      Task {
        try await peer.waitUntilWelcome()
        registered.record(.success(()))
      })
    try await registered.wait(for: 1)[0].get()
    return service
  }

  /// Registers a service that consists of its commands only, such as a substitute for another
  /// service.
  ///
  /// - Parameters:
  ///   - name: its name on the bus.
  ///   - commands: the commands that it answers.
  /// - Throws: `BusError` if the router rejects it.
  public func serve(_ name: String, _ commands: CommandTable) async throws {
    let peer = Peer(transport: hub.connect(on: loop))
    peers.record(peer)
    try await peer.open(as: ServiceDefinition(name: name, commands: commands))
    try await peer.waitUntilWelcome()
  }

  /// Sends a command by name as a tool does, and returns the JSON of the reply.
  ///
  /// - Throws: `BusError`.
  public func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    try await tool.request(
      target, body: body, attachments: attachments, key: key, options: options)
  }

  /// Ends the services, the router and the thread.
  public func close() async {
    for run in runs.values { run.cancel() }
    for run in runs.values { _ = await run.result }
    for peer in peers.values { await peer.close() }
    await tool.close()
    await router.close()
    await loop.stop()
  }
}
