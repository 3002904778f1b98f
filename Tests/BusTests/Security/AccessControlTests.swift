import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import BusRouter
@testable import Bus

@Suite(.needs(.curve)) struct AccessControlTests {
  private let once = CallOptions(timeoutMs: 60_000, retries: false)

  @Test func aKnownKeyIsLetInAndMayWhatItsRoleSays() async throws {
    try await withSecureBus { rig in
      let ann = try CurveKeyPair.generate()
      let eve = try CurveKeyPair.generate()
      await rig.know((ann, "operator"), (eve, "observer"))
      let tool = try await rig.tool(rig.source(ann))
      _ = try await tool.send(SecureRig.Health())
      _ = try await tool.send(SecureRig.Letters())
      let watcher = try await rig.tool(rig.source(eve))
      _ = try await watcher.send(SecureRig.Health())
      let error = try await busError { _ = try await watcher.send(SecureRig.Letters()) }
      #expect(error.code == .denied)
      #expect(error.message.contains("router.deadLetters"))
      #expect(await rig.router.refusals.denied == 1)
      #expect(await rig.router.refusals.handshakes == 0)
    }
  }

  @Test func anUnknownKeyHearsThatItIsUnknown() async throws {
    try await withSecureBus { rig in
      let stranger = try CurveKeyPair.generate()
      let tool = try await rig.tool(rig.source(stranger))
      let error = try await busError {
        _ = try await tool.send(SecureRig.Health(), attachments: [], options: once)
      }
      #expect(error.code == .denied)
      #expect(error.message.contains("does not know this key"))
      #expect(error.message.contains(stranger.publicKey.fingerprint))
      let refusal = await rig.refusals.first { $0.fingerprint != nil }
      #expect(refusal.kind == .handshake)
      #expect(refusal.door == .commands)
      #expect(refusal.fingerprint == stranger.publicKey.fingerprint)
      #expect(refusal.address == "127.0.0.1")
      #expect(!"\(rig.refusals.values)".contains(stranger.publicKey.z85))
      let subscription = try await busError {
        _ = try await rig.subscriber(rig.source(stranger)).subscribe(["t/"], timeoutMs: 60_000)
      }
      #expect(subscription.code == .denied)
      #expect(await rig.router.refusals.handshakes >= 2)
      // Once the key is known, the same connection is established automatically.
      await rig.know((stranger, "operator"))
      try await waitUntil("The tool is let in.") {
        // Ignored because a call fails until the key is known.
        (try? await tool.send(SecureRig.Health())) != nil
      }
    }
  }

  @Test func withoutAKeyNobodyIsLetIn() async throws {
    try await withSecureBus { rig in
      let tool = try await rig.tool(nil)
      let error = try await busError {
        _ = try await tool.send(SecureRig.Health(), attachments: [], options: once)
      }
      #expect(error.code == .denied)
      #expect(error.message.contains("STANDUPS_KEY"))
      await rig.refusals.first { $0.kind == .handshake && $0.fingerprint == nil }
      let subscription = try await busError {
        _ = try await rig.subscriber(nil).subscribe(["t/"], timeoutMs: 60_000)
      }
      #expect(subscription.code == .denied)
    }
  }

  @Test func aRouterWithAnotherKeyIsNotTalkedTo() async throws {
    try await withSecureBus { rig in
      let ann = try CurveKeyPair.generate()
      await rig.know((ann, "operator"))
      let notices = Log<PeerNotice>()
      let other = try CurveKeyPair.generate().publicKey
      let tool = try await rig.peer(rig.source(ann, router: other), notices: notices)
      try await tool.open()
      let notice = await notices.first { if case .refused = $0 { true } else { false } }
      guard case .refused(let error) = notice else { throw Unexpected("\(notice)") }
      #expect(error.code == .unavailable)
      #expect(error.message.contains(other.fingerprint))
      // A call that runs into its deadline reports the same.
      let late = try await busError {
        _ = try await tool.send(
          SecureRig.Health(), attachments: [], options: CallOptions(timeoutMs: 100, retries: false))
      }
      #expect(late.message == error.message)
      await rig.refusals.first { $0.reason.contains("a different key") }
    }
  }

  @Test func aRouterWithoutKeysIsNotTalkedToWithOne() async throws {
    try await withSecureBus { rig in
      let open = ZeroMQRouterTransport(
        "tcp://127.0.0.1:0", context: rig.context, loop: rig.loop)
      try open.open(onReadable: {})
      let peer = Peer(
        transport: ZeroMQTransport(
          open.boundEndpoint ?? "", context: rig.context, loop: rig.loop,
          keys: rig.source(try .generate())))
      try await peer.open()
      let error = try await busError {
        _ = try await peer.send(SecureRig.Health(), attachments: [], options: once)
      }
      #expect(error.code == .denied)
      #expect(error.message.contains("uses no keys"))
      await peer.close()
      open.close()
    }
  }

  @Test func aSocketOfAnotherDomainLetsNobodyIn() async throws {
    try await withSecureBus { rig in
      let ann = try CurveKeyPair.generate()
      await rig.know((ann, "operator"))
      let server = try Socket(.pull, in: rig.context, on: rig.loop)
      try server.set(.zapDomain, to: "elsewhere")
      try server.set(.zapEnforceDomain, to: true)
      try server.setCurveServer(rig.own.secretKey)
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      let client = try Socket(.push, in: rig.context, on: rig.loop)
      try client.set(.linger, to: 0)
      try client.setCurveClient(ann, server: rig.own.publicKey)
      let events = Log<SocketEvent>()
      _ = try SocketMonitor(client) { events.add($0) }
      try client.connect(endpoint)
      let event = await events.first { $0.kind == .handshakeFailedAuth }
      #expect(event.value == 400)
      #expect(rig.refusals.values.contains { $0.reason.contains("elsewhere") })
      client.close()
      server.close()
    }
  }

  @Test func onlyServicesPublish() async throws {
    try await withSecureBus { rig in
      let timer = try CurveKeyPair.generate()
      let ann = try CurveKeyPair.generate()
      await rig.know((timer, "service:timer"), (ann, "operator"))
      let refused = try rig.publisher(ann)
      await rig.refusals.first {
        $0.door == .ingest && $0.fingerprint == ann.publicKey.fingerprint
      }
      let publisher = try rig.publisher(timer)
      let (_, items) = try await rig.subscriber(rig.source(ann)).subscribe(["t/meeting.tick/"])
      #expect(try await rig.next(publisher) == "\u{1}t/meeting.tick/")
      try publisher.send([Frame(SecureRig.tick("1"))])
      var iterator = items.makeAsyncIterator()
      while let item = await iterator.next(isolation: rig) {
        guard case .event(let topic, let event) = item else { continue }
        #expect(topic == "t/meeting.tick/1/")
        #expect(event.subject == "1")
        break
      }
      // Messages of a removed key no longer arrive.
      await rig.know((ann, "operator"))
      try publisher.send([Frame(SecureRig.tick("2"))])
      await rig.refusals.first { $0.kind == .event }
      publisher.close()
      refused.close()
    }
  }
}
