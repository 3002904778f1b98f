import Bus
import Documents
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension LiveView {
  /// What happened.
  enum Event: Sendable {
    case notice(EventNotice)
    /// A second went by.
    case second
    case key(Key)
    /// The state was read again, or a command was answered with it.
    case reread(LiveMeeting)
    /// What is open was read again.
    case followUps([FollowUp])
    case answered(AnswerMeetingAlert.Reply)
    case failed(Failure)
    case audio(AudioState)
    /// The viewer's program was told to stop.
    case interrupted
    /// The terminal changed; only the drawing is new.
    case redraw
    /// The viewer's program was stopped for a while: the panel is drawn below what came since.
    case continued
    /// The meeting is gone: it ended while nobody listened.
    case gone(Meeting?)
  }

  /// What the shell has to do.
  enum Effect: Hashable, Sendable {
    /// Ends the turn of the speaker who is shown.
    case next(from: Int)
    /// Lets that speaker come back at the end.
    case postpone(from: Int)
    /// That speaker is not there, and has no turn.
    case absent(Attendee.ID)
    /// Gives that speaker one more minute.
    case extend(from: Int)
    /// Writes down what that speaker said last.
    case note(Attendee.ID)
    case pause
    case end
    case answer(MeetingSession.AlertAction)
    case reread
    case ding
    /// Lines that stay.
    case print([Line])
    case startAudio
    /// The meeting is not recorded any more: whatever listens here stops.
    case stopAudio
    case stop
  }

  mutating func reduce(_ event: Event) -> [Effect] {
    guard ending == nil else { return [] }
    switch event {
    case .second:
      silentSeconds += 1
      quietSeconds? += 1
      turnSeconds? += 1
      return []
    case .notice(let notice): return reduce(notice)
    case .key(let key): return reduce(key)
    case .interrupted: return finish(.left)
    case .redraw: return []
    case .continued: return [.reread]
    case .reread(let meeting):
      isWaiting = false
      return update(meeting)
    case .followUps(let open):
      return update(open)
    case .answered(let reply):
      isWaiting = false
      switch reply {
      case .live(let meeting): return update(meeting)
      case .finished(let meeting): return finish(.finished(meeting))
      case .discarded: return finish(.discarded)
      }
    case .failed(let failure):
      isWaiting = false
      notice = failure.message
      // Whatever was refused was refused because things are not as they look here.
      return failure.code == "conflict" || failure.code == "not_found" ? [.reread] : []
    case .audio(let state):
      audio = state
      if case .failed(let failure) = state { notice = failure.message }
      return []
    case .gone(let meeting):
      return finish(meeting.map { .finished($0) } ?? .discarded)
    }
  }

  private mutating func reduce(_ notice: EventNotice) -> [Effect] {
    let wasAway = isAway
    silentSeconds = 0
    switch notice {
    case .gap: return [.reread]
    // Whatever went by meanwhile is read, once.
    case .beat: return wasAway ? [.reread] : []
    case .event(let event): return reduce(event) + (wasAway ? [.reread] : [])
    }
  }

  /// What the state itself asks for, at the start and whenever it was read.
  mutating func update(_ meeting: LiveMeeting) -> [Effect] {
    let wasRecording = isRecording
    let before = speaker
    take(meeting)
    var effects: [Effect] = alert?.comesFirst ?? false ? [] : beginTurns()
    if speaker != before { effects += [.ding, .print(turn)] }
    effects += printSegments(meeting.session.segments)
    if isRecording != wasRecording { effects.append(isRecording ? .startAudio : .stopAudio) }
    return effects + answerAutomatically()
  }

  /// The first effects: who speaks, what was said so far.
  mutating func begin(_ meeting: LiveMeeting) -> [Effect] {
    take(meeting)
    // Nobody speaks yet while it is asked whether to record.
    hasBegun = !(alert?.comesFirst ?? false)
    var effects: [Effect] = hasBegun ? [.print(turn)] : []
    effects += printSegments(meeting.session.segments)
    if let alert, automatic.answer(to: alert) == nil { effects.append(.print([.asked(alert)])) }
    if isRecording { effects.append(.startAudio) }
    return effects + answerAutomatically()
  }

  /// The first turn, if it was not shown, as something was asked before.
  private mutating func beginTurns() -> [Effect] {
    guard !hasBegun else { return [] }
    hasBegun = true
    return [.print(turn)]
  }

  /// Whose turn it is, and what this one has to come back to.
  private var turn: [Line] { [.turn(speaker, current)] + open.map { .open($0) } }

  /// What is open, as it was read: what was not heard of is shown.
  private mutating func update(_ open: [FollowUp]) -> [Effect] {
    let known = Set(followUps.map(\.id))
    followUps = open
    let new = hasBegun ? self.open.filter { !known.contains($0.id) } : []
    return new.isEmpty ? [] : [.print(new.map { .open($0) })]
  }

  private mutating func printSegments(_ segments: [Segment]) -> [Effect] {
    let new = segments.filter { printed.insert($0).inserted }
    guard !new.isEmpty else { return [] }
    partial = ""
    return [.print(new.map { .said($0) })]
  }

  private mutating func answerAutomatically() -> [Effect] {
    guard let alert, !isWaiting, let action = automatic.answer(to: alert) else { return [] }
    isWaiting = true
    return [.answer(action)]
  }

  private mutating func finish(_ how: Ending) -> [Effect] {
    ending = how
    alert = nil
    partial = ""
    return [.stop]
  }

  private mutating func reduce(_ event: CloudEvent) -> [Effect] {
    do {
      return try reduceData(of: event)
    } catch {
      notice = EventTypes.unreadableNotice(event.type)
      return [.reread]
    }
  }

  private mutating func reduceData(of event: CloudEvent) throws -> [Effect] {
    // What comes after it says how the meeting ended; of one that was discarded nothing does.
    guard !event.isErased else {
      return event.type == MeetingDiscardedEvent.type ? [.reread] : []
    }
    switch event.type {
    case MeetingEvents.tick:
      let tick = try event.data.decode(as: TickData.self)
      elapsedMs = tick.elapsedMs
      // The durable event brings the ding; a tick only mends what was missed.
      return tick.speaker == speaker ? [] : [.reread]
    case MeetingEvents.partial:
      partial = try event.data.decode(as: PartialData.self).text
      quietSeconds = 0
      return []
    case MeetingStarted.type:
      let started = try event.data.decode(as: MeetingStarted.self)
      standup = started.standup
      let begins = started.isRecording && !isRecording
      isRecording = started.isRecording
      return beginTurns() + (begins ? [.startAudio] : [])
    case MeetingSpeakerChanged.type:
      let change = try event.data.decode(as: MeetingSpeakerChanged.self)
      elapsedMs = change.elapsedMs
      guard change.speaker != speaker else { return [] }
      speaker = change.speaker
      notice = nil
      return [.ding, .print([.turn(speaker, change.attendee)] + open.map { .open($0) })]
    case MeetingTurnEnding.type:
      let ending = try event.data.decode(as: MeetingTurnEnding.self)
      elapsedMs = ending.elapsedMs
      let end = Turn(self).endMs
      guard ending.speaker == speaker, warnedMs != end else { return [] }
      warnedMs = end
      return [.ding]
    case MeetingRunningOver.type:
      elapsedMs = max(
        elapsedMs, try event.data.decode(as: MeetingRunningOver.self).elapsedMs)
      return [.ding]
    case MeetingAgendaChanged.type:
      let changed = try event.data.decode(as: MeetingAgendaChanged.self)
      if let comer = changed.attendee { standup.attendees.append(comer) }
      agenda = changed.agenda
      return []
    case MeetingAlertPresented.type:
      let presented = try event.data.decode(as: MeetingAlertPresented.self)
      alert = presented.alert
      standup = presented.standup ?? standup
      elapsedMs = presented.elapsedMs
      return [.print([.asked(presented.alert)])] + answerAutomatically()
    case MeetingAlertDismissed.type:
      let dismissed = try event.data.decode(as: MeetingAlertDismissed.self)
      alert = nil
      notice = nil
      elapsedMs = dismissed.elapsedMs
      // Recording may have been allowed with it.
      return [.print([.decided(dismissed.action)]), .reread]
    case MeetingSegment.type:
      let segment = try event.data.decode(as: MeetingSegment.self).segment
      quietSeconds = 0
      return printSegments([segment])
    case MeetingNoted.type:
      let followUp = try event.data.decode(as: MeetingNoted.self).followUp
      guard !followUps.contains(where: { $0.id == followUp.id }) else { return [] }
      followUps.append(followUp)
      return [.print([.noted(followUp)])]
    case FollowUpDone.type:
      let done = try event.data.decode(as: FollowUpDone.self).followUp
      guard let index = followUps.firstIndex(where: { $0.id == done }) else { return [] }
      return [.print([.done(followUps.remove(at: index))])]
    case MeetingRecordingStopped.type:
      isRecording = false
      partial = ""
      notice = "Recording stopped: it is no longer allowed."
      return [.stopAudio]
    case MeetingSpeechFailed.type:
      isRecording = false
      partial = ""
      return []
    case MeetingFinished.type:
      return finish(.finished(try event.data.decode(as: MeetingFinished.self).meeting))
    case MeetingDiscardedEvent.type:
      return finish(.discarded)
    case MeetingErased.type:
      return [.reread]
    default:
      return []
    }
  }

  private mutating func reduce(_ key: Key) -> [Effect] {
    if key == .interrupt || key == .character("q") { return finish(.left) }
    guard !isWaiting else { return [] }
    if let alert {
      let goesOn = alert == .paused && key == .character("p")
      guard let action = goesOn ? .resume : AlertKeys(alert).action(for: key) else { return [] }
      guard action != .discard || isDiscarding else {
        isDiscarding = true
        notice = "This deletes the transcript for everyone. Press again to discard the meeting."
        return []
      }
      isWaiting = true
      return [.answer(action)]
    }
    let effect: Effect
    switch key {
    case .character("n"), .character(" "), .character("l"):
      guard meansSpeaker() else { return [] }
      effect = key == .character("l") ? .postpone(from: speaker) : .next(from: speaker)
    case .character("a"):
      guard let current else { return [] }
      effect = .absent(current.id)
    case .character("+"): effect = .extend(from: speaker)
    case .character("m"):
      // The clock goes on, and so do the other keys.
      guard canMark, let current else { return [] }
      return [.note(current.id)]
    case .character("p"): effect = .pause
    case .character("e"): effect = .end
    default: return []
    }
    isWaiting = true
    return [effect]
  }

  /// Decides if a key is meant for the current speaker. If another viewer ended a turn a moment ago, the first key may have
  /// been for that turn; a second key is not. After the last speaker no turn is skipped: an alert opens.
  private mutating func meansSpeaker() -> Bool {
    guard let turnSeconds, turnSeconds < Self.freshSeconds, !isDoubted, next != nil else {
      return true
    }
    isDoubted = true
    notice = "\(current?.displayName ?? "Someone") has just started. Press again to end this turn."
    return false
  }
}
