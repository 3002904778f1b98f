import Bus
import Foundation
import TestSupport
import Testing
import Threads
import TranscriptionAPI

@testable import TranscriptionService

/// Several instances: each stream has one owner, and a decision made through one applies to all.
@Suite struct SharingTests {
  private let router = UUID()
  private let me = UUID()
  private let other = UUID()

  private func share(
    _ instances: [UUID], router: UUID? = nil, owners: [String]? = nil
  ) -> Share {
    Share(router: router ?? self.router, instance: me, instances: instances, owners: owners)
  }

  private let ids = (0..<20).map { "stream-\($0)" }

  private var mine: [String] { ids.filter { share([me, other]).owns($0) } }

  /// A composition root with a stream for each id, and decisions that a test can change.
  private func harness(_ decisions: Locked<[String: Bool]> = Locked(["s": true])) -> ServiceHarness
  {
    let ids = ids
    return ServiceHarness { message in
      guard let request = message as? RecognitionRequested else { return Done() as any Sendable }
      let known = decisions.withLock { $0 }
      if let subject = request.subject {
        return RecognitionRequested.Reply(
          authorizations: known.filter { $0.key == subject }, streams: [])
      }
      return RecognitionRequested.Reply(
        authorizations: known, streams: ids.map { StartRecognition(id: $0, subject: "s") })
    }
  }

  private func start(_ harness: ServiceHarness, _ instances: [UUID]) async throws {
    await harness.service.share(share(instances))
    try await harness.service.start()
    await harness.service.restoration.task?.value
  }

  @Test func onlyTheOwnersTakeStreamsUp() async throws {
    let harness = harness()
    try await start(harness, [me, other])
    #expect(!mine.isEmpty && mine.count < ids.count)
    #expect(await harness.service.openIDs.sorted() == mine.sorted())
  }

  @Test func streamsOfAnotherOneEndWithWhatWasSaid() async throws {
    let harness = harness()
    try await start(harness, [me])
    #expect(await harness.service.streamCount == ids.count)
    let theirs = try #require(ids.first { !mine.contains($0) })
    // Speech to the end without silence after it: the line is not final yet.
    var signal = Signal()
    signal.silence(0.5)
    signal.noise(1, -20)
    try await harness.speak(signal.samples, at: 0, id: theirs)
    await harness.service.share(share([me, other]))
    while await harness.service.openIDs.contains(where: { !mine.contains($0) }) {
      await Task.yield()
    }
    #expect(await harness.service.openIDs.sorted() == mine.sorted())
    let told = await harness.router.told.wait(for: 2).compactMap { $0 as? LineRecognized }
    #expect(told.map(\.id) == [theirs])
    #expect(told.map(\.line.text) == ["hello"])
  }

  /// A composition root that ended a stream while this service could not be notified, and some of
  /// whose owners are unavailable.
  @Test(arguments: [[], [["focus"]], [["meeting"]], [["meeting"], ["meeting"]]])
  func aNewRouterSaysWhatIsOver(_ away: [[String]]) async throws {
    let wanted = Locked(["meeting/a", "meeting/b", "tool/c"])
    let answers = Locked<[[String]]>([])
    let harness = ServiceHarness { message in
      guard message is RecognitionRequested else { return Done() as any Sendable }
      return RecognitionRequested.Reply(
        authorizations: ["s": true],
        streams: wanted.withLock { $0 }.map { StartRecognition(id: $0, subject: "s") },
        away: answers.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }
    try await start(harness, [me])
    #expect(await harness.service.openIDs.sorted() == ["meeting/a", "meeting/b", "tool/c"])

    wanted.withLock { $0 = ["meeting/b"] }
    answers.withLock { $0 = away }
    await harness.service.share(share([me], router: UUID()))
    // Never empty because two of the cases have such owners; each case compares the end.
    for _ in away.filter({ $0.contains("meeting") }) {
      await harness.clock.waitForSleepers(1)
      #expect(await harness.service.openIDs.contains("meeting/a"))
      harness.clock.advance(by: .seconds(60))
    }
    await harness.service.restoration.task?.value
    while await harness.service.openIDs.contains("meeting/a") { await Task.yield() }
    #expect(await harness.service.openIDs.sorted() == ["meeting/b", "tool/c"])
  }

  @Test func streamsOfOneThatIsGoneAreTakenUp() async throws {
    let harness = harness()
    try await start(harness, [me, other])
    await harness.service.share(share([me]))
    await harness.clock.waitForSleepers(1)
    #expect(await harness.service.openIDs.sorted() == mine.sorted())
    harness.clock.advance(by: .milliseconds(500))
    await harness.service.restoration.task?.value
    #expect(await harness.service.openIDs.sorted() == ids.sorted())
  }

  /// It is notified of the instances one by one: nothing moves meanwhile.
  @Test func anotherRouterIsGivenTimeToHearOfAll() async throws {
    let harness = harness()
    try await start(harness, [me, other])
    let next = UUID()
    await harness.service.share(share([me], router: next))
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(1900))
    await harness.service.share(share([me, other], router: next))
    harness.clock.advance(by: .milliseconds(200))
    await harness.service.restoration.task?.value
    #expect(await harness.service.openIDs.sorted() == mine.sorted())
  }

  // MARK: Owners

  /// A line without an owner could not be delivered.
  @Test(arguments: ["a", "team/a", "meeting", "meeting/", "/a", "Meeting/a", "tool/a"])
  func aStreamOfNobodyIsRefused(id: String) async throws {
    let harness = ServiceHarness()
    await harness.service.share(share([me], owners: ["meeting", "other"]))
    try await harness.service.start()
    let error = try #require(
      try await harness.refusal(StartRecognition(id: id, subject: "s")))
    #expect(error.code == .invalid)
    #expect(error.message.contains("meeting, other"))
    #expect(error.detail == ["field": "id"])
    #expect(await harness.service.streamCount == 0)
  }

  @Test func aStreamOfAnOwnerIsOpened() async throws {
    let harness = ServiceHarness()
    await harness.service.share(share([me], owners: ["meeting", "other"]))
    try await harness.service.start()
    try await harness.open("meeting/a")
    #expect(await harness.service.openIDs == ["meeting/a"])
  }

  @Test func onlyTheParentOpensAndEndsStreams() async throws {
    let declarations = await ServiceHarness().service.definition.commands.declarations
    #expect(
      declarations.filter { $0.access == .parent }.map(\.target) == [
        "transcription.cancel", "transcription.finish", "transcription.forget",
        "transcription.setVoices", "transcription.setVoicesTurn", "transcription.start",
        "transcription.stream",
      ])
    #expect(
      declarations.filter { $0.isKeyed == true }.map(\.target) == [
        "transcription.audio", "transcription.cancel", "transcription.dictate",
        "transcription.finish", "transcription.setVoices", "transcription.setVoicesTurn",
        "transcription.start", "transcription.stream",
      ])
  }

  // MARK: Authorisation

  @Test func whatWasDecidedThroughAnotherOneHolds() async throws {
    let decisions = Locked(["s": true])
    let harness = harness(decisions)
    try await start(harness, [me, other])
    decisions.withLock { $0 = ["s": false, "new": true] }
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .denied)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "new")).status == .authorized)
    #expect(try await harness.send(StartRecognition(id: "x", subject: "new")).creditSamples > 0)
    #expect(try await harness.refusal(StartRecognition(id: "y", subject: "s"))?.code == .denied)
  }

  @Test func whoIsAloneKnowsItAll() async throws {
    let decisions = Locked(["s": true])
    let harness = harness(decisions)
    try await start(harness, [me])
    let asked = harness.router.told.values.count
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .authorized)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "t")).status == .notDetermined)
    #expect(harness.router.told.values.count == asked)
  }

  /// Decisions received while other instances existed may be outdated, and no other message will
  /// correct them.
  @Test func whoIsLeftAloneLearnsWhatWasDecided() async throws {
    let decisions = Locked(["s": true, "t": true])
    let harness = harness(decisions)
    try await start(harness, [me, other])
    decisions.withLock { $0 = ["s": false, "t": true] }
    await harness.service.share(share([me]))
    await harness.clock.waitForSleepers(1)
    // Decided here after that: newer than the composition root's pending reply.
    _ = try await harness.send(AuthorizeSpeech(subject: "t", isGranted: false))
    harness.clock.advance(by: .milliseconds(500))
    await harness.service.restoration.task?.value
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .denied)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "t")).status == .denied)
  }

  @Test func aParentThatDoesNotAnswerLeavesWhatIsKnown() async throws {
    let isAway = Locked(false)
    let harness = ServiceHarness { message in
      if isAway.withLock({ $0 }) { throw BusError(.unavailable, "Away.") }
      return ServiceHarness.defaultReply(message)
    }
    try await start(harness, [me, other])
    isAway.withLock { $0 = true }
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .authorized)
    // The service does not assume that it was never decided.
    #expect(
      try await harness.refusal(GetSpeechAuthorization(subject: "new"))?.code == .unavailable)
  }
}
