import Bus
import BusRouter
import PersistenceAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension Parent {
  /// How long a child may take for one command about a meeting, in milliseconds.
  static let patienceMs = 2000

  /// How long a child may say nothing before it is taken for absent, where somebody waits, in
  /// milliseconds.
  static let absenceMs = 500

  /// How many commands of one call a child has at once. Enough to keep it busy, and few beside what it
  /// takes at once, so that whoever else asks it for something is not refused.
  static let maxAtOnce = 64

  /// Lets the clocks of meetings run and their words be heard.
  ///
  /// A child that is away asks for its work when it comes back, so that is no failure here. Speech
  /// that cannot be recognised does not stop a meeting, but its owner is told.
  func begin(_ meetings: [RunningMeeting]) async throws -> Done {
    async let clocks: Void = startClocks(meetings.map { StartCountdown($0) })
    async let ears: Void = listen(meetings.compactMap { StartRecognition($0) })
    _ = try await (clocks, ears)
    return Done()
  }

  /// Lets clocks run. A timer that is away asks for its work when it comes back.
  func startClocks(_ countdowns: [StartCountdown]) async throws {
    try await sendEach(countdowns, atOnce: Self.maxAtOnce, timeoutMs: Self.patienceMs) {
      try Self.isThere($1)
    }
  }

  private func listen(_ streams: [StartRecognition]) async throws {
    try await sendEach(streams, atOnce: Self.maxAtOnce, timeoutMs: Self.patienceMs) {
      stream, reply in
      do {
        return try Self.isThere(reply)
      } catch let error as BusError where !error.retryable || error.code == .busy {
        guard let id = OwnedID(stream.id).flatMap({ Meeting.ID($0.name) }) else { throw error }
        try await sendIfThere(
          TellSpeechFailed(id: id, reason: error.message), about: stream.id)
        return true
      }
    }
  }

  /// - Returns: false if the child is away; then the others need not wait for it.
  /// - Throws: any other error. A child that did not answer in time may never have done it, so that
  ///   can be tried again.
  private static func isThere(_ reply: Result<some Any, any Error>) throws -> Bool {
    do {
      _ = try reply.get()
      return true
    } catch let error as BusError where [.unavailable, .draining].contains(error.code) {
      return false
    } catch let error as BusError where error.code == .expired {
      throw BusError(.unavailable, error.message)
    }
  }

  /// A meeting that ends needs its clock no more, and what was heard last.
  func end(_ ending: MeetingEnding) async throws -> LastWords {
    async let clock: Void = giveUp(
      CancelCountdown(id: ending.id.workID), timeoutMs: Self.absenceMs)
    async let words = ending.isRecording ? lastWords(of: ending.id) : nil
    let (_, heard) = try await (clock, words)
    return LastWords(lines: (heard?.lines ?? []).map { HeardLine($0) })
  }

  /// The last words may take seconds.
  private func lastWords(of meeting: Meeting.ID) async throws -> FinishRecognition.Reply? {
    do {
      return try await send(
        FinishRecognition(id: meeting.workID), timeoutMs: 5000,
        whileAnswered: GetRecognition(id: meeting.workID))
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }

  /// What a person has answered to the question whether a meeting may be recorded.
  ///
  /// A transcription that is absent is not waited for. A denial is then kept here: whoever comes to
  /// recognise speech is told of it first.
  func decide(_ answer: AuthorizationAnswered) async throws -> RecordingConsent {
    let subject = "\(answer.standup)"
    do {
      return RecordingConsent(
        try await send(
          AuthorizeSpeech(subject: subject, isGranted: answer.isGranted),
          whileAnswered: GetSpeechAuthorization(subject: subject)))
    } catch var error as BusError where Self.absence.contains(error.code) {
      guard answer.isGranted else {
        let denial = SpeechAuthorizationChanged(subject: subject, isGranted: false)
        try await keep(denial)
        return RecordingConsent(status: .denied)
      }
      // It was waited for here; the child would wait as long again and again.
      error.retryable = false
      throw error
    }
  }

  /// Makes durable what was decided on recording, and tells of it.
  func keep(_ decision: SpeechAuthorizationChanged) async throws {
    let event = try Authorizations.event(decision)
    try await commit(
      Commit(
        changes: [try Authorizations.change(decision)], events: event.map { [$0] } ?? [],
        idempotency: event == nil ? nil : once))
  }

  /// What the bus says of a child that does not answer.
  private static let absence: [BusError.Code] = [.unavailable, .draining, .expired]

  /// Sends a command that may take its time to a child that answers a question in the meantime. One that
  /// does not even do that is not waited for.
  ///
  /// - Parameter question: of which only matters whether it is answered.
  private func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, whileAnswered question: some BusCommand
  ) async throws -> Command.Reply {
    let (answers, answer) = AsyncThrowingStream.makeStream(of: Command.Reply.self)
    // Not a task group: that would wait for the one that is not answered.
    Task {
      do {
        answer.yield(try await send(command, timeoutMs: timeoutMs))
        answer.finish()
      } catch {
        answer.finish(throwing: error)
      }
    }
    Task {
      do {
        _ = try await send(question, timeoutMs: Self.absenceMs)
      } catch let error as BusError where Self.absence.contains(error.code) {
        answer.finish(throwing: error)
      }
    }
    for try await reply in answers { return reply }
    throw CancellationError()
  }

  /// Nobody wants to hear of a meeting that was given up.
  func discard(_ meeting: MeetingDiscarded) async throws -> Done {
    let id = meeting.id.workID
    async let clock: Void = giveUp(CancelCountdown(id: id))
    async let words: Void = giveUp(CancelRecognition(id: id))
    _ = try await (clock, words)
    return Done()
  }

  /// Ends what a child may have to do. One that is away is told, when it asks, what is to be done, and
  /// this is not among it; so is one that does not answer.
  func giveUp(_ command: some BusCommand, timeoutMs: Int = patienceMs) async throws {
    do {
      try await sendIfThere(command, timeoutMs: timeoutMs)
    } catch let error as BusError
      where Self.absence.contains(error.code)
    {
      return
    }
  }

  /// Sends a command about something that may be gone already; nil if it was.
  @discardableResult
  func sendIfThere<Command: BusCommand>(
    _ command: Command, timeoutMs: Int = 5000, about id: String? = nil
  ) async throws -> Command.Reply? {
    do {
      return try await send(command, timeoutMs: timeoutMs, about: id)
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }
}
