import Testing

@testable import TimerService

@Suite struct DelegateOutboxTests {
  let a = CountdownKey(id: "a", serial: 1)
  let b = CountdownKey(id: "b", serial: 2)
  var outbox = DelegateOutbox(limit: 10)

  func change(_ speaker: Int) -> DelegateOutbox.Call {
    .speakerChanged(speaker: speaker, elapsedMs: Int64(speaker) * 1000)
  }

  @Test mutating func oneAtATimeAndInOrder() {
    outbox.add(change(1), for: a)
    outbox.add(change(1), for: b)
    #expect(outbox.next()?.call == change(1))
    outbox.add(change(2), for: a)
    #expect(outbox.next()?.key == b)
    #expect(outbox.next() == nil)
    #expect(outbox.completed(a, .acknowledged) == .nothing)
    #expect(outbox.next()?.call == change(2))
    #expect(outbox.completed(a, .acknowledged) == .nothing)
    #expect(outbox.completed(b, .acknowledged) == .nothing)
    #expect(outbox.pending == 0)
    #expect(outbox.inFlight == 0)
  }

  /// However many speakers change while the composition root is slow, it receives the latest one
  /// and then the end.
  @Test mutating func changesThatFallBehindAreOne() {
    for speaker in 1...3 { outbox.add(change(speaker), for: a) }
    #expect(outbox.next()?.call == change(3))
    for speaker in 4...400 { outbox.add(change(speaker), for: a) }
    #expect(outbox.pending == 2)
    // A pending message may already have been accepted: it stays unchanged.
    #expect(outbox.completed(a, .failed) == .retry(after: .milliseconds(250)))
    for speaker in 401...500 { outbox.add(change(speaker), for: a) }
    outbox.add(.finished(elapsedMs: 9000), for: a)
    #expect(outbox.pending == 3)
    outbox.retry(a)
    var calls: [DelegateOutbox.Call] = []
    while let (key, call) = outbox.next() {
      calls.append(call)
      _ = outbox.completed(key, .acknowledged)
    }
    #expect(calls == [change(3), change(500), .finished(elapsedMs: 9000)])
  }

  @Test mutating func aFailureHoldsUpWhatComesAfterIt() {
    outbox.add(change(1), for: a)
    _ = outbox.next()
    outbox.add(change(2), for: a)
    #expect(outbox.completed(a, .failed) == .retry(after: .milliseconds(250)))
    outbox.add(.finished(elapsedMs: 3000), for: a)
    #expect(outbox.next() == nil)
    outbox.retry(a)
    outbox.retry(a)
    #expect(outbox.next()?.call == change(1))
    #expect(outbox.next() == nil)
    #expect(outbox.completed(a, .failed) == .retry(after: .milliseconds(500)))
    outbox.retry(a)
    _ = outbox.next()
    #expect(outbox.completed(a, .acknowledged) == .nothing)
    #expect(outbox.next()?.call == change(2))
    // The count restarts after a success.
    #expect(outbox.completed(a, .failed) == .retry(after: .milliseconds(250)))
  }

  @Test(arguments: [DelegateOutbox.Outcome.acknowledged, .refused])
  mutating func aFinishThatIsDealtWithIsForgotten(outcome: DelegateOutbox.Outcome) {
    outbox.add(.finished(elapsedMs: 3000), for: a)
    _ = outbox.next()
    #expect(outbox.completed(a, outcome) == .forget)
    #expect(outbox.pending == 0)
  }

  @Test mutating func whatIsRefusedIsDroppedAndTheRestGoesOn() {
    outbox.add(change(1), for: a)
    outbox.add(.finished(elapsedMs: 3000), for: a)
    _ = outbox.next()
    #expect(outbox.completed(a, .refused) == .nothing)
    #expect(outbox.next()?.call == .finished(elapsedMs: 3000))
  }

  @Test mutating func whatIsEndedIsToldNoMore() {
    outbox.add(change(1), for: a)
    outbox.add(change(1), for: b)
    outbox.end(b)
    #expect(outbox.next()?.key == a)
    #expect(outbox.next() == nil)
    outbox.end(a)
    #expect(outbox.completed(a, .failed) == .nothing)
    outbox.retry(a)
    #expect(outbox.next() == nil)
    #expect(outbox.inFlight == 0)
  }

  @Test mutating func whatIsEndedWhileItIsToldMakesRoom() {
    outbox = DelegateOutbox(limit: 1)
    outbox.add(change(1), for: a)
    outbox.add(change(1), for: b)
    #expect(outbox.next()?.key == a)
    #expect(outbox.next() == nil)
    outbox.end(a)
    #expect(outbox.next()?.key == b)
    #expect(outbox.completed(a, .acknowledged) == .nothing)
    #expect(outbox.inFlight == 1)
    #expect(outbox.completed(b, .acknowledged) == .nothing)
    #expect(outbox.inFlight == 0)
  }

  @Test mutating func onlySoManyAreUnderWay() {
    outbox = DelegateOutbox(limit: 2)
    for serial in 1...4 {
      outbox.add(change(1), for: CountdownKey(id: "\(serial)", serial: UInt64(serial)))
    }
    #expect(outbox.next()?.key.serial == 1)
    #expect(outbox.next()?.key.serial == 2)
    #expect(outbox.next() == nil)
    _ = outbox.completed(CountdownKey(id: "1", serial: 1), .failed)
    #expect(outbox.next()?.key.serial == 3)
    #expect(outbox.next() == nil)
  }

  @Test func patienceGrowsAndHasAnEnd() {
    #expect(DelegateOutbox.backOff(1) == .milliseconds(250))
    #expect(DelegateOutbox.backOff(5) == .milliseconds(4000))
    #expect(DelegateOutbox.backOff(6) == .seconds(5))
    #expect(DelegateOutbox.backOff(.max) == .seconds(5))
  }
}
