import AccessRights
import Foundation
import StandupsTestKit
import TestSupport
import Testing
import ZeroMQ

@testable import Bus

@Suite(.needs(.curve)) struct SubscriptionAccessTests {
  @Test func whatIsNotAllowedIsToldWithTheNonce() async throws {
    try await withSecureBus { rig in
      let load = try CurveKeyPair.generate()
      await rig.know((load, "loadtest"))
      let error = try await busError {
        _ = try await rig.subscriber(rig.source(load)).subscribe(["t/meeting.segment/"])
      }
      #expect(error.code == .denied)
      #expect(error.message.contains("t/meeting.segment/"))
      let socket = try rig.raw(load)
      for topic in ["t/load.tick/", "m/1/", "~/0123456789abcdef0123456789abcdefn"] {
        try socket.subscribe(topic)
      }
      let answer = try await rig.next(socket)
      let json = Data(answer.dropFirst("~/0123456789abcdef0123456789abcdefn ".count).utf8)
      let confirmation = try BusJSON.decode(Bus.Confirmation.self, from: json)
      #expect(confirmation.denied == ["m/1/"])
      #expect(confirmation.reasons?.first?.contains("loadtest") == true)
      #expect(confirmation.head == 4)
      #expect(await rig.router.refusals.denied == 2)
      socket.close()
    }
  }

  @Test(arguments: ["person:\(UUID())", "team:web:member"])
  func onePersonLeavesConnectionsForOthers(roles: String) async throws {
    try await withSecureBus { rig in
      let (ann, bob) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
      await rig.know((ann, roles), (bob, "observer"))
      var sockets: [Socket] = []
      defer { for socket in sockets { socket.close() } }
      for number in 1...AccessControl.maxConnectionsInTeams + 1 {
        let isLast = number > AccessControl.maxConnectionsInTeams
        #expect(await rig.router.refusals.handshakes == 0)
        let socket = try rig.raw(ann)
        sockets.append(socket)
        let nonce = "~/\(UUID())"
        try socket.subscribe(nonce)
        // The router has heard from each before the next one connects.
        if !isLast { #expect(try await rig.next(socket).hasPrefix(nonce)) }
      }
      try await waitUntil("The last connection is closed.") {
        await rig.router.refusals.handshakes > 0
      }
      #expect(
        try await rig.subscriber(rig.source(bob)).subscribe(["t/"]).confirmation.denied.isEmpty)
    }
  }

  @Test func whatIsAddedMayBeRefused() async throws {
    try await withSecureBus { rig in
      let load = try CurveKeyPair.generate()
      await rig.know((load, "loadtest"))
      let subscriber = rig.subscriber(rig.source(load))
      _ = try await subscriber.subscribe(["t/load.tick/"])
      // Both are notified, whichever subscribed first.
      async let one = busError { try await subscriber.add(["m/1/"]) }
      async let two = busError { try await subscriber.add(["t/load.tack/", "m/1/"]) }
      for error in try await [one, two] {
        #expect(error.code == .denied)
        #expect(error.message.contains("m/1/"))
      }
      #expect(try await subscriber.add(["t/load.tack/"]).denied.isEmpty)
    }
  }

  /// Services publish as long as a permitted subscriber exists, regardless of denied ones.
  @Test(arguments: [false, true])
  func theEndOfADeniedSubscriptionEndsNobodyElses(leaves: Bool) async throws {
    try await withSecureBus { rig in
      let timer = try CurveKeyPair.generate()
      let ann = try CurveKeyPair.generate()
      let load = try CurveKeyPair.generate()
      await rig.know((timer, "service:timer"), (ann, "observer"), (load, "loadtest"))
      let publisher = try rig.publisher(timer)
      let allowed = try rig.raw(ann)
      try allowed.subscribe("m/1/")
      #expect(try await rig.next(publisher) == "\u{1}m/1/")
      let denied = try rig.raw(load)
      for topic in ["m/1/", "~/0123456789abcdef0123456789abcdefn"] { try denied.subscribe(topic) }
      #expect(try await rig.next(denied).contains("m/1/"))
      if leaves {
        denied.close()
      } else {
        try denied.unsubscribe("m/1/")
      }
      // A later message over the same connection.
      let other = try rig.raw(ann)
      for topic in ["t/load.tick/", "~/0123456789abcdef0123456789abcdefo"] {
        try other.subscribe(topic)
      }
      _ = try await rig.next(other)
      #expect(try await rig.next(publisher) == "\u{1}t/load.tick/")
      if leaves {
        // The permitted subscriber closes, and its end is reported.
        allowed.close()
        #expect(try await rig.next(publisher) == "\u{0}m/1/")
      }
      for socket in [publisher, allowed, denied, other] { socket.close() }
    }
  }

  @Test func aKeyThatIsTakenAwayHearsNothingMore() async throws {
    try await withSecureBus { rig in
      let ann = try CurveKeyPair.generate()
      let eve = try CurveKeyPair.generate()
      await rig.know((ann, "observer"), (eve, "observer"))
      let socket = try rig.raw(eve)
      let events = Log<SocketEvent>()
      _ = try SocketMonitor(socket) { events.add($0) }
      for topic in ["t/", "~/0123456789abcdef0123456789abcdefn"] { try socket.subscribe(topic) }
      #expect(try await rig.next(socket).hasPrefix("~/0123456789abcdef0123456789abcdefn "))
      let tool = try await rig.tool(rig.source(eve))
      _ = try await tool.send(SecureRig.Health())
      let other = try await rig.tool(rig.source(ann))
      _ = try await other.send(SecureRig.Health())

      await rig.know((ann, "observer"))
      await events.first { $0.kind == .disconnected }
      await events.first { $0.kind == .handshakeFailedAuth }
      let error = try await busError {
        _ = try await tool.send(
          SecureRig.Health(), options: CallOptions(timeoutMs: 60_000, retries: false))
      }
      #expect(error.code == .denied)
      // Other clients do not notice.
      _ = try await other.send(SecureRig.Health())
      socket.close()
    }
  }

  @Test func aSubscriberWhoseKeyIsTakenAwayIsToldAtTheEnd() async throws {
    try await withSecureBus { rig in
      let eve = try CurveKeyPair.generate()
      await rig.know((eve, "observer"))
      let subscriber = rig.subscriber(rig.source(eve))
      let (_, items) = try await subscriber.subscribe(["t/"])
      await rig.know()
      for await _ in items {}
      let failure = await subscriber.failure
      #expect(failure?.code == .denied)
      #expect(failure?.message.contains(eve.publicKey.fingerprint) == true)
    }
  }

  @Test func aKeyThatWasReplacedInItsPlaceIsTakenUp() async throws {
    try await withSecureBus { rig in
      let old = try CurveKeyPair.generate()
      let new = try CurveKeyPair.generate()
      await rig.know((old, "operator"), (new, "operator"))
      let fresh = ClientKeys(pair: new, router: rig.own.publicKey)
      let source = KeySource(rig.source(old).keys) { fresh }
      let tool = try await rig.tool(source)
      _ = try await tool.send(SecureRig.Health())
      await rig.know((new, "operator"))
      try await waitUntil("The new key is let in.") {
        // Ignored because a call may fail briefly while the old key is rejected.
        (try? await tool.send(SecureRig.Health())) != nil
      }
    }
  }
}
