import Bus
import Documents
import FastJSON
import Foundation
import PersistenceAPI

/// Generates commits like those of live meetings: one of 10,000 sessions with 800 bytes, one to
/// three events of 300 bytes, and a reply.
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

  /// Xorshift, so that each run commits the same documents and events.
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
