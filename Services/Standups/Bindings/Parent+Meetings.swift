import Bus
import Composition
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension Parent {
  /// Starts the countdowns and recognition streams of meetings.
  ///
  /// An unavailable service does not cause a failure: it requests its work when it reconnects. If
  /// speech cannot be recognized, the meeting continues, and its owner is notified. The voices follow
  /// when the streams are open, so that nothing waits for them.
  func begin(_ meetings: [RunningMeeting]) async throws -> Done {
    async let clocks: Void = startClocks(meetings.map { StartCountdown($0) })
    async let ears: Void = listen(meetings.compactMap { StartRecognition($0) })
    async let turns: Void = setTurns(of: meetings)
    _ = try await (clocks, ears, turns)
    try await sendVoices(of: meetings)
    return Done()
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

  /// Ends the countdown of a meeting, and returns the last recognized lines.
  ///
  /// A failure of the timer does not lose the lines: standups sends `MeetingDiscarded` once the
  /// meeting is saved, which cancels the countdown again.
  func end(_ ending: MeetingEnding) async throws -> LastWords {
    async let clock = try? sendIfThere(
      CancelCountdown(id: ending.id.workID), timeoutMs: Self.absenceMs)
    async let words = ending.isRecording ? lastWords(of: ending.id) : nil
    _ = await clock
    let heard = try await words
    return LastWords(lines: (heard?.lines ?? []).map { HeardLine($0) })
  }

  /// Finishes the recognition, which may take seconds; nil if the stream does not exist.
  private func lastWords(of meeting: Meeting.ID) async throws -> FinishRecognition.Reply? {
    do {
      return try await send(
        FinishRecognition(id: meeting.workID), timeoutMs: 5000,
        whileAnswered: GetRecognition(id: meeting.workID))
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }

  /// Applies a person's answer to the question whether a meeting may be recorded.
  ///
  /// Does not wait for an absent transcription service. A denial is then stored here, and the
  /// service receives it first when it connects.
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
      // This call has waited already; retries of the standups service would wait as long each time.
      error.retryable = false
      throw error
    }
  }

  /// Sends a command that may take long to a service that answers a short question in the meantime.
  /// If it does not answer even that, the call fails without waiting.
  ///
  /// - Parameter question: the short question; only whether it is answered matters.
  private func send<Command: BusCommand>(
    _ command: Command, timeoutMs: Int? = nil, whileAnswered question: some BusCommand
  ) async throws -> Command.Reply {
    let (answers, answer) = AsyncThrowingStream.makeStream(of: Command.Reply.self)
    // Not a task group, because that would wait for the unanswered call.
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

  /// Cancels the countdown and recognition of a meeting that is over.
  func discard(_ meeting: MeetingDiscarded) async throws -> Done {
    let id = meeting.id.workID
    async let clock: Void = giveUp(CancelCountdown(id: id))
    async let words: Void = giveUp(CancelRecognition(id: id))
    _ = try await (clock, words)
    return Done()
  }
}
