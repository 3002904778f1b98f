import Bus
import TestSupport
import Testing
import TranscriptionAPI

@testable import TranscriptionService

@Suite(.timeLimit(.minutes(1))) struct AuthorizationFlowTests {
  @Test func theFourStates() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    #expect(
      try await harness.send(GetSpeechAuthorization(subject: "new")).status == .notDetermined)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .authorized)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "no")).status == .denied)
    for subject in ["new", "no"] {
      let error = try await harness.refusal(StartRecognition(id: "a", subject: subject))
      #expect(error?.code == .denied)
    }
    #expect(try await harness.send(StartRecognition(id: "a", subject: "s")).creditSamples > 0)

    let none = ServiceHarness(engine: .unavailable("Run scripts/demo to get one."))
    // Not even the parent need be asked.
    let restricted = try await none.send(GetSpeechAuthorization(subject: "s"))
    #expect(restricted.status == .restricted)
    #expect(restricted.reason == "Run scripts/demo to get one.")
    let error = try await none.refusal(StartRecognition(id: "a", subject: "s"))
    #expect(error?.code == .denied)
    #expect(error?.message == "Run scripts/demo to get one.")
  }

  @Test func aDecisionIsKeptBeforeItIsAcknowledged() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    let reply = try await harness.send(AuthorizeSpeech(subject: "new", isGranted: true))
    #expect(reply.status == .authorized)
    #expect(
      harness.parent.told.values.contains {
        $0 as? SpeechAuthorizationChanged
          == SpeechAuthorizationChanged(subject: "new", isGranted: true)
      })
  }

  @Test func aDecisionThatIsNotKeptIsNotMade() async throws {
    let harness = ServiceHarness { message in
      if message is SpeechAuthorizationChanged { throw BusError(.unavailable, "No store.") }
      return ServiceHarness.usual(message)
    }
    try await harness.service.start()
    let error = try await harness.refusal(AuthorizeSpeech(subject: "no", isGranted: true))
    #expect(error?.code == .unavailable)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "no")).status == .denied)
  }

  @Test func aDecisionWithoutAnEngineIsKept() async throws {
    let harness = ServiceHarness(engine: .unavailable("None."))
    let reply = try await harness.send(AuthorizeSpeech(subject: "new", isGranted: true))
    #expect(reply.status == .restricted)
    #expect(harness.parent.told.values.first is SpeechAuthorizationChanged)
  }

  @Test func beforeItKnowsItDoesNotGuess() async throws {
    let gate = Gate()
    let harness = ServiceHarness { message in
      if message is RecognitionRequested { await gate.pass() }
      return ServiceHarness.usual(message)
    }
    try await harness.service.start()
    async let status = harness.send(GetSpeechAuthorization(subject: "s")).status
    await harness.clock.waitForSleepers(1)
    gate.open()
    #expect(try await status == .authorized)
  }

  @Test func whoAsksTooEarlyMayTryAgain() async throws {
    let harness = ServiceHarness { message in
      if message is RecognitionRequested { throw BusError(.unavailable, "Not there.") }
      return Done()
    }
    try await harness.service.start()
    async let refusal = harness.refusal(StartRecognition(id: "a", subject: "s"))
    // The one who asks, and the service that asks its parent again.
    await harness.clock.waitForSleepers(2)
    harness.clock.advance(by: .milliseconds(1500))
    let error = try await refusal
    #expect(error?.code == .unavailable)
    #expect(error?.retryable == true)
  }

  @Test func aParentThatKnowsNothingIsAskedOnce() async throws {
    let harness = ServiceHarness { message in
      if message is RecognitionRequested { throw BusError(.unbound, "Nobody.") }
      return Done()
    }
    try await harness.service.start()
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .notDetermined)
    #expect(harness.parent.told.values.count == 1)
  }

  @Test(arguments: ["", String(repeating: "x", count: 129)])
  func namesAreChecked(_ name: String) async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    #expect(try await harness.refusal(GetSpeechAuthorization(subject: name))?.code == .invalid)
    #expect(
      try await harness.refusal(AuthorizeSpeech(subject: name, isGranted: true))?.code == .invalid)
    #expect(
      try await harness.refusal(StartRecognition(id: name, subject: "s"))?.code == .invalid)
  }
}
