import Bus
import TestSupport
import Testing
import TranscriptionAPI

@testable import TranscriptionService

@Suite struct AuthorizationFlowTests {
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

    let off = ServiceHarness(engine: .off)
    #expect(await off.service.problems().isEmpty)
    #expect(await off.service.obstacle == nil)
    let none = ServiceHarness(engine: .unavailable("Run scripts/demo to get one."))
    #expect(await none.service.problems().count == 1)
    // The composition root need not even be queried.
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
      harness.router.told.values.contains {
        $0 as? SpeechAuthorizationChanged
          == SpeechAuthorizationChanged(subject: "new", isGranted: true)
      })
  }

  /// A standup's decision is deleted with it, and so are the words of ended streams.
  @Test func whatIsForgottenIsAskedAnew() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    _ = try await harness.send(StartRecognition(id: "meeting/a", subject: "s"))
    _ = try await harness.send(FinishRecognition(id: "meeting/a"))
    _ = try await harness.send(FinishRecognition(id: "meeting/a"))
    _ = try await harness.send(ForgetSpeech(subject: "s", ids: ["meeting/a"]))
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .notDetermined)
    #expect(try await harness.refusal(FinishRecognition(id: "meeting/a"))?.code == .notFound)
    let many = ForgetSpeech(ids: (0...1000).map { "meeting/\($0)" })
    #expect(try await harness.refusal(many)?.code == .invalid)
  }

  /// A standup moved here with its recording decision, which the composition root has.
  @Test func whatCameFromElsewhereIsAskedForBeforeARefusal() async throws {
    let harness = ServiceHarness { message in
      guard let request = message as? RecognitionRequested else { return Done() }
      return RecognitionRequested.Reply(
        authorizations: request.subject.map { [$0: $0 == "came"] } ?? [:], streams: [])
    }
    try await harness.service.start()
    #expect(try await harness.send(GetSpeechAuthorization(subject: "new")).status == .notDetermined)
    #expect(try await harness.send(StartRecognition(id: "a", subject: "came")).creditSamples > 0)
    #expect(
      try await harness.refusal(StartRecognition(id: "b", subject: "not"))?.code == .denied)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "not")).status == .denied)
  }

  /// A subject moves to another cell, gets a new decision there, and returns.
  @Test func whatCameIsReadBeforeAnybodyAsks() async throws {
    let harness = ServiceHarness { message in
      guard let request = message as? RecognitionRequested else { return Done() }
      return RecognitionRequested.Reply(
        authorizations: request.subject.map { [$0: true] } ?? [:], streams: [])
    }
    try await harness.service.start()
    _ = try await harness.send(AuthorizeSpeech(subject: "s", isGranted: false))
    _ = try await harness.send(ForgetSpeech(subject: "s"))
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .notDetermined)
    _ = try await harness.send(ForgetSpeech(subject: "s", hasCome: true))
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .authorized)
  }

  // MARK: Teams

  /// Only the subject `s` is in the scope.
  private static func inScope(_ message: any DelegateMessage) throws -> any Sendable {
    if let named = message as? SpeechSubjectNamed, named.subject != "s" {
      throw BusError(.notFound, "Standup not found.")
    }
    return ServiceHarness.defaultReply(message)
  }

  @Test func aSubjectOutsideTheScopeDoesNotExist() async throws {
    let harness = ServiceHarness { try Self.inScope($0) }
    try await harness.service.start()
    for subject in ["no", "unknown"] {
      for command in [
        GetSpeechAuthorization(subject: subject),
        AuthorizeSpeech(subject: subject, isGranted: true),
        AuthorizeSpeech(subject: subject, isGranted: false),
      ] as [any BusCommand] {
        let error = try await harness.refusal(command, teams: "web")
        #expect(error == BusError(.notFound, "Standup not found."))
      }
    }
    #expect(!harness.router.told.values.contains { $0 is SpeechAuthorizationChanged })
    #expect(try await harness.send(GetSpeechAuthorization(subject: "no")).status == .denied)
  }

  /// A denial by a person of another team must not end a recording.
  @Test func aDenialOutsideTheScopeEndsNoStream() async throws {
    let harness = ServiceHarness { message in
      if message is SpeechSubjectNamed { throw BusError(.notFound, "Standup not found.") }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open("meeting/a")
    let denial = AuthorizeSpeech(subject: "s", isGranted: false)
    #expect(try await harness.refusal(denial, teams: "web")?.code == .notFound)
    #expect(await harness.service.openIDs == ["meeting/a"])
  }

  @Test func aSubjectInTheScopeIsDecidedOn() async throws {
    let harness = ServiceHarness { try Self.inScope($0) }
    try await harness.service.start()
    #expect(
      try await harness.send(GetSpeechAuthorization(subject: "s"), teams: "web").status
        == .authorized)
    let denial = AuthorizeSpeech(subject: "s", isGranted: false)
    #expect(try await harness.send(denial, teams: "web").status == .denied)
    let asked = harness.router.told.values.compactMap { $0 as? SpeechSubjectNamed }
    #expect(asked == Array(repeating: SpeechSubjectNamed(subject: "s"), count: 2))
  }

  @Test func thoseWhoSeeAllTeamsAreNotChecked() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    _ = try await harness.send(GetSpeechAuthorization(subject: "s"))
    _ = try await harness.send(AuthorizeSpeech(subject: "unknown", isGranted: true))
    #expect(!harness.router.told.values.contains { $0 is SpeechSubjectNamed })
  }

  @Test(arguments: [BusError.Code.unavailable, .expired])
  func aScopeThatCannotBeCheckedNow(code: BusError.Code) async throws {
    let harness = ServiceHarness { message in
      if message is SpeechSubjectNamed { throw BusError(code, "Away.") }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    let denial = AuthorizeSpeech(subject: "s", isGranted: false)
    let error = try await harness.refusal(denial, teams: "web")
    #expect(error?.code == .unavailable && error?.retryable == true)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .authorized)
  }

  @Test func aDecisionThatIsNotKeptIsNotMade() async throws {
    let harness = ServiceHarness { message in
      if message is SpeechAuthorizationChanged { throw BusError(.unavailable, "No store.") }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    let error = try await harness.refusal(AuthorizeSpeech(subject: "no", isGranted: true))
    #expect(error?.code == .unavailable)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "no")).status == .denied)
  }

  /// Recognition stops while the denial is saved, and stays off if that fails.
  @Test(arguments: [true, false]) func aDenialEndsStreamsAtOnce(isKept: Bool) async throws {
    let harness = ServiceHarness { message in
      if message is SpeechAuthorizationChanged, !isKept {
        throw BusError(.unavailable, "No store.")
      }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open("meeting/a")
    try await harness.open("meeting/b")
    if isKept {
      let reply = try await harness.send(AuthorizeSpeech(subject: "s", isGranted: false))
      #expect(reply.status == .denied)
    } else {
      let error = try await harness.refusal(AuthorizeSpeech(subject: "s", isGranted: false))
      #expect(error?.code == .unavailable)
    }
    #expect(await harness.service.openIDs.isEmpty)
    #expect(try await harness.refusal(FinishRecognition(id: "meeting/a"))?.code == .notFound)
    #expect(
      try await harness.refusal(StartRecognition(id: "meeting/a", subject: "s"))?.code == .denied)
    #expect(try await harness.send(GetSpeechAuthorization(subject: "s")).status == .denied)
  }

  @Test func whatWasDecidedIsForgottenIfItIsToBeAskedAgain() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open("meeting/a")
    let reply = try await harness.send(AuthorizeSpeech(subject: "s", isGranted: nil))
    #expect(reply.status == .notDetermined)
    #expect(await harness.service.openIDs.isEmpty)
  }

  /// A denial made while the service was unavailable.
  @Test func aStreamThatIsNotAuthorizedIsNotTakenUp() async throws {
    let harness = ServiceHarness { message in
      guard message is RecognitionRequested else { return Done() }
      return RecognitionRequested.Reply(
        authorizations: ["s": true, "no": false],
        streams: [
          StartRecognition(id: "meeting/a", subject: "no"),
          StartRecognition(id: "meeting/b", subject: "s"),
          StartRecognition(id: "meeting/c", subject: "unknown"),
        ])
    }
    try await harness.service.start()
    await harness.service.restoration.task?.value
    #expect(await harness.service.openIDs == ["meeting/b"])
    let failed = await harness.router.told.wait(for: 3).compactMap {
      ($0 as? RecognitionFailed)?.id
    }
    #expect(failed.sorted() == ["meeting/a", "meeting/c"])
  }

  @Test func aDecisionWithoutAnEngineIsKept() async throws {
    let harness = ServiceHarness(engine: .unavailable("None."))
    let reply = try await harness.send(AuthorizeSpeech(subject: "new", isGranted: true))
    #expect(reply.status == .restricted)
    #expect(harness.router.told.values.first is SpeechAuthorizationChanged)
  }

  @Test func beforeItKnowsItDoesNotGuess() async throws {
    let gate = Gate()
    let harness = ServiceHarness { message in
      if message is RecognitionRequested { await gate.pass() }
      return ServiceHarness.defaultReply(message)
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
    // The caller, and the service that queries the composition root again.
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
    #expect(harness.router.told.values.count == 1)
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
