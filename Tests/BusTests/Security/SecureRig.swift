import Foundation
import Testing
import ZeroMQ

@testable import AccessRights
@testable import BusRouter
@testable import Composition
@testable import RouterConnections
@testable import Bus

/// A router with keys and its events, on TCP, and their clients; everything runs on one loop.
actor SecureRig {
  nonisolated let loop: SocketLoop
  nonisolated let context: Context
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let own: CurveKeyPair
  let access: AccessControl
  let hub: EventHub
  let router: Router
  let transport: ZeroMQRouterTransport
  nonisolated let refusals = Log<AccessControl.Refusal>()
  private var peers: [Peer] = []
  private var subscribers: [Subscriber] = []

  init(_ limits: ConnectionLimits) throws {
    let loop = try SocketLoop(name: "secure")
    self.loop = loop
    context = try Context()
    own = try CurveKeyPair.generate()
    access = AccessControl(keys: own, ring: KeyRing(), loop: loop) { [refusals] in refusals.add($0)
    }
    hub = EventHub(context: context, loop: loop, access: access, limits: limits)
    transport = ZeroMQRouterTransport(
      "tcp://127.0.0.1:0", context: context, loop: loop, access: access, limits: limits)
    var commands = CommandTable()
    commands.on(Health.self) { _, _ in Done() }
    commands.on(Letters.self) { _, _ in Done() }
    router = Router(
      transport: transport, integration: Integration(), own: commands, access: access)
  }

  struct Health: BusCommand {
    typealias Reply = Done
    static let target = "router.health"
    static let traits = CommandTraits(access: .anyone)
  }

  struct Letters: BusCommand {
    typealias Reply = Done
    static let target = "router.deadLetters"
    static let traits = CommandTraits(access: .operator)
  }

  func open() async throws {
    try access.open(in: context)
    try await router.open()
    try hub.open(events: "tcp://127.0.0.1:0", ingest: "tcp://127.0.0.1:0")
    hub.noteHead(JournalHead(epoch: "e", head: 4))
  }

  func close() async {
    for peer in peers { await peer.close() }
    for subscriber in subscribers { await subscriber.close() }
    await router.close()
    hub.close()
    access.close()
  }

  /// Sets the only keys that the router knows.
  func know(_ rights: (CurveKeyPair, String)...) async {
    await router.replaceKeys(
      KeyRing(
        rights.map {
          Rights(name: "k", key: $0.0.publicKey, roles: (try? Role.list($0.1)) ?? [])
        }))
  }

  func source(_ pair: CurveKeyPair, router: CurvePublicKey? = nil) -> KeySource {
    KeySource(ClientKeys(pair: pair, router: router ?? own.publicKey))
  }

  func peer(_ keys: KeySource?, notices: Log<PeerNotice> = Log()) async throws -> Peer {
    let endpoint = transport.boundEndpoint ?? ""
    let peer = Peer(
      transport: ZeroMQTransport(endpoint, context: context, loop: loop, keys: keys),
      configuration: PeerConfiguration(endpoint: endpoint), onNotice: { notices.add($0) })
    peers.append(peer)
    return peer
  }

  func tool(_ keys: KeySource?) async throws -> Peer {
    let peer = try await peer(keys)
    try await peer.open()
    return peer
  }

  func subscriber(_ keys: KeySource?) -> Subscriber {
    let subscriber = Subscriber(
      hub.eventsEndpoint ?? "", context: context, loop: loop, keys: keys)
    subscribers.append(subscriber)
    return subscriber
  }

  /// A subscriber without protocol rules.
  func raw(_ pair: CurveKeyPair) throws -> Socket {
    let socket = try Socket(.sub, in: context, on: loop)
    try socket.set(.linger, to: 0)
    try socket.setCurveClient(pair, server: own.publicKey)
    try socket.connect(hub.eventsEndpoint ?? "")
    return socket
  }

  /// A service's socket that receives subscriptions.
  func publisher(_ pair: CurveKeyPair) throws -> Socket {
    let socket = try Socket(.xpub, in: context, on: loop)
    try socket.set(.linger, to: 0)
    try socket.set(.xpubVerboser, to: true)
    try socket.setCurveClient(pair, server: own.publicKey)
    try socket.connect(hub.ingestEndpoint ?? "")
    return socket
  }

  /// An event in the timer's format.
  static func tick(_ subject: String, more: String = "") -> String {
    #"t/meeting.tick/\#(subject)/ {"specversion":"1.0","id":"1","source":"/standups/timer","#
      + #""type":"meeting.tick","subject":"\#(subject)","time":"2026-07-01T08:00:00.000Z","#
      + #""datacontenttype":"application/json","data":{}\#(more)}"#
  }

  func next(_ socket: Socket) async throws -> String {
    let message: Message
    if let waiting = try socket.receive() {
      message = waiting
    } else {
      message = try await withCheckedThrowingContinuation { continuation in
        loop.watch(socket) { [loop] in
          guard let message = try? socket.receive() else { return }
          loop.unwatch(socket)
          continuation.resume(returning: message)
        }
      }
    }
    return String(decoding: message.first?.bytes ?? [], as: UTF8.self)
  }
}

func withSecureBus(
  _ limits: ConnectionLimits = ConnectionLimits(descriptors: 20_000),
  _ body: @Sendable (isolated SecureRig) async throws -> Void
) async throws {
  let rig = try SecureRig(limits)
  var failure: (any Error)?
  do {
    try await rig.open()
    try await body(rig)
  } catch { failure = error }
  await rig.close()
  #expect(await rig.loop.stop())
  try await rig.context.close()
  if let failure { throw failure }
}

/// The error of a call that must fail.
func busError(
  _ body: () async throws -> Void, isolation: isolated (any Actor)? = #isolation
) async throws -> BusError {
  do {
    try await body()
  } catch let error as BusError {
    return error
  }
  throw BusError(.internal, "It did not fail.")
}
