import Bus
import Foundation
import TestSupport
import Testing
import Threads
import TranscriptionAPI

@testable import TranscriptionService

/// Streams in other languages than that of the engine.
@Suite struct StreamLanguageTests {
  private func start(_ id: String, _ language: String?) -> StartRecognition {
    StartRecognition(id: id, subject: "s", language: language)
  }

  private func harness(
    _ tags: Set<String>, maxLoaded: Int = 2,
    load: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) async throws -> ServiceHarness {
    var limits = SpeechLanguages.Limits()
    limits.maxLoaded = maxLoaded
    let harness = ServiceHarness(languages: .scripted(tags, limits: limits, load: load))
    try await harness.service.start()
    await harness.service.restoration.task?.value
    return harness
  }

  @Test func aStreamUsesTheModelOfItsLanguage() async throws {
    let harness = try await harness(["es"])
    for (id, language) in [("a", "es-MX"), ("b", nil), ("c", "en-GB")] {
      try await harness.send(start(id, language))
      try await harness.audio(.utterance, at: 0, id: id)
    }
    func words(_ id: String) async throws -> [String] {
      try await harness.send(FinishRecognition(id: id)).lines.map(\.text)
    }
    #expect(try await words("a") == ["es"])
    // The texts of the engine, whichever of the two streams is recognised first.
    let others = try await words("b") + words("c")
    #expect(others.sorted() == ["hello", "world"])
  }

  @Test func anOwnMicrophoneHasTheLanguageOfItsRoom() async throws {
    let harness = try await harness(["es"])
    try await harness.send(start("a", "es"))
    harness.clock.advance(by: .seconds(60))
    try await harness.own(.utterance, atMs: 10_000, by: UUID())
    // Audio from before an outage may still arrive for 0.7 s.
    harness.clock.advance(by: .seconds(1))
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.text) == ["es"])
  }

  @Test func aMissingModelIsReportedBeforeAMeetingStarts() async throws {
    let harness = try await harness(["es"])
    let missing = try await harness.send(GetSpeechAuthorization(subject: "s", language: "de"))
    #expect(missing == SpeechAuthorization(status: .restricted, reason: "No model for de."))
    let found = try await harness.send(GetSpeechAuthorization(subject: "s", language: "es"))
    #expect(found.status == .authorized)
    let refusal = try await harness.refusal(start("a", "de"))
    #expect(refusal?.code == .denied && refusal?.message == "No model for de.")
    // A denial counts as before.
    let denied = try await harness.send(GetSpeechAuthorization(subject: "no", language: "es"))
    #expect(denied.status == .denied)
  }

  @Test(arguments: ["", "Spanish", "es_MX", "../es"])
  func aTextThatIsNotATagIsRejected(_ language: String) async throws {
    let harness = try await harness(["es"])
    #expect(try await harness.refusal(start("a", language))?.code == .invalid)
    let question = GetSpeechAuthorization(subject: "s", language: language)
    #expect(try await harness.refusal(question)?.code == .invalid)
  }

  @Test func aLanguageIsLoadedOnceAndReleasedAfterDisuse() async throws {
    let loads = Recorder<String>()
    let harness = try await harness(["es"]) { loads.record($0) }
    try await harness.send(start("a", "es"))
    try await harness.send(start("b", "es"))
    await loads.wait(for: 1)
    try await harness.send(CancelRecognition(id: "a"))
    #expect(harness.clock.sleepers == 0)
    try await harness.send(CancelRecognition(id: "b"))
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .seconds(599))
    // A stream in the meantime.
    try await harness.send(start("c", "es"))
    harness.clock.advance(by: .seconds(1))
    try await harness.send(CancelRecognition(id: "c"))
    await harness.clock.waitForSleepers(1)
    #expect(await harness.service.pools["es"] != nil)
    #expect(loads.values == ["es"])
    harness.clock.advance(by: .seconds(600))
    while await harness.service.pools["es"] != nil { await Task.yield() }
    try await harness.send(start("d", "es"))
    #expect(await loads.wait(for: 2) == ["es", "es"])
  }

  @Test func onlyAFewLanguagesAreLoadedAtOnce() async throws {
    let harness = try await harness(["es", "fr"], maxLoaded: 1)
    try await harness.send(start("a", "es"))
    let full = try await harness.send(GetSpeechAuthorization(subject: "s", language: "fr"))
    #expect(full.status == .restricted)
    #expect(full.reason?.contains("STANDUPS_ENGINE_LANGUAGES") == true)
    let refusal = try await harness.refusal(start("b", "fr"))
    #expect(refusal?.code == .denied && refusal?.message == full.reason)
    // One without streams makes room.
    try await harness.send(CancelRecognition(id: "a"))
    try await harness.send(start("b", "fr"))
    #expect(await harness.service.pools["es"] == nil)
    let none = try await self.harness(["es"], maxLoaded: 0)
    let off = try await none.send(GetSpeechAuthorization(subject: "s", language: "es"))
    #expect(off.status == .restricted)
    #expect(try await none.send(ListSpeechLanguages()).languages == [])
  }

  @Test func aModelThatCannotBeLoadedEndsItsStreamsAndIsReported() async throws {
    let gate = Gate()
    let loads = Recorder<String>()
    let harness = try await harness(["es"]) { tag in
      loads.record(tag)
      await gate.pass()
      throw SpeechError(.engineUnusable, "The model is broken.")
    }
    try await harness.send(start("a", "es"))
    gate.open()
    while await !harness.service.openIDs.isEmpty { await Task.yield() }
    let told = await harness.router.told.wait { $0.contains { $0 is RecognitionFailed } }
    let failures = told.compactMap { $0 as? RecognitionFailed }
    #expect(failures == [RecognitionFailed(id: "a", reason: "The model is broken.")])
    // The next meeting learns of it before it starts.
    let next = try await harness.send(GetSpeechAuthorization(subject: "s", language: "es"))
    #expect(next == SpeechAuthorization(status: .restricted, reason: "The model is broken."))
    #expect(try await harness.refusal(start("b", "es"))?.code == .denied)
    // It may have been repaired in the meantime.
    harness.clock.advance(by: .seconds(60))
    let later = try await harness.send(GetSpeechAuthorization(subject: "s", language: "es"))
    #expect(later.status == .authorized)
    try await harness.send(start("b", "es"))
    #expect(await loads.wait(for: 2) == ["es", "es"])
  }

  @Test func streamsAreRestoredInTheirLanguages() async throws {
    let streams = [start("a", "es"), start("b", "de"), start("c", nil)]
    let harness = ServiceHarness(languages: .scripted(["es"])) { message in
      guard message is RecognitionRequested else { return Done() as any Sendable }
      return RecognitionRequested.Reply(authorizations: ["s": true], streams: streams)
    }
    try await harness.service.start()
    await harness.service.restoration.task?.value
    #expect(await harness.service.openIDs == ["a", "c"])
    #expect(await harness.service.streams[StreamKey(id: "a")]?.language == "es")
    #expect(await harness.service.streams[StreamKey(id: "c")]?.language == nil)
    let told = await harness.router.told.wait { $0.contains { $0 is RecognitionFailed } }
    let failures = told.compactMap { $0 as? RecognitionFailed }
    #expect(failures == [RecognitionFailed(id: "b", reason: "No model for de.")])
  }

  @Test func theLanguagesAreListed() async throws {
    let harness = try await harness(["fr", "es"])
    let list = try await harness.send(ListSpeechLanguages())
    #expect(list == ListSpeechLanguages.Reply(standard: "en", languages: ["es", "fr"]))
    let without = ServiceHarness(
      engine: .unavailable("Run scripts/setup."), languages: .scripted(["es"]))
    #expect(try await without.send(ListSpeechLanguages()) == ListSpeechLanguages.Reply())
    // Its reason counts, not that of the language.
    let restricted = try await without.send(GetSpeechAuthorization(subject: "s", language: "de"))
    #expect(restricted.reason == "Run scripts/setup.")
  }

  @Test func theLoadedLanguagesAreMeasured() async throws {
    let harness = try await harness(["es"])
    #expect(await harness.metrics.refreshed("standups_transcription_languages") == 0)
    try await harness.send(start("a", "es"))
    while await harness.metrics.refreshed("standups_transcription_languages") != 1 {
      await Task.yield()
    }
  }
}
