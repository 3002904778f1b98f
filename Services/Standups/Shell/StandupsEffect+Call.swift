import Bus
import Messages

extension StandupsEffect {
  /// How long the parent may take, in milliseconds.
  private enum Patience {
    static let commit = 8000
    static let reading = 8000
    static let loading = 5000
    static let authorization = 4000
    /// Whoever asked waits, and the clock can be computed here as well.
    static let clock = 2000
    static let work = 3000
    static let ending = 6000
  }

  /// The operation to which the result belongs.
  var operation: OperationID? {
    switch self {
    case .commit(let id, _), .load(let id, _), .search(let id, _), .requestAuthorization(let id, _),
      .answerAuthorization(let id, _, _), .holdClock(let id, _), .releaseClock(let id, _),
      .skipSpeaker(let id, _, _), .endMeeting(let id, _, _), .startWork(let id, _):
      id
    case .reply, .loadPage, .loadReplies, .wait, .discardWork, .log, .ready: nil
    }
  }

  /// The delegate call that this effect is; nil if it is none. It gives the action that comes of
  /// it.
  var call: (@Sendable (any DelegateCaller, Header?) async -> StandupsAction)? {
    switch self {
    case .loadPage(let load):
      return Self.tell(DocumentsRequested(load: load), Patience.loading) { .loaded($0) }
    case .loadReplies(let limit):
      return Self.tell(RepliesRequested(limit: limit), Patience.loading) { .repliesLoaded($0) }
    case .commit(let id, let commit):
      return Self.tell(ChangesDecided(commit: commit), Patience.commit) { .committed(id, $0) }
    case .load(let id, let load):
      return Self.tell(DocumentsRequested(load: load), Patience.reading) { .documents(id, $0) }
    case .search(let id, let search):
      return Self.tell(SearchRequested(search: search), Patience.reading) { .found(id, $0) }
    case .requestAuthorization(let id, let standup):
      return Self.tell(AuthorizationRequested(standup: standup), Patience.authorization) {
        .authorization(id, $0)
      }
    case .answerAuthorization(let id, let standup, let isGranted):
      return Self.tell(
        AuthorizationAnswered(standup: standup, isGranted: isGranted), Patience.authorization
      ) { .authorization(id, $0) }
    case .holdClock(let id, let meeting):
      return Self.tell(ClockHeld(id: meeting), Patience.clock) { .clock(id, $0) }
    case .releaseClock(let id, let meeting):
      return Self.tell(ClockReleased(id: meeting), Patience.clock) { .clock(id, $0) }
    case .skipSpeaker(let id, let meeting, let from):
      return Self.tell(SpeakerSkipped(id: meeting, from: from), Patience.clock) { .clock(id, $0) }
    case .endMeeting(let id, let meeting, let isRecording):
      return Self.tell(MeetingEnding(id: meeting, isRecording: isRecording), Patience.ending) {
        .ended(id, $0)
      }
    case .startWork(let id, let work):
      return Self.tell(work, Patience.work) { .worked(id, $0) }
    case .discardWork(let meeting):
      return Self.tell(MeetingDiscarded(id: meeting), Patience.work) { .discarded(meeting, $0) }
    case .reply, .wait, .log, .ready:
      return nil
    }
  }

  private static func tell<Message: DelegateMessage>(
    _ message: Message, _ timeoutMs: Int,
    _ action: @escaping @Sendable (Result<Message.Reply, BusError>) -> StandupsAction
  ) -> @Sendable (any DelegateCaller, Header?) async -> StandupsAction {
    { delegate, header in
      do {
        return action(
          .success(try await delegate.tell(message, causedBy: header, timeoutMs: timeoutMs)))
      } catch let error as BusError {
        return action(.failure(error))
      } catch {
        return action(
          .failure(BusError(.unavailable, "“\(Message.target)” was given up: \(error).")))
      }
    }
  }
}
