import Testing
import ZeroMQ

@Suite struct PublishingTests {
  @Test func subscriptionsArriveAndFilter() async throws {
    try await withRig { rig in
      let xpub = try rig.socket(.xpub)
      let sub = try rig.socket(.sub)
      try sub.subscribe("m/1/")
      try sub.subscribe("~/last")
      try sub.connect(try xpub.bind("tcp://127.0.0.1:*"))
      #expect(try await rig.next(xpub) == [Frame([1] + Array("m/1/".utf8))])
      #expect(try await rig.next(xpub) == [Frame([1] + Array("~/last".utf8))])

      try xpub.send(["m/10/ no"])
      try xpub.send(["m/1/ yes"])
      #expect(try await rig.next(sub) == ["m/1/ yes"])

      try sub.unsubscribe("m/1/")
      #expect(try await rig.next(xpub) == [Frame([0] + Array("m/1/".utf8))])
      try xpub.send(["m/1/ no more"])
      try xpub.send(["~/last end"])
      #expect(try await rig.next(sub) == ["~/last end"])
    }
  }

  // Subscriptions made before the connection are sent in the order of their bytes, so a client that
  // wants to know that all have arrived ends with one that sorts last.
  @Test func earlySubscriptionsArriveSorted() async throws {
    try await withRig { rig in
      let xpub = try rig.socket(.xpub)
      let sub = try rig.socket(.sub)
      for topic in ["~", "t/", "h/", "m/2/", "m/10/", "s/"] { try sub.subscribe(topic) }
      try sub.connect(try xpub.bind("tcp://127.0.0.1:*"))
      for topic in ["h/", "m/10/", "m/2/", "s/", "t/", "~"] {
        #expect(try await rig.next(xpub) == [Frame([1] + Array(topic.utf8))])
      }
    }
  }

  @Test func aManualPublisherDecidesWhoGetsWhat() async throws {
    try await withRig { rig in
      let xpub = try rig.socket(.xpub)
      try xpub.set(.xpubManual, to: true)
      let sub = try rig.socket(.sub)
      let events = try rig.events(of: sub)
      try sub.connect(try xpub.bind("ipc://\(rig.directory.path)/events"))
      _ = await events.wait(for: .handshakeSucceeded)
      try sub.subscribe("wanted")
      try sub.subscribe("denied")
      #expect(try await rig.next(xpub) == [Frame([1] + Array("wanted".utf8))])
      try xpub.subscribe("wanted")
      #expect(try await rig.next(xpub) == [Frame([1] + Array("denied".utf8))])
      try xpub.send(["denied"])
      try xpub.send(["wanted"])
      #expect(try await rig.next(sub) == ["wanted"])
    }
  }
}
