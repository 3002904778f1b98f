import Testing

@testable import Leases

/// An instance that polls repeatedly.
private final class Witness {
  private var value = LeaseWitness()

  func isFree(_ row: LeaseRow, ttlMs: Int64, now: BootTime) -> Bool {
    value.isFree(row, ttlMs: ttlMs, now: now)
  }
}

/// When a waiting instance may claim a lease.
struct WitnessTests {
  private let start = BootTime(nanoseconds: 1_000_000_000_000)

  private func row(
    _ holder: String = "one", term: Int64 = 1, beat: Int64, isPresent: Bool = true,
    isCertain: Bool = false, at nowMs: Int64
  ) -> LeaseRow {
    LeaseRow(
      holder: holder, term: term, beat: beat, isPresent: isPresent, isCertain: isCertain,
      nowMs: nowMs)
  }

  private func at(_ ms: Int64) -> BootTime { start.adding(ms: ms) }

  @Test func whatNobodyHoldsIsFree() {
    let witness = Witness()
    #expect(witness.isFree(row("", term: 0, beat: 0, at: 0), ttlMs: 3000, now: at(0)))
  }

  @Test func aRenewedLeaseIsNeverFree() {
    let witness = Witness()
    for step in 0..<100 {
      let ms = Int64(step) * 700
      #expect(!witness.isFree(row(beat: Int64(step), at: ms), ttlMs: 3000, now: at(ms)))
    }
  }

  @Test func oneThatIsNotRenewedBeforeOurEyesIsFreeAfterItsTime() {
    let witness = Witness()
    #expect(!witness.isFree(row(beat: 5, at: 10_000), ttlMs: 3000, now: at(0)))
    #expect(!witness.isFree(row(beat: 5, at: 12_999), ttlMs: 3000, now: at(2999)))
    #expect(witness.isFree(row(beat: 5, at: 13_000), ttlMs: 3000, now: at(3000)))
  }

  @Test func aHolderThatIsGoneLosesItAtOnce() {
    let witness = Witness()
    #expect(!witness.isFree(row(beat: 5, at: 0), ttlMs: 3000, now: at(0)))
    #expect(!witness.isFree(row(beat: 5, at: 100), ttlMs: 3000, now: at(100)))
    #expect(witness.isFree(row(beat: 5, isPresent: false, at: 200), ttlMs: 3000, now: at(200)))
  }

  /// A restarted instance finds its predecessor's lease.
  @Test func whereItsAbsenceIsCertainNobodyNeedHaveSeenIt() {
    let witness = Witness()
    let gone = row(beat: 5, isPresent: false, isCertain: true, at: 0)
    #expect(witness.isFree(gone, ttlMs: 3000, now: at(0)))
    #expect(!Witness().isFree(row(beat: 5, isCertain: true, at: 0), ttlMs: 3000, now: at(0)))
  }

  /// After a restart of the server all connections are new: the holder may just be slower.
  @Test func aHolderThatWasNeverSeenIsNotTakenForGone() {
    let witness = Witness()
    for ms: Int64 in [0, 100, 2900] {
      #expect(!witness.isFree(row(beat: 5, isPresent: false, at: ms), ttlMs: 3000, now: at(ms)))
    }
    #expect(!witness.isFree(row(beat: 6, at: 2950), ttlMs: 3000, now: at(2950)))
    #expect(!witness.isFree(row(beat: 6, at: 5900), ttlMs: 3000, now: at(5900)))
  }

  @Test func aNewHolderHasItsWholeTime() {
    let witness = Witness()
    #expect(!witness.isFree(row(beat: 5, at: 0), ttlMs: 3000, now: at(0)))
    // Never seen alive: its absence shows nothing.
    #expect(
      !witness.isFree(
        row("two", term: 2, beat: 6, isPresent: false, at: 2900), ttlMs: 3000, now: at(2900)))
    #expect(
      !witness.isFree(
        row("two", term: 2, beat: 6, isPresent: false, at: 5800), ttlMs: 3000, now: at(5800)))
    #expect(
      witness.isFree(
        row("two", term: 2, beat: 6, isPresent: false, at: 5900), ttlMs: 3000, now: at(5900)))
  }

  /// Setting the clock neither ends a lease early nor keeps it forever.
  @Test func theClockOfTheStoreMayBeSet() {
    let witness = Witness()
    #expect(!witness.isFree(row(beat: 5, at: 0), ttlMs: 3000, now: at(0)))
    #expect(!witness.isFree(row(beat: 5, at: 3_600_000), ttlMs: 3000, now: at(100)))
    #expect(!witness.isFree(row(beat: 5, at: -3_600_000), ttlMs: 3000, now: at(200)))
    #expect(!witness.isFree(row(beat: 5, at: -3_597_001), ttlMs: 3000, now: at(3199)))
    #expect(witness.isFree(row(beat: 5, at: -3_597_000), ttlMs: 3000, now: at(3200)))
  }

  /// An instance that was suspended itself checks again before it trusts earlier observations.
  @Test func aWitnessThatSleptSeesTheRenewal() {
    let witness = Witness()
    #expect(!witness.isFree(row(beat: 5, at: 0), ttlMs: 3000, now: at(0)))
    #expect(!witness.isFree(row(beat: 40, at: 60_000), ttlMs: 3000, now: at(60_000)))
  }

  @Test func termsRise() {
    #expect(row(term: 7, beat: 1, at: 0).next(wallMs: 5) == 8)
    #expect(row(term: 7, beat: 1, at: 0).next(wallMs: 1_800_000_000_000) == 1_800_000_000_000)
  }
}
