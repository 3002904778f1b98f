import TestSupport
import Testing

@testable import Leases

/// A tenure that continues.
private final class Holder {
  private var value = Tenure(ttlMs: 3000)

  var term: Int64? { value.term }
  var phase: Tenure.Phase { value.phase }
  func isValid(at now: BootTime) -> Bool { value.isValid(at: now) }
  func pauseMs(at now: BootTime) -> Int64 { value.pauseMs(at: now) }
  func doubt(at now: BootTime) { value.doubt(at: now) }
  func unanswered(at now: BootTime) -> Tenure.Change { value.unanswered(at: now) }
  func answered(_ answer: LeaseAnswer, askedAt asked: BootTime) -> Tenure.Change {
    value.answered(answer, askedAt: asked)
  }
}

/// A holder's view of its lease, with the test's own clock.
struct TenureTests {
  private let start = BootTime(nanoseconds: 1_000_000_000_000)

  private func at(_ ms: Int64) -> BootTime { start.adding(ms: ms) }

  private func holder(term: Int64 = 4) -> Holder {
    let tenure = Holder()
    #expect(tenure.answered(.held(term: term), askedAt: start) == .acquired(term: term))
    return tenure
  }

  @Test func oneWhoIsRefusedWaits() {
    let tenure = Holder()
    #expect(!tenure.isValid(at: start))
    #expect(tenure.answered(.refused(by: "other", term: 3), askedAt: start) == .none)
    #expect(tenure.unanswered(at: at(60_000)) == .none)
    #expect(tenure.phase == .waiting && tenure.pauseMs(at: start) == 100)
  }

  /// It ends before others may claim it, counted from before the store was queried.
  @Test func itIsValidUntilShortlyBeforeItsEnd() {
    let tenure = holder()
    #expect(tenure.term == 4)
    #expect(tenure.isValid(at: at(2499)) && !tenure.isValid(at: at(2500)))
  }

  @Test func aRenewalProlongsIt() {
    let tenure = holder()
    #expect(tenure.answered(.held(term: 4), askedAt: at(600)) == .none)
    #expect(tenure.isValid(at: at(3099)) && !tenure.isValid(at: at(3100)))
    #expect(tenure.pauseMs(at: at(700)) == 600)
  }

  @Test(arguments: [LeaseAnswer.refused(by: "other", term: 5), .held(term: 5)])
  func anotherTermEndsIt(_ answer: LeaseAnswer) throws {
    let tenure = holder()
    guard case .lost(let reason) = tenure.answered(answer, askedAt: at(600)) else {
      throw Unexpected("It was not lost.")
    }
    #expect(reason.contains("writer epoch 5"))
    #expect(!tenure.isValid(at: at(601)) && tenure.term == nil)
    // Permanently.
    #expect(tenure.answered(.held(term: 4), askedAt: at(700)) == .none)
    #expect(!tenure.isValid(at: at(701)))
  }

  /// A resumed holder is not certain of anything until the store has answered.
  @Test func aHolderThatSleptAsksFirst() {
    let tenure = holder()
    #expect(!tenure.isValid(at: at(10_000)))
    #expect(tenure.answered(.held(term: 4), askedAt: at(10_000)) == .none)
    #expect(tenure.isValid(at: at(10_001)))
  }

  @Test func aLostConnectionIsADoubt() {
    let tenure = holder()
    tenure.doubt(at: at(100))
    #expect(!tenure.isValid(at: at(100)) && tenure.term == 4)
    #expect(tenure.pauseMs(at: at(100)) == 50)
    #expect(tenure.unanswered(at: at(200)) == .none)
    #expect(tenure.answered(.held(term: 4), askedAt: at(1000)) == .none)
    #expect(tenure.isValid(at: at(1001)))
    // The doubt is over: the next one has its own time.
    #expect(tenure.unanswered(at: at(3600)) == .none)
    #expect(tenure.unanswered(at: at(6500)) == .none)
  }

  @Test func aDoubtThatLastsEndsIt() {
    let tenure = holder()
    #expect(tenure.unanswered(at: at(2000)) == .none)
    #expect(tenure.unanswered(at: at(2600)) == .none)
    #expect(tenure.unanswered(at: at(5599)) == .none)
    #expect(
      tenure.unanswered(at: at(5600)) == .lost(reason: "the lease could not be renewed in time"))
  }
}
