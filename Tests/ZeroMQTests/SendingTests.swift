import Testing
import ZeroMQ

@Suite struct SendingTests {
  @Test func aMandatoryRouterNamesUnknownPeersOnTheFirstFrame() async throws {
    try await withRig { rig in
      let router = try rig.socket(.router)
      try router.set(.routerMandatory, to: true)
      let dealer = try rig.socket(.dealer)
      try dealer.set(.routingID, to: Array("peer".utf8))
      try dealer.connect(try router.bind("tcp://127.0.0.1:*"))
      try dealer.send(["hello"], dontWait: false)
      #expect(try await rig.next(router) == ["peer", "hello"])

      let error = failure { () throws(ZeroMQError) in
        try router.send(["nobody", "lost", "lost too"])
      }
      #expect(error?.code == .hostUnreachable)
      #expect(error?.isRetriable == true)
      #expect(try router.trySend(["nobody", "lost"]) == .hostUnreachable)
      // No part of them precedes the next message.
      try router.send(["peer", "one", "two"])
      #expect(try await rig.next(dealer) == ["one", "two"])
    }
  }

  @Test func wouldBlockAtTheHighWaterMarkAndSendsNothing() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try pull.set(.rcvhwm, to: 3)
      try push.set(.sndhwm, to: 2)
      try push.connect(try pull.bind("inproc://full"))
      var sent = 0
      while sent < 100, try push.trySend(["\(sent)", "second"]) == .sent { sent += 1 }
      #expect(sent == 5)
      #expect(failure { () throws(ZeroMQError) in try push.send(["no"]) }?.code == .wouldBlock)
      for index in 0..<sent { #expect(try pull.receive() == ["\(index)", "second"]) }
      #expect(try pull.receive() == nil)
    }
  }

  @Test func tellsWhenThereIsRoomAgain() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try pull.set(.rcvhwm, to: 1)
      try push.set(.sndhwm, to: 1)
      try push.connect(try pull.bind("inproc://full"))
      while try push.trySend(["x"]) == .sent {}
      await withCheckedContinuation { continuation in
        rig.loop.notifyWhenWritable(push) { continuation.resume() }
        // Ignored because the test waits until there is room again.
        rig.loop.watch(pull) { _ = try? pull.receive() }
      }
      #expect(try push.trySend(["y"]) == .sent)
    }
  }

  // Nothing reads it here; a spinning loop could still not report it.
  @Test func waitingToWriteDoesNotNeedAReader() async throws {
    try await withRig { rig in
      let (left, right) = (try rig.socket(.pair), try rig.socket(.pair))
      try right.connect(try left.bind("inproc://pair"))
      try left.send(["unread"])
      await withCheckedContinuation { continuation in
        rig.loop.notifyWhenWritable(right) { continuation.resume() }
      }
      #expect(try right.receive() == ["unread"])
    }
  }

  @Test func withNobodyConnectedItWouldBlock() async throws {
    try await withRig { rig in
      let dealer = try rig.socket(.dealer)
      try dealer.set(.immediate, to: true)
      #expect(try dealer.trySend(["x"]) == .wouldBlock)
    }
  }

  @Test func aMessageNeedsAFrame() async throws {
    try await withRig { rig in
      let dealer = try rig.socket(.dealer)
      let error = failure { () throws(ZeroMQError) in try dealer.send(Message()) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func anOversizeFrameEndsTheConnectionAndIsNotDelivered() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      try pull.set(.maxMsgSize, to: 100)
      let endpoint = try pull.bind("tcp://127.0.0.1:*")
      let push = try rig.socket(.push)
      try push.set(.immediate, to: true)
      try push.set(.reconnectIvl, to: 10)
      let events = try rig.events(of: push)
      try push.connect(endpoint)
      _ = await events.wait(for: .handshakeSucceeded)
      try push.send([Frame([UInt8](repeating: 0, count: 101))], dontWait: false)
      _ = await events.wait(for: .disconnected)
      _ = await events.wait(for: .handshakeSucceeded)
      try push.send([Frame([UInt8](repeating: 1, count: 100))], dontWait: false)
      #expect(try await rig.next(pull) == [Frame([UInt8](repeating: 1, count: 100))])
    }
  }

  @Test func aMessageBeyondTheLimitsIsDrainedAndReported() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      pull.limits = MessageLimits(frames: 3, bytes: 10)
      try push.connect(try pull.bind("inproc://limits"))
      try push.send(["a", "b", "c", "d", "e"])
      try push.send(["a", "0123456789"])
      try push.send(["01234567890"])
      try push.send(["fits", "well"])

      let many = failure { () throws(ZeroMQError) in _ = try pull.receive() }
      #expect(many?.code == .messageTooLarge)
      #expect(many?.truncated == ["a", "b", "c"])
      let long = failure { () throws(ZeroMQError) in _ = try pull.receive() }
      #expect(long?.truncated == ["a"])
      let single = failure { () throws(ZeroMQError) in _ = try pull.receive() }
      #expect(single?.truncated == Message())
      #expect(try pull.receive() == ["fits", "well"])
    }
  }
}
