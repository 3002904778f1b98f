import Bus
import Documents
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension LiveView {
  /// An input of the view.
  enum Event: Sendable {
    case notice(EventNotice)
    /// A second has passed.
    case second
    case key(Key)
    /// The state was read again, or was part of the reply to a command.
    case reread(LiveMeeting)
    /// The open follow-ups were read again.
    case followUps([FollowUp])
    case answered(AnswerMeetingAlert.Reply)
    case failed(Failure)
    case audio(AudioState)
    /// The program was asked to stop.
    case interrupted
    /// The terminal changed, so the view must be redrawn.
    case redraw
    /// The program was suspended and has resumed, so the panel is drawn below any other output.
    case continued
    /// The meeting no longer exists, because it ended while the view was disconnected. The value is
    /// nil if the meeting was not saved.
    case gone(Meeting?)
  }

  /// An action for the runner.
  enum Effect: Hashable, Sendable {
    /// Ends the turn of the displayed speaker.
    case next(from: Int)
    /// Postpones that speaker to the end.
    case postpone(from: Int)
    /// Marks that speaker as absent and drops their turn.
    case absent(Attendee.ID)
    /// Undoes the last change of the turns.
    case undo(MeetingSession.Undo.ID)
    /// Extends that speaker's turn by a minute.
    case extend(from: Int)
    /// Saves the last statement of that speaker as a follow-up.
    case note(Attendee.ID)
    case pause
    case end
    case answer(MeetingSession.AlertAction)
    case reread
    case ding
    /// Prints lines that stay on the screen, above the panel.
    case print([LiveLine])
    case startAudio
    /// Stops this program's audio, because the meeting is no longer recorded.
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
      undoSeconds += 1
      guesses.age()
      signals.age()
      if undoSeconds >= MeetingSession.Undo.windowMs / 1000 { undo = nil }
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
      // The command was rejected because the view is out of date.
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
    // Read the state again once the router responds again.
    case .beat: return wasAway ? [.reread] : []
    case .event(let event): return reduce(event) + (wasAway ? [.reread] : [])
    }
  }

  /// Updates the view with a new state.
  mutating func update(_ meeting: LiveMeeting) -> [Effect] {
    let wasRecording = isRecording
    let before = speaker
    take(meeting)
    var effects: [Effect] = alert?.comesFirst ?? false ? [] : beginTurns()
    if speaker != before { effects += [.ding, .print(turn)] }
    effects += show(voices: meeting.session.voices)
    effects += printSegments(meeting.session.segments)
    if isRecording != wasRecording { effects.append(isRecording ? .startAudio : .stopAudio) }
    return effects + answerAutomatically()
  }

  /// Starts the view with the first state: the current turn and the transcript so far.
  mutating func begin(_ meeting: LiveMeeting) -> [Effect] {
    take(meeting)
    // No turn has started yet while the alert asks whether to record.
    hasBegun = !(alert?.comesFirst ?? false)
    var effects: [Effect] = hasBegun ? [.print(turn)] : []
    effects += show(voices: meeting.session.voices)
    effects += printSegments(meeting.session.segments)
    if let alert, automatic.answer(to: alert) == nil { effects.append(.print([.asked(alert)])) }
    if isRecording { effects.append(.startAudio) }
    return effects + answerAutomatically()
  }

  /// Begins the first turn, if an alert delayed it.
  private mutating func beginTurns() -> [Effect] {
    guard !hasBegun else { return [] }
    hasBegun = true
    return [.print(turn)]
  }

  /// The current turn, with the written updates and open follow-ups that belong to it.
  private var turn: [LiveLine] { turn(of: current) }

  private func turn(of attendee: Attendee?) -> [LiveLine] {
    [.turn(speaker, attendee)] + writtenNow + open.map { .open($0) }
  }

  /// Updates the open follow-ups, and prints the new ones of the current speaker.
  private mutating func update(_ open: [FollowUp]) -> [Effect] {
    let known = Set(followUps.map(\.id))
    followUps = open
    let new = hasBegun ? self.open.filter { !known.contains($0.id) } : []
    return new.isEmpty ? [] : [.print(new.map { .open($0) })]
  }

  private mutating func printSegments(_ segments: [Segment]) -> [Effect] {
    let new = segments.filter { printed.insert($0).inserted }
    guard !new.isEmpty else { return [] }
    for segment in new { guesses.said(by: standup.attendees[id: segment.attendee]) }
    return [.print(new.map { .said($0) })]
  }

  /// Shows how many persons' voices are recognised, if that has changed.
  private mutating func show(voices new: Int?) -> [Effect] {
    let old = voices
    voices = new
    return new == old || !isRecording ? [] : [.print([.voices(new ?? 0)])]
  }

  private mutating func answerAutomatically() -> [Effect] {
    guard let alert, !isWaiting, let action = automatic.answer(to: alert) else { return [] }
    isWaiting = true
    return [.answer(action)]
  }

  private mutating func finish(_ how: Ending) -> [Effect] {
    ending = how
    alert = nil
    guesses = LiveGuesses()
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
    // The data of an erased event is unavailable. Later events report how the meeting ended, unless
    // it was discarded.
    guard !event.isErased else {
      return event.type == MeetingDiscardedEvent.type ? [.reread] : []
    }
    switch event.type {
    case MeetingTick.type:
      let tick = try event.data.decode(as: TickData.self)
      // The timer learns of a pause or of the next turn after everyone else.
      guard alert == nil, tick.speaker >= speaker else { return [] }
      elapsedMs = tick.elapsedMs
      // The durable event rings the bell. A tick only shows that an event was missed.
      return tick.speaker == speaker ? [] : [.reread]
    case MeetingPartial.type:
      let guess = try event.data.decode(as: PartialData.self)
      let person = guess.person.flatMap { Attendee.PersonID($0) }
      guesses.update(guess.text, of: person)
      signals.update(guess.signal, of: person)
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
      undo = change.undo
      guard change.speaker != speaker else { return [] }
      speaker = change.speaker
      notice = nil
      return [.ding, .print(turn(of: change.attendee))]
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
      undo = changed.undo
      return []
    case MeetingUndone.type:
      let undone = try event.data.decode(as: MeetingUndone.self)
      undo = nil
      agenda = undone.agenda
      if let removed = undone.removed { standup.attendees.remove(id: removed) }
      elapsedMs = undone.elapsedMs
      notice = nil
      guard undone.speaker != speaker else { return [.reread] }
      speaker = undone.speaker
      // The warning of the turn may have been reported before the change.
      return [.print(turn), .reread]
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
      // The answer may have allowed recording.
      return [.print([.decided(dismissed.action)]), .reread]
    case MeetingSegment.type:
      let segment = try event.data.decode(as: MeetingSegment.self).segment
      quietSeconds = 0
      return printSegments([segment])
    case MeetingLineReassigned.type:
      let segment = try event.data.decode(as: MeetingLineReassigned.self).segment
      // A later state of the meeting contains it.
      return printed.insert(segment).inserted ? [.print([.reassigned(segment)])] : []
    case MeetingVoicesRecognised.type:
      let people = try event.data.decode(as: MeetingVoicesRecognised.self).people
      return show(voices: people == 0 ? nil : people)
    case MeetingNoted.type:
      let followUp = try event.data.decode(as: MeetingNoted.self).followUp
      guard !followUps.contains(where: { $0.id == followUp.id }) else { return [] }
      followUps.append(followUp)
      return [.print([.noted(followUp)])]
    case FollowUpDone.type:
      let done = try event.data.decode(as: FollowUpDone.self).followUp
      guard let index = followUps.firstIndex(where: { $0.id == done }) else { return [] }
      return [.print([.done(followUps.remove(at: index))])]
    case UpdateWritten.type:
      let written = try event.data.decode(as: UpdateWritten.self)
      // During a meeting, the event contains the text.
      guard let text = written.text else { return [] }
      let update = WrittenUpdate(
        attendee: written.attendee, text: text, atMs: written.atMs, by: written.by)
      updates = updates.adding(update)
      return hasBegun ? line(update).map { [.print([$0])] } ?? [] : []
    case UpdateRemoved.type:
      let removed = try event.data.decode(as: UpdateRemoved.self)
      updates.removeAll { $0.attendee.id == removed.attendee }
      return []
    case MeetingRecordingStopped.type:
      (isRecording, voices) = (false, nil)
      guesses = LiveGuesses()
      notice = "Recording stopped: it is no longer allowed."
      return [.stopAudio]
    case MeetingSpeechFailed.type:
      (isRecording, voices) = (false, nil)
      guesses = LiveGuesses()
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
        notice =
          "Press again to discard the meeting. An admin can restore it for \(DiscardedMeeting.days) days."
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
      // The clock keeps running, and other keys remain active.
      guard canMark, let current else { return [] }
      return [.note(current.id)]
    case .character("u"):
      guard let undo else {
        notice = "Nothing to undo; a change of the turns can be undone for 10 s."
        return []
      }
      effect = .undo(undo.change)
    case .character("p"): effect = .pause
    case .character("e"): effect = .end
    default: return []
    }
    isWaiting = true
    return [effect]
  }

  /// Decides whether a key press refers to the current speaker. If another viewer has just ended a
  /// turn, the first key press may have been meant for that turn, but a second one is not. After
  /// the last speaker, no turn could be skipped by mistake, because an alert opens instead.
  private mutating func meansSpeaker() -> Bool {
    guard let turnSeconds, turnSeconds < Self.freshSeconds, !isDoubted, next != nil else {
      return true
    }
    isDoubted = true
    notice = "\(current?.displayName ?? "Someone") has just started. Press again to end this turn."
    return false
  }
}
