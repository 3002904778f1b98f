import Foundation
import TestSupport
import Testing

@testable import TranscriptionService

/// The behaviour of a stream, effect by effect. Loud noise stands for speech.
struct RecognitionStreamTests {
  typealias Effect = RecognitionStream.Effect
  private let talk: [Int16]
  private let pause: [Int16]

  init() {
    var talking = Signal()
    talking.noise(1, -20)
    talk = talking.samples
    var silent = Signal()
    silent.noise(1, -70)
    pause = silent.samples
  }

  private func jobs(_ effects: [Effect]) -> [RecognitionJob] {
    effects.compactMap { if case .recognize(let job) = $0 { job } else { nil } }
  }

  private func finals(_ effects: [Effect]) -> [RecognitionJob] {
    jobs(effects).filter { $0.priority == .final }
  }

  /// A stream that has received `count` utterances of one second each; returns their jobs.
  private func spoken(_ count: Int, _ stream: inout RecognitionStream) -> [RecognitionJob] {
    (0..<count).flatMap { _ in
      let said = stream.handle(.audio(offset: stream.received, samples: pause + talk + pause))
      return finals(said)
    }
  }

  @Test func audioBecomesALine() throws {
    var stream = RecognitionStream(id: "a", startMs: 5_000)
    let quiet = stream.handle(.audio(offset: 0, samples: pause))
    #expect(quiet == [.accepted(received: 16_000, credit: 160_000)])
    let effects = stream.handle(.audio(offset: 16_000, samples: talk + pause))
    // A partial result during speech, and then the final one.
    try #require(jobs(effects).map(\.priority) == [.partial, .final])
    let job = jobs(effects)[1]
    #expect(effects.first == .accepted(received: 48_000, credit: stream.credit))

    let text = stream.handle(.finished(job.id, .text("Hello.")))
    let line = TranscriptLine(
      index: 0, text: "Hello.", fromMs: 5_000 + job.audio.start / 16,
      toMs: 5_000 + job.audio.end / 16)
    #expect(text == [.emitFinal(line)])
    #expect((5_650...6_050).contains(line.fromMs))
    #expect((6_950...7_300).contains(line.toMs))
    #expect(stream.handle(.finish) == [.finished([line])])
    #expect(stream.phase == .finished)
  }

  @Test func eachPieceOfAnUtteranceIsALine() throws {
    var stream = RecognitionStream(id: "a")
    let job = try #require(spoken(1, &stream).first)
    let (start, middle, end) = (job.audio.start, job.audio.start + 8_000, job.audio.end)
    let person = UUID()
    let effects = stream.handle(
      .finished(
        job.id,
        .spoken([
          SpokenPiece(samples: start..<middle, text: "one", voice: person),
          SpokenPiece(samples: middle..<middle + 160, text: ""),
          SpokenPiece(samples: middle + 160..<end, text: "two", isDoubtful: true),
        ])))
    #expect(effects == stream.lines.map { .emitFinal($0) })
    #expect(stream.lines.map(\.text) == ["one", "two"])
    #expect(stream.lines.map(\.index) == [0, 1])
    #expect(stream.lines.map(\.voice) == [person, nil])
    #expect(stream.lines.map(\.isDoubtful) == [false, true])
    #expect(stream.lines.map(\.fromMs) == [start / 16, (middle + 160) / 16])
    #expect(stream.undecided >= end)
  }

  @Test func linesKeepTheOrderInWhichTheyWereSpoken() {
    var stream = RecognitionStream(id: "a")
    let jobs = spoken(3, &stream)
    #expect(jobs.map(\.id.utterance) == [0, 1, 2])
    #expect(stream.handle(.finished(jobs[2].id, .text("three"))).isEmpty)
    #expect(stream.handle(.finished(jobs[1].id, .text(""))).isEmpty)
    let effects = stream.handle(.finished(jobs[0].id, .text("one")))
    #expect(effects == stream.lines.map { .emitFinal($0) })
    #expect(stream.lines.map(\.text) == ["one", "three"])
    #expect(stream.lines.map(\.index) == [0, 1])
    // A duplicate result changes nothing.
    #expect(stream.handle(.finished(jobs[0].id, .text("again"))).isEmpty)
  }

  @Test func finishWaitsForWhatIsBeingRecognised() {
    var stream = RecognitionStream(id: "a")
    let first = spoken(1, &stream)
    _ = stream.handle(.audio(offset: stream.received, samples: talk))
    let effects = stream.handle(.finish)
    let second = finals(effects)
    #expect(effects == second.map { .recognize($0) })
    #expect(second.count == 1)
    #expect(stream.phase == .finishing)
    #expect(stream.handle(.audio(offset: stream.received, samples: talk)) == [.refused(.ended)])
    #expect(stream.handle(.finish).isEmpty)
    _ = stream.handle(.finished(first[0].id, .text("one")))
    let last = stream.handle(.finished(second[0].id, .text("two")))
    #expect(last == [.emitFinal(stream.lines[1]), .finished(stream.lines)])
    #expect(stream.lines.map(\.text) == ["one", "two"])
    #expect(stream.buffered == 0)
  }

  @Test func oneGuessAtATime() throws {
    var stream = RecognitionStream(id: "a")
    _ = stream.handle(.audio(offset: 0, samples: pause))
    let first = jobs(stream.handle(.audio(offset: 16_000, samples: talk)))
    try #require(first.count == 1)
    let guess = first[0]
    #expect(guess.priority == .partial)
    #expect(jobs(stream.handle(.audio(offset: 32_000, samples: talk))).isEmpty)
    let from = guess.audio.start / 16
    let to = guess.audio.end / 16
    #expect(
      stream.handle(.finished(guess.id, .text("Hel")))
        == [.emitPartial(text: "Hel", fromMs: from, toMs: to)])
    // The next partial result may start now; a skipped one makes room as well.
    let second = jobs(stream.handle(.audio(offset: 48_000, samples: talk)))
    try #require(second.map(\.priority) == [.partial])
    #expect(stream.handle(.finished(second[0].id, .skipped)).isEmpty)
    let third = jobs(stream.handle(.audio(offset: 64_000, samples: talk)))
    try #require(third.map(\.priority) == [.partial])
    // A failed partial result never fails the stream, and one that arrives after its utterance has
    // ended is dropped.
    #expect(stream.handle(.finished(third[0].id, .failed(reason: "no"))).isEmpty)
    let fourth = jobs(stream.handle(.audio(offset: 80_000, samples: talk)))
    try #require(fourth.map(\.priority) == [.partial])
    #expect(finals(stream.handle(.audio(offset: 96_000, samples: pause))).count == 1)
    #expect(stream.handle(.finished(fourth[0].id, .text("late"))).isEmpty)
  }

  @Test func aFailureEndsTheStream() {
    var stream = RecognitionStream(id: "a")
    let jobs = spoken(2, &stream)
    _ = stream.handle(.finished(jobs[0].id, .text("one")))
    #expect(
      stream.handle(.finished(jobs[1].id, .failed(reason: "broken")))
        == [.failed(reason: "broken")])
    #expect(stream.phase == .failed)
    #expect(stream.lines.map(\.text) == ["one"])
    #expect(stream.handle(.audio(offset: stream.received, samples: talk)) == [.refused(.ended)])
    #expect(stream.handle(.finish).isEmpty)
    #expect(stream.handle(.cut(atMs: 1)).isEmpty)
    #expect(stream.buffered == 0)
  }

  @Test func cancelForgetsTheRest() {
    var stream = RecognitionStream(id: "a")
    let jobs = spoken(1, &stream)
    #expect(stream.handle(.cancel).isEmpty)
    #expect(stream.phase == .cancelled)
    #expect(stream.handle(.finished(jobs[0].id, .text("one"))).isEmpty)
    #expect(stream.handle(.cancel).isEmpty)
    #expect(stream.credit == 0)
  }

  @Test func duplicatesAndOverlapsAreIgnored() {
    var stream = RecognitionStream(id: "a")
    var reference = RecognitionStream(id: "a")
    let audio = pause + talk + pause
    let expected = finals(reference.handle(.audio(offset: 0, samples: audio)))
    var found: [RecognitionJob] = []
    for offset in stride(from: 0, to: audio.count, by: 8_000) {
      let from = max(0, offset - 3_000)
      found += finals(
        stream.handle(.audio(offset: from, samples: Array(audio[from..<offset + 8_000]))))
      let again = stream.handle(.audio(offset: from, samples: Array(audio[from..<offset + 8_000])))
      #expect(again == [.accepted(received: offset + 8_000, credit: stream.credit)])
    }
    #expect(found == expected)
    #expect(stream.received == audio.count)
  }

  @Test func aShortGapIsSilenceAndALongOneEndsTheUtterance() {
    var stream = RecognitionStream(id: "a")
    _ = stream.handle(.audio(offset: 0, samples: pause + talk))
    let short = stream.handle(.audio(offset: 33_600, samples: talk))
    #expect(short.contains(.gap(from: 32_000, to: 33_600)))
    #expect(finals(short).isEmpty)
    #expect(stream.received == 49_600)

    let long = stream.handle(.audio(offset: 800_000, samples: talk))
    #expect(long.contains(.gap(from: 49_600, to: 800_000)))
    #expect(finals(long).map(\.audio.end) == [49_600])
    #expect(stream.received == 816_000)
    let last = finals(stream.handle(.finish))
    #expect(last.map(\.audio.start) == [800_000])
  }

  @Test func moreThanTheCreditIsBusy() throws {
    var stream = RecognitionStream(id: "a")
    var held: [RecognitionJob] = []
    var refused: Effect?
    var maxBuffered = 0
    for _ in 0..<60 where refused == nil {
      let effects = stream.handle(.audio(offset: stream.received, samples: talk))
      held += finals(effects)
      maxBuffered = max(maxBuffered, stream.buffered)
      if case .refused = effects[0] { refused = effects[0] }
    }
    #expect(refused == .refused(.busy(retryAfterMs: 250, credit: stream.credit)))
    #expect(maxBuffered <= (14 + 10 + 1) * 16_000)
    #expect(stream.credit < talk.count)
    // As soon as the oldest is recognised, there is room again.
    let received = stream.received
    _ = stream.handle(.finished(try #require(held.first).id, .text("one")))
    #expect(stream.credit >= talk.count)
    let effects = stream.handle(.audio(offset: received, samples: talk))
    #expect(stream.received == received + talk.count)
    #expect(effects.first == .accepted(received: stream.received, credit: stream.credit))
  }

  @Test func nonsenseIsRefusedAndChangesNothing() throws {
    var stream = RecognitionStream(id: "a", startMs: 1_000)
    let large = [Int16](repeating: 0, count: 160_001)
    #expect(
      stream.handle(.audio(offset: 0, samples: large)) == [.refused(.tooLarge(limit: 160_000))])
    for offset in [-1, Int.min, Int.max, 24 * 3_600 * 16_000] {
      guard case .refused(.invalid)? = stream.handle(.audio(offset: offset, samples: talk)).first
      else { throw Unexpected("\(offset) was taken.") }
    }
    for ms in [-1, 999, Int.min, Int.max] {
      guard case .refused(.invalid)? = stream.handle(.cut(atMs: ms)).first else {
        throw Unexpected("\(ms) was taken.")
      }
    }
    let unknown = RecognitionJob.ID(utterance: 7, partial: nil)
    #expect(stream.handle(.finished(unknown, .text("x"))).isEmpty)
    #expect(stream.received == 0)
    #expect(stream.lines.isEmpty)
    #expect(
      stream.handle(.audio(offset: 0, samples: [])) == [.accepted(received: 0, credit: 160_000)])
  }

  @Test func theFloorPassesInMeetingTime() {
    var stream = RecognitionStream(id: "a", startMs: 10_000)
    #expect(stream.handle(.cut(atMs: 12_000)).isEmpty)
    let said = finals(
      stream.handle(.audio(offset: 0, samples: pause + talk + talk + pause)))
    #expect(said.count == 2)
    #expect(said[0].audio.end == said[1].audio.start)
    #expect(abs(said[0].audio.end - 32_000) <= 11 * AudioFrame.length)
  }

  @Test func aStreamIsTakenUpAgain() {
    let before = TranscriptLine(index: 0, text: "one", fromMs: 0, toMs: 900)
    var stream = RecognitionStream(id: "a", startMs: 0, offset: 160_000, lines: [before])
    #expect(stream.received == 160_000)
    let jobs = spoken(1, &stream)
    #expect(jobs.allSatisfy { $0.audio.start > 160_000 })
    _ = stream.handle(.finished(jobs[0].id, .text("two")))
    #expect(stream.lines.map(\.index) == [0, 1])
    #expect(stream.lines[1].fromMs > 10_000)
  }
}
