import Bus
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Threads

/// Commits one batch after another, each as soon as the previous one has ended. Batches begin on
/// the store's own thread, so the measured times include no thread switches.
final class Measurement: Sendable {
  private struct State {
    let commits = MeasuredCommits()
    var left = 0
    var began = ContinuousClock.now
    var usedBefore = 0.0
    /// Duration of each batch, in milliseconds.
    var times: [Double] = []
    var processorSeconds = 0.0
    var failure: StoreError?
    var end: CheckedContinuation<[Double], any Error>?
  }

  private let store: any Store
  private let batch: Int
  private let until: ContinuousClock.Instant
  private let state: Locked<State>

  init(_ store: any Store, batch: Int, seconds: Double) {
    self.store = store
    self.batch = batch
    until = .now + .seconds(seconds)
    state = Locked(State())
  }

  /// CPU time of the process during the batches, in seconds.
  var processorSeconds: Double { state.withLock { $0.processorSeconds } }

  func run() async throws -> [Double] {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { $0.end = continuation }
      begin()
    }
  }

  private func begin() {
    // Exclude the creation of the transactions from the measured time.
    let transactions = state.withLock { state in
      let transactions = (0..<batch).map { _ in state.commits.next() }
      state.left = batch
      state.usedBefore = Self.used()
      state.began = .now
      return transactions
    }
    for transaction in transactions {
      store.commit(transaction) { [self] in record($0) }
    }
  }

  private func record(_ outcome: Result<CommitResult, StoreError>) {
    let isLast = state.withLock { state in
      if case .failure(let failure) = outcome { state.failure = failure }
      state.left -= 1
      guard state.left == 0 else { return false }
      state.times.append((.now - state.began) / .milliseconds(1))
      state.processorSeconds += Self.used() - state.usedBefore
      return true
    }
    guard isLast else { return }
    let (failure, times, end) = state.withLock { ($0.failure, $0.times, $0.end) }
    if let failure { return end?.resume(throwing: failure) ?? () }
    if .now < until { begin() } else { end?.resume(returning: times) }
  }

  private static func used() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Generates commits like those of live meetings. Each writes one of 10,000 sessions (800 bytes),
/// one to three events (300 bytes each) and a reply.
final class MeasuredCommits {
  private static let types = [
    "meeting.speakerChanged", "meeting.segment", "meeting.alertPresented", "meeting.finished",
  ]
  private let body = filler(800)
  private let data = filler(300)
  private var number: UInt64 = 88_172_645_463_325_252

  private static func filler(_ bytes: Int) -> RawJSON {
    RawJSON(unchecked: Array("\"\(String(repeating: "x", count: bytes - 2))\"".utf8))
  }

  /// Returns a pseudorandom number (Xorshift), so that each run commits the same documents and
  /// events.
  private func random(_ bound: UInt64) -> Int {
    number ^= number << 13
    number ^= number >> 7
    number ^= number << 17
    return Int((number >> 11) % bound)
  }

  func next() -> Transaction {
    let session = random(10_000)
    let meeting = String(format: "a0000000-0000-4000-8000-%012d", session)
    let standup = String(format: "b0000000-0000-4000-8000-%012d", session % 1000)
    let key = UUID().lowercaseText
    let events = (0...random(3)).map { _ in
      NewEvent(
        id: UUID().lowercaseText, source: "/standups/standups",
        labels: EventLabels(
          type: Self.types[random(4)], subject: meeting, standup: standup, meeting: meeting),
        time: Date(timeIntervalSince1970: 1_795_260_600.125), data: data)
    }
    let commit = Commit(
      changes: [.put(Document(collection: "sessions", id: meeting, body: body))], events: events,
      idempotency: StoredReply(key: key, reply: .emptyObject))
    return Transaction(commit: commit, correlation: key, causation: key)
  }
}
