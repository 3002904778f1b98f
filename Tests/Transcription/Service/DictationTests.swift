import Bus
import Foundation
import StandupsDependencies
import TestSupport
import Testing
import TranscriptionAPI
import ZeroMQ

@testable import TranscriptionService

/// Dictated updates: whose they are, how many, how long, and that nothing of them is kept.
@Suite struct DictationTests {
  private static let ann = UUID(number: 1)
  private static let bob = UUID(number: 2)

  private static func id(_ person: UUID) -> String { Dictate.id(of: person.lowercaseText) }

  private func harness(
    _ engine: SpeechEngine = .hearing(["hello", "world", "again"]),
    _ answer: @escaping @Sendable (DictationNamed) throws -> DictationNamed.Reply = { _ in
      .init(isAllowed: true)
    }
  ) async throws -> ServiceHarness {
    let harness = ServiceHarness(engine: engine) { message in
      if let named = message as? DictationNamed { return try answer(named) }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    return harness
  }

  private func piece(
    _ person: UUID, _ samples: [Int16] = [], at offset: Int = 0, stream: String? = nil,
    isLast: Bool? = nil, standup: String = "s"
  ) -> Dictate {
    Dictate(
      id: Self.id(person), standup: standup, offset: Int64(offset),
      audio: samples.isEmpty ? nil : samples.base64, stream: stream, isLast: isLast)
  }

  /// Repeats a command without audio until the dictation is over.
  private func last(
    _ harness: ServiceHarness, _ person: UUID, at offset: Int, stream: String
  ) async throws -> Dictate.Reply {
    let command = piece(person, at: offset, stream: stream, isLast: true)
    while true {
      let reply = try await harness.send(command, by: person)
      if reply.isOver == true { return reply }
      await Task.yield()
    }
  }

  /// Waits until no dictation is left. The clock goes on, because the service may begin to wait late.
  private func ended(_ harness: ServiceHarness) async {
    while await !harness.service.dictations.isEmpty {
      harness.clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
  }

  @Test func theRepliesHaveTheWordsAndNothingIsPublishedOrStored() async throws {
    let harness = try await harness()
    let spoken = [Int16].utterance
    let first = try await harness.send(piece(Self.ann, spoken), by: Self.ann)
    #expect(first.stream == "t1" && first.creditSamples > 0 && first.isOver == nil)
    let reply = try await last(harness, Self.ann, at: spoken.count, stream: first.stream)
    #expect(reply.lines == ["hello"] && reply.partial == nil && reply.creditSamples == 0)
    #expect(reply.settled == Int64(spoken.count))
    let again = try await last(harness, Self.ann, at: spoken.count, stream: first.stream)
    #expect(again == reply)
    #expect(harness.linesTold.isEmpty && harness.publisher.published.values.isEmpty)
    #expect(await harness.service.streamCount == 0)
    #expect(await harness.service.ended.count == 0)
    harness.clock.advance(by: .milliseconds(Dictation.maxIdleMs))
    await ended(harness)
    let error = try await harness.refusal(
      piece(Self.ann, at: spoken.count, stream: first.stream), by: Self.ann)
    #expect(error?.code == .notFound)
  }

  @Test func aGuessIsReplacedByItsLine() async throws {
    let harness = try await harness()
    // The engine guesses after 0.8 s.
    let spoken = [Int16].utterance
    let first = try await harness.send(piece(Self.ann, Array(spoken[..<22_400])), by: Self.ann)
    var guess: String?
    while guess == nil {
      guess = try await harness.send(
        piece(Self.ann, at: 22_400, stream: first.stream), by: Self.ann
      ).partial
      await Task.yield()
    }
    #expect(guess == "guess")
    try await harness.send(
      piece(Self.ann, Array(spoken[22_400...]), at: 22_400, stream: first.stream), by: Self.ann)
    let reply = try await last(harness, Self.ann, at: spoken.count, stream: first.stream)
    #expect(reply.lines == ["hello"] && reply.partial == nil)
  }

  @Test func onlyAnAttendeeDictatesUnderTheirOwnID() async throws {
    let harness = try await harness { .init(isAllowed: $0.person == Self.ann.lowercaseText) }
    let spoken = [Int16].utterance
    #expect(try await harness.refusal(piece(Self.bob, spoken), by: Self.bob)?.code == .denied)
    #expect(try await harness.refusal(piece(Self.ann, spoken), by: Self.bob)?.code == .denied)
    #expect(try await harness.refusal(piece(Self.ann, spoken), by: Self.ann) == nil)
    // Another person can neither continue it nor read its words.
    let error = try await harness.refusal(piece(Self.ann, at: 0, stream: "t1"), by: Self.bob)
    #expect(error?.code == .denied)
    let tool = try await harness.refusal(piece(Self.ann, at: 0, stream: "t1"))
    #expect(tool?.code == .notFound)
    // Nor add audio to it with the command of meetings.
    let audio = RecognizeAudio(id: Self.id(Self.ann), offset: 0)
    #expect(try await harness.refusal(audio, frames: [spoken.frame])?.code == .notFound)
    // Nor does the router end it.
    let id = Self.id(Self.ann)
    #expect(try await harness.refusal(FinishRecognition(id: id))?.code == .notFound)
    #expect(try await harness.refusal(CancelRecognition(id: id))?.code == .notFound)
    #expect(try await harness.refusal(GetRecognition(id: id))?.code == .notFound)
    #expect(await harness.service.dictations.count == 1)
  }

  @Test(arguments: [BusError.Code.notFound, .moved, .expired])
  func theErrorOfTheStandupIsThatOfTheDictation(code: BusError.Code) async throws {
    let harness = try await harness { _ in throw BusError(code, "No.") }
    let error = try await harness.refusal(piece(Self.ann, [1, 2]), by: Self.ann)
    #expect(error?.code == (code == .expired ? .unavailable : code))
    #expect(await harness.service.streamCount == 0)
  }

  /// A denial concerns the words of the meeting.
  @Test func aDenialOfTheRecordingDoesNotConcernIt() async throws {
    let harness = try await harness()
    let spoken = [Int16].utterance
    let first = try await harness.send(piece(Self.ann, spoken, standup: "no"), by: Self.ann)
    try await harness.send(AuthorizeSpeech(subject: "no", isGranted: false))
    let reply = try await last(harness, Self.ann, at: spoken.count, stream: first.stream)
    #expect(reply.lines == ["hello"])
  }

  @Test func withoutAnEngineTheReasonIsReported() async throws {
    let harness = try await harness(.unavailable("Run scripts/demo to get one."))
    let error = try await harness.refusal(piece(Self.ann, [1, 2]), by: Self.ann)
    #expect(error?.code == .denied && error?.message == "Run scripts/demo to get one.")
  }

  @Test func aNewDictationEndsTheOneOnAnotherDevice() async throws {
    let harness = try await harness()
    let first = try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    let second = try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    #expect(first.stream != second.stream)
    #expect(await harness.service.streamCount == 1)
    let error = try await harness.refusal(
      piece(Self.ann, [3], at: 2, stream: first.stream), by: Self.ann)
    #expect(error?.code == .notFound)
  }

  @Test func twoPeopleDictateAtOnce() async throws {
    let harness = try await harness()
    let spoken = [Int16].utterance
    let ann = try await harness.send(piece(Self.ann, spoken), by: Self.ann)
    let anns = try await last(harness, Self.ann, at: spoken.count, stream: ann.stream)
    let bob = try await harness.send(piece(Self.bob, spoken), by: Self.bob)
    let bobs = try await last(harness, Self.bob, at: spoken.count, stream: bob.stream)
    #expect(anns.lines == ["hello"] && bobs.lines == ["world"])
  }

  @Test func atMost16PeopleDictateAtOnce() async throws {
    let harness = try await harness()
    let people = (0...TranscriptionService.maxDictations).map { UUID(number: UInt32(100 + $0)) }
    for person in people.dropLast() {
      try await harness.send(piece(person, [1, 2]), by: person)
    }
    let extra = people[TranscriptionService.maxDictations]
    let error = try await harness.refusal(piece(extra, [1, 2]), by: extra)
    #expect(error?.code == .busy)
    // Meetings are not affected, and one who dictates already may begin again.
    try await harness.open("meeting/a")
    #expect(try await harness.refusal(piece(people[0], [1, 2]), by: people[0]) == nil)
  }

  @Test func aDictationEndsTenSecondsAfterItsLastCommand() async throws {
    let harness = try await harness()
    let first = try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    harness.clock.advance(by: .seconds(9))
    try await harness.send(piece(Self.ann, [3, 4], at: 2, stream: first.stream), by: Self.ann)
    harness.clock.advance(by: .seconds(9))
    try await harness.send(piece(Self.ann, [5], at: 4, stream: first.stream), by: Self.ann)
    harness.clock.advance(by: .seconds(10))
    await ended(harness)
    #expect(await harness.service.streamCount == 0)
  }

  @Test func aDictationEndsAfterThreeMinutesAtTheLatest() async throws {
    let harness = try await harness()
    let first = try await harness.send(piece(Self.ann, [1]), by: Self.ann)
    for second in stride(from: 9, to: 180, by: 9) {
      harness.clock.advance(by: .seconds(9))
      try await harness.send(piece(Self.ann, [1], at: second, stream: first.stream), by: Self.ann)
    }
    harness.clock.advance(by: .seconds(9))
    await ended(harness)
    #expect(await harness.service.streamCount == 0)
  }

  @Test func audioAfterTwoMinutesIsDropped() async throws {
    let harness = try await harness(.scripted([]))
    let first = try await harness.send(piece(Self.ann, [1]), by: Self.ann)
    let most = Dictate.maxSamples
    let reply = try await harness.send(
      piece(Self.ann, [1, 2, 3], at: most - 1, stream: first.stream), by: Self.ann)
    #expect(reply.isOver == true && reply.settled == Int64(most))
    let late = try await harness.send(
      piece(Self.ann, [1], at: most + 2, stream: first.stream), by: Self.ann)
    #expect(late == reply)
  }

  /// The sender keeps its lines, and sends the unsettled audio to a stream of the next instance.
  @Test func afterARestartTheUnsettledAudioIsSentAgain() async throws {
    let before = try await harness()
    let spoken = [Int16].utterance
    let first = try await before.send(piece(Self.ann, spoken), by: Self.ann)
    var reply = first
    while reply.lines.isEmpty {
      reply = try await before.send(
        piece(Self.ann, at: spoken.count, stream: first.stream), by: Self.ann)
      await Task.yield()
    }
    let settled = Int(reply.settled)
    #expect((17_600...spoken.count).contains(settled))
    await before.service.drain()
    let stopping = try await before.refusal(piece(Self.ann, [1]), by: Self.ann)
    #expect(stopping?.code == .draining)
    let after = try await harness(.hearing(["world"]))
    let lost = try await after.refusal(
      piece(Self.ann, spoken, at: spoken.count, stream: first.stream + "x"), by: Self.ann)
    #expect(lost?.code == .notFound)
    let rest = Array(spoken[settled...] + spoken)
    let second = try await after.send(piece(Self.ann, rest, at: settled), by: Self.ann)
    let end = settled + rest.count
    let whole = try await last(after, Self.ann, at: end, stream: second.stream)
    #expect(reply.lines + whole.lines == ["hello", "world"] && whole.settled == Int64(end))
  }

  @Test func aDictationMovesToTheInstanceThatOwnsIt() async throws {
    let harness = try await harness()
    try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    let (mine, other) = (UUID(number: 50), UUID(number: 51))
    let router = UUID(number: 60)
    await harness.service.share(Share(router: router, instance: mine, instances: [mine]))
    #expect(await harness.service.streamCount == 1)
    await harness.service.share(Share(router: router, instance: mine, instances: [other]))
    #expect(await harness.service.dictations.isEmpty)
    let error = try await harness.refusal(piece(Self.ann, [1, 2]), by: Self.ann)
    #expect(error?.code == .unavailable)
  }

  /// The restoration ends streams that no owner names.
  @Test func aRestorationKeepsADictation() async throws {
    let harness = try await harness()
    try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    try await harness.open("meeting/a")
    await harness.service.restore()
    #expect(await harness.service.dictations.count == 1)
    #expect(await harness.service.openIDs.contains(Self.id(Self.ann)))
  }

  @Test func aFailureOfTheEngineIsReportedToTheSenderOnly() async throws {
    let harness = try await harness(.failing())
    let spoken = [Int16].utterance
    let first = try await harness.send(piece(Self.ann, spoken), by: Self.ann)
    var error: BusError?
    while error == nil {
      error = try await harness.refusal(
        piece(Self.ann, at: spoken.count, stream: first.stream, isLast: true), by: Self.ann)
      await Task.yield()
    }
    #expect(error?.code == .internal && error?.message == "The speech engine failed.")
    #expect(await harness.service.dictations.isEmpty)
    #expect(!harness.router.told.values.contains { $0 is RecognitionFailed })
  }

  @Test(arguments: [
    "dictation/", "dictation/ann", "dictation/00000000-0000-0000-0000-00000000000A",
    "meeting/00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000001", "",
  ])
  func anyOtherIDIsRejected(id: String) async throws {
    let harness = try await harness()
    let error = try await harness.refusal(Dictate(id: id, standup: "s", offset: 0))
    #expect(error?.code == .invalid)
  }

  @Test func hostileAudioIsRejected() async throws {
    let harness = try await harness()
    func refusal(
      _ audio: String?, at offset: Int64 = 0, standup: String = "s"
    ) async throws -> BusError.Code? {
      try await harness.refusal(
        Dictate(id: Self.id(Self.ann), standup: standup, offset: offset, audio: audio),
        by: Self.ann)?.code
    }
    #expect(try await refusal("?") == .invalid)
    #expect(try await refusal("AA==") == .invalid)
    #expect(try await refusal("AAA", at: 0) == .invalid)
    #expect(try await refusal(String(repeating: "A", count: 213_340)) == .tooLarge)
    for offset in [-1, 3_840_001, .min, .max] as [Int64] {
      #expect(try await refusal("AAA=", at: offset) == .invalid)
    }
    #expect(try await refusal("AAA=", standup: "") == .invalid)
    #expect(try await refusal("AAA=", standup: String(repeating: "x", count: 129)) == .invalid)
    #expect(await harness.service.streamCount == 0)
    // More than the credit is refused, and none of it is accepted.
    let first = try await harness.send(piece(Self.ann, [1, 2]), by: Self.ann)
    #expect(first.creditSamples <= Dictate.maxSamples)
  }

  /// A tool that sends commands for no person dictates under a UUID of its own.
  @Test func aToolDoesNotKeepAPersonFromDictating() async throws {
    let harness = try await harness()
    try await harness.send(piece(Self.ann, [1, 2]))
    #expect(try await harness.refusal(piece(Self.ann, [1, 2]), by: Self.ann) == nil)
    #expect(try await harness.refusal(piece(Self.ann, [1, 2]))?.code == .conflict)
    let asked = harness.router.told.values.compactMap { $0 as? DictationNamed }
    #expect(asked.map(\.person) == [nil, Self.ann.lowercaseText, nil])
  }
}

extension [Int16] {
  fileprivate var base64: String { withUnsafeBytes { Data($0).base64EncodedString() } }
}
