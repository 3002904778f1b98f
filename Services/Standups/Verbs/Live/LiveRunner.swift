import Audio
import Bus
import Cells
import Foundation
import Standups
import StandupsAPI

/// Runs a live view: passes events, keys and replies to it, and performs its effects.
struct LiveRunner: Sendable {
  var context: CommandContext
  var connection: Connection
  var audio: AudioFeed?
  var automatic = AutomaticAnswers()
  /// Delay before a lost subscription is renewed.
  var retry: Duration = .milliseconds(500)
  var clock: any Clock<Duration> = ContinuousClock()

  /// The events of the installation that owns the meeting.
  private func events(of id: Meeting.ID) async throws -> any EventSource {
    try await connection.at(Slot(of: id.rawValue)).events
  }

  /// Shows a meeting until it ends or the viewer leaves.
  ///
  /// - Returns: the ending, and the failure of the viewer's audio, if any.
  func run(
    _ id: Meeting.ID, of standup: Standup.ID
  ) async throws -> (ending: LiveView.Ending, soundFailure: Failure?) {
    let notices = try await events(of: id).subscribe([Topic.prefix(ofMeeting: id)])
    // Read the state after the subscription is active, so that no event in between is missed.
    let meeting: LiveMeeting
    do {
      meeting = try await connection.send(GetMeeting(id: id))
    } catch let error as BusError where error.code == .notFound {
      return (try await past(id, of: standup).map { .finished($0) } ?? .discarded, nil)
    }
    let (events, sender) = AsyncStream<LiveView.Event>.makeStream()
    let screen = try LiveScreen(context)
    defer { screen.close() }
    var view = LiveView(meeting, automatic: automatic)
    do {
      view.followUps = try await followUps(of: standup)
    } catch let error as BusError {
      // A failure is only reported, because the view works without follow-ups.
      sender.yield(.failed(Failure(error)))
    }
    let readScreen = screen.read
    var tasks = [
      Task { await read(notices, id, sender) },
      Task { await readScreen(sender) },
      Task { await count(sender) },
    ]
    var listening: Task<Void, Never>?
    defer { for task in tasks + [listening].compactMap({ $0 }) { task.cancel() } }

    func perform(_ effects: [LiveView.Effect]) throws -> LiveView.Ending? {
      for effect in effects {
        switch effect {
        case .print(let lines): try screen.keep(lines, view)
        case .ding: screen.ding()
        case .startAudio:
          if let audio {
            listening = stream(audio, id, try audioBase(view), sender)
          }
        case .stopAudio: listening?.cancel()
        case .stop: return view.ending ?? .left
        case .next, .postpone, .absent, .undo, .extend, .note, .pause, .end, .answer, .reread:
          tasks.append(Task { await self.perform(effect, id, standup, sender) })
        }
      }
      return nil
    }

    var soundFailure: Failure?
    var ending = try perform(view.begin(meeting))
    try screen.draw(view)
    if let ending { return (ending, nil) }
    for await event in events {
      if case .audio(.failed(let failure)) = event {
        soundFailure = screen.report(failure) ? .said(failure.exit) : failure
      }
      if case .notice(.event(let event)) = event { try screen.report(event) }
      if case .continued = event { screen.forget() }
      ending = try perform(view.reduce(event))
      if let ending { return (ending, soundFailure) }
      try screen.draw(view)
    }
    return (.left, soundFailure)
  }

  /// Returns the open follow-ups of the standup.
  private func followUps(of standup: Standup.ID) async throws -> [FollowUp] {
    try await connection.send(ListFollowUps(standup: standup)).followUps
  }

  /// Returns the saved meeting after its end if it is among the latest 20; nil otherwise.
  func past(_ id: Meeting.ID, of standup: Standup.ID) async throws -> Meeting? {
    let reply = try await connection.send(GetStandup(id: standup, limit: 20))
    return reply.meetings.first { $0.id == id }
  }

  private func perform(
    _ effect: LiveView.Effect, _ id: Meeting.ID, _ standup: Standup.ID,
    _ sender: AsyncStream<LiveView.Event>.Continuation
  ) async {
    do {
      switch effect {
      case .next(let from):
        sender.yield(.reread(try await connection.send(NextSpeaker(id: id, from: from))))
      case .postpone(let from):
        sender.yield(.reread(try await connection.send(PostponeTurn(id: id, from: from))))
      case .absent(let attendee):
        sender.yield(.reread(try await connection.send(DropTurns(id: id, attendee: attendee))))
      case .undo(let change):
        sender.yield(.reread(try await connection.send(UndoChange(id: id, change: change))))
      case .extend(let from):
        sender.yield(.reread(try await connection.send(ExtendTurn(id: id, from: from))))
      case .pause: sender.yield(.reread(try await connection.send(PauseMeeting(id: id))))
      case .end: sender.yield(.reread(try await connection.send(EndMeeting(id: id))))
      case .note(let attendee):
        // The view prints the follow-up when its event arrives.
        _ = try await connection.send(
          NoteFollowUp(standup: standup, meeting: id, attendee: attendee, last: true))
      case .reread:
        sender.yield(.reread(try await connection.send(GetMeeting(id: id))))
        sender.yield(.followUps(try await followUps(of: standup)))
      case .answer(let action):
        sender.yield(
          .answered(try await connection.send(AnswerMeetingAlert(id: id, action: action))))
      case .ding, .print, .startAudio, .stopAudio, .stop: break
      }
    } catch let error as BusError where error.code == .notFound {
      await lookForEnd(id, standup, sender)
    } catch is CancellationError {
      // The view was closed.
    } catch {
      sender.yield(.failed(Failure(error)))
    }
  }

  /// Handles a meeting that is no longer live, and whose end event was missed.
  private func lookForEnd(
    _ id: Meeting.ID, _ standup: Standup.ID,
    _ sender: AsyncStream<LiveView.Event>.Continuation
  ) async {
    do {
      sender.yield(.gone(try await past(id, of: standup)))
    } catch {
      sender.yield(.failed(Failure(error)))
    }
  }

  private func read(
    _ first: AsyncThrowingStream<EventNotice, any Error>, _ id: Meeting.ID,
    _ sender: AsyncStream<LiveView.Event>.Continuation
  ) async {
    var notices = first
    while !Task.isCancelled {
      do {
        for try await notice in notices {
          sender.yield(.notice(notice))
          // Subscribes again at the new installation.
          if await follow(notice, id) { break }
        }
        if Task.isCancelled { return }
      } catch {
        sender.yield(.failed(Failure(error)))
      }
      do {
        try await clock.sleep(for: retry)
        notices = try await events(of: id).subscribe([Topic.prefix(ofMeeting: id)])
        sender.yield(.notice(.gap))
      } catch is CancellationError {
        return
      } catch {
        sender.yield(.failed(Failure(error)))
      }
    }
  }

  /// Records the new installation of a meeting.
  ///
  /// - Returns: true if the event reports that this meeting has moved.
  private func follow(_ notice: EventNotice, _ id: Meeting.ID) async -> Bool {
    guard case .event(let event) = notice, event.type == StandupMoved.type,
      let moved = try? event.data.decode(as: StandupMoved.self), moved.meeting == id
    else { return false }
    await connection.cells?.note(SlotSet([Slot(of: id.rawValue)]), at: moved.router)
    return true
  }

  /// Counts the seconds, so that the view can detect an unavailable router.
  private func count(_ sender: AsyncStream<LiveView.Event>.Continuation) async {
    while (try? await clock.sleep(for: .seconds(1))) != nil { sender.yield(.second) }
  }

  private func stream(
    _ feed: AudioFeed, _ id: Meeting.ID, _ base: Int64,
    _ sender: AsyncStream<LiveView.Event>.Continuation
  ) -> Task<Void, Never> {
    Task {
      await AudioStreamer(meeting: id, connection: connection, base: base) {
        sender.yield(.audio($0))
      }.run(feed)
    }
  }

  /// Current position in the audio stream, in samples. It is derived from the real time since the
  /// start of the meeting, as the service measures it, so the clocks of two machines need not
  /// agree.
  private func audioBase(_ view: LiveView) throws -> Int64 { max(0, view.realMs) * 16 }
}

extension Topic {
  /// The topic prefix of all events of a meeting.
  static func prefix(ofMeeting id: Meeting.ID) -> String { "m/\(escape(id.description))/" }
  /// The topic prefix of all events of a standup.
  static func prefix(ofStandup id: Standup.ID) -> String { "s/\(escape(id.description))/" }
}
