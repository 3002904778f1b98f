import Bus
import FastJSON
import Foundation
import Testing

@testable import GatewayService

/// The small values of the gateway.
@Suite struct ValueTests {
  @Test func aBucketFillsEvenly() {
    var limit = RateLimit(2, perMs: 1000)
    let moments: [(String, Int64)] = [
      ("a", 0), ("a", 0), ("a", 0), ("b", 0), ("a", 400), ("a", 500), ("a", 60_000), ("a", 60_000),
      ("a", 60_000),
    ]
    let waits = moments.map { limit.take($0.0, at: $0.1) }
    #expect(waits == [nil, nil, 500, nil, 100, nil, nil, nil, 500])
  }

  @Test func soManyAreRememberedAndNoMore() {
    var limit = RateLimit(1, perMs: 1000)
    let waits = (0..<25_000).map { limit.take("\($0)", at: 0) }
    #expect(waits.allSatisfy { $0 == nil })
    #expect(limit.count <= 10_000)
  }

  @Test func theRingForgetsTheOldest() throws {
    var ring = RecentEvents(epoch: "e", position: 10)
    #expect(ring[10] == nil && ring[11] == nil)
    var event = try StreamEvent(FakeEvents.event(1), 1, epoch: "e")
    event.json = [0x20]
    for sequence in 11...Int64(11 + 2 * RecentEvents.maxEvents) { ring.add(sequence, event) }
    let last = ring.position
    #expect(last == 11 + 2 * Int64(RecentEvents.maxEvents))
    #expect(ring[last] != nil && ring[last - Int64(RecentEvents.maxEvents) + 1] != nil)
    #expect(ring[last - Int64(RecentEvents.maxEvents)] == nil && ring[last + 1] == nil)
    // Events before a gap do not count.
    ring.add(last + 5, event)
    #expect(ring[last] == nil && ring[last + 5] != nil)
    event.json = [UInt8](repeating: 0x20, count: RecentEvents.maxBytes)
    ring.add(last + 6, event)
    #expect(ring[last + 5] == nil && ring[last + 6] != nil)
  }

  @Test func commentsGoAndLinesStay() {
    let text =
      "// a\nlet x = 1; // stays\n  /* b */\n/** c\n * d\n */\nlet y = '//';\n/* e */ let z;\n"
    let rest = String(decoding: CommentRemoval.apply(to: Array(text.utf8)), as: UTF8.self)
    #expect(rest == "\nlet x = 1; // stays\n\n\n\n\nlet y = '//';\n/* e */ let z;\n")
  }

  @Test func aPieceOfSoundIsRead() throws {
    let id = "2160a97d-8bf5-498a-b9a0-dfd9114bb0df"
    let piece = try AudioMessage(
      Array(#"{"meeting":"\#(id)","offset":16,"atMs":-1}"#.utf8) + [10, 1, 2, 3, 4])
    #expect(piece.meeting == id && piece.offset == 16 && piece.atMs == -1 && piece.stream == nil)
    #expect(piece.samples == [1, 2, 3, 4] && !piece.isOwn && !piece.endsSpeech)
    let own = try AudioMessage(
      Array(#"{"meeting":"\#(id)","offset":16,"own":true,"endsSpeech":true}"#.utf8) + [10, 1, 2])
    #expect(own.isOwn && own.endsSpeech)
    let head = Array(#"{"meeting":"\#(id)","offset":0}"#.utf8)
    for bytes in [
      [], [10], Array("x\n".utf8), head, head + [10, 1],
      head + [10] + [UInt8](repeating: 0, count: 64_002),
      Array(#"{"meeting":"x","offset":0}"#.utf8) + [10],
      Array(#"{"meeting":"\#(id)","offset":-1}"#.utf8) + [10],
      [UInt8](repeating: 0x20, count: 1000) + head + [10],
    ] {
      #expect(throws: BusError.self) { try AudioMessage(bytes) }
    }
  }

  // MARK: Microphones

  @Test func aLeaseOutlivesItsConnection() {
    var microphones = MicrophoneLeases()
    let room = MeetingMicrophone(meeting: "m")
    func open(_ client: Int, _ session: String, take: Bool = false, at ms: Int64)
      -> MicrophoneLeases.Outcome
    {
      microphones.open(room, client: client, session: session, name: session, take: take, nowMs: ms)
    }
    #expect(open(1, "ada", at: 0) == .given(settled: nil, takenFrom: nil))
    microphones.settled(room, client: 1, 1600)
    #expect(open(2, "bob", at: 0) == .held(by: "ada", isOwn: false))
    // Another window of the same person is another microphone.
    #expect(open(3, "ada", at: 0) == .held(by: "ada", isOwn: true))
    microphones.lost(client: 1, nowMs: 1000)
    #expect(!microphones.has(room, client: 1))
    #expect(open(2, "bob", at: 1000) == .held(by: "ada", isOwn: false))
    #expect(open(4, "ada", at: 2000) == .given(settled: 1600, takenFrom: nil))
    #expect(open(2, "bob", take: true, at: 2000) == .given(settled: nil, takenFrom: 4))
    microphones.lost(client: 2, nowMs: 3000)
    microphones.end(3000 + MicrophoneLeases.graceMs)
    #expect(microphones.leases.isEmpty)
    #expect(open(5, "eve", at: 40_000) == .given(settled: nil, takenFrom: nil))
    microphones.close(room, client: 4)
    #expect(microphones.has(room, client: 5))
    microphones.close(room, client: 5)
    #expect(microphones.leases.isEmpty)
  }

  @Test func readsAreAFewAtATime() {
    var queue = ReadQueue()
    let begun = (0..<ReadQueue.maxReads + 2).map { queue.begin($0) }
    #expect(begun == [Bool](repeating: true, count: ReadQueue.maxReads) + [false, false])
    let next = [queue.end(), queue.end(), queue.end()]
    #expect(next == [ReadQueue.maxReads, ReadQueue.maxReads + 1, nil])
    #expect(queue.underWay == ReadQueue.maxReads - 1)
  }
}
