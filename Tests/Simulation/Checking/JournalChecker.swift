#if DEBUG || SIMULATION
  import Bus
  import Documents
  import Foundation
  import Standups
  import StandupsAPI

  /// Reads the journal as it grows, and reports contradictions.
  ///
  /// It is a value with a small model: the state of a standup, the current speaker, and open alerts. It knows only the
  /// events, not their causes.
  struct JournalChecker: Sendable {
    struct StandupModel: Sendable {
      var standup: Standup
      var isDeleted = false

      var names: Set<String> { Set(standup.attendees.map(\.name)) }

      /// The members that an edit changes, without absences and the team.
      var design: Standup {
        var design = standup
        design.revision = 0
        design.team = nil
        for id in design.attendees.ids { design.attendees[id: id]?.absentUntilMs = nil }
        return design
      }
    }

    private var epoch: String?
    private var head: Int64 = 0
    private var ids: Set<String> = []
    private(set) var standups: [String: StandupModel] = [:]
    private(set) var meetings: [String: MeetingModel] = [:]
    /// Revisions with which each title was written, or 0 for each write of a note. Both identify the command that wrote
    /// them.
    private(set) var titles: [String: [Int]] = [:]
    /// The open follow-ups.
    private var open: Set<FollowUp.ID> = []
    private(set) var findings: [Finding] = []
    /// Maximum delay of the end of a turn after its clock, in milliseconds; nil if faults of services other than the
    /// timer may delay it.
    var maxLateMs: Int64?
    /// True if the wall clock is stepped, whose times are the timestamps of the events. The timestamps are then not
    /// checked.
    var isClockStepped = false
    private var nowMs: Int64 = 0

    init() {}

    private mutating func found(_ invariant: Invariant, _ details: String) {
      findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
    }

    /// Applies the next event of the journal.
    ///
    /// - Parameters:
    ///   - nowMs: time at which the event became durable, in milliseconds since the start.
    ///   - history: the commands up to that time.
    mutating func take(_ event: JournalEvent, nowMs: Int64, _ history: History) {
      self.nowMs = nowMs
      if event.sequence != head + 1 || (epoch ?? event.epoch) != event.epoch {
        found(
          .journalIsWhole,
          "After \(head) of \(epoch ?? "none") came \(event.sequence) of \(event.epoch).")
      }
      if !ids.insert(event.event.id).inserted {
        found(.doneOnce, "The event \(event.event.id) is in the journal twice.")
      }
      epoch = event.epoch
      head = event.sequence
      do {
        try read(event.event, history)
      } catch {
        found(
          .journalIsWhole,
          "An event of the type \(event.event.labels.type) cannot be read: \(error)")
      }
    }

    private mutating func read(_ event: NewEvent, _ history: History) throws {
      let standup = event.labels.standup ?? ""
      let meeting = event.labels.meeting ?? ""
      if Self.finalTypes.contains(event.labels.type) { makeFinal(standup, except: meeting) }
      switch event.labels.type {
      case StandupCreated.type: created(try event.data.decode(as: StandupCreated.self).standup)
      case StandupUpdated.type:
        let update = try event.data.decode(as: StandupUpdated.self)
        if update.deletedMeeting == nil { updated(update.standup) }
      case StandupDeleted.type: deleted(standup)
      case MeetingStarted.type:
        started(meeting, try event.data.decode(as: MeetingStarted.self).standup, event.time)
      case MeetingSpeakerChanged.type:
        changed(
          meeting, try event.data.decode(as: MeetingSpeakerChanged.self), event.time, history)
      case MeetingAgendaChanged.type:
        replanned(meeting, try event.data.decode(as: MeetingAgendaChanged.self))
      case MeetingUndone.type:
        undone(meeting, try event.data.decode(as: MeetingUndone.self), event.time)
      case MeetingAlertPresented.type:
        let alert = try event.data.decode(as: MeetingAlertPresented.self)
        makeFinal(standup, except: meeting)
        if !alert.alert.comesFirst || meetings[meeting] != nil {
          presented(meeting, alert.elapsedMs)
        }
      case MeetingAlertDismissed.type:
        let alert = try event.data.decode(as: MeetingAlertDismissed.self)
        if meetings[meeting] != nil { dismissed(meeting, alert.elapsedMs, event.time) }
      case MeetingFinished.type:
        let end = try event.data.decode(as: MeetingFinished.self)
        if end.meeting.ending == .written {
          makeFinal(standup, except: "")
        } else {
          finished(meeting, end.meeting, event.time)
          noteEnd(meeting, .saved, end.undo, event.time)
        }
      case MeetingDiscardedEvent.type:
        over(meeting, "discarded")
        let end = try event.data.decode(as: MeetingDiscardedEvent.self)
        noteEnd(meeting, .discarded, end.undo, event.time)
      case MeetingReopened.type:
        reopened(meeting, try event.data.decode(as: MeetingReopened.self), event.time)
      case MeetingErased.type: meetings[meeting]?.undoable = nil
      case MeetingNoted.type: noted(try event.data.decode(as: MeetingNoted.self).followUp)
      case FollowUpDone.type:
        let done = try event.data.decode(as: FollowUpDone.self).followUp
        if open.remove(done) == nil {
          found(.doneOnce, "A follow-up was done that is not open: \(done).")
        }
      default: break
      }
    }

    // MARK: Standups

    private mutating func created(_ standup: Standup) {
      let id = standup.id.description
      if standups[id] != nil { found(.doneOnce, "The standup \(standup.title) was created twice.") }
      standups[id] = StandupModel(standup: standup)
      titles[standup.title, default: []].append(standup.revision)
    }

    /// Checks an edit. Every edit in the simulation adds an attendee, and none removes one.
    private mutating func updated(_ standup: Standup) {
      let id = standup.id.description
      guard let before = standups[id], !before.isDeleted else {
        return found(.journalIsWhole, "A standup that is not there was edited: \(standup.title).")
      }
      let after = StandupModel(standup: standup)
      let lost = before.names.subtracting(after.names).sorted()
      if !lost.isEmpty {
        found(
          .noEditIsLost, "The edit “\(standup.title)” takes away \(lost.joined(separator: ", ")).")
      }
      if standup.revision != before.standup.revision + 1 {
        found(
          .noEditIsLost,
          "The edit “\(standup.title)” makes revision \(standup.revision) of \(before.standup.revision)."
        )
      }
      standups[id] = after
      if after.design != before.design {
        titles[standup.title, default: []].append(standup.revision)
      }
    }

    private mutating func deleted(_ id: String) {
      guard standups[id]?.isDeleted == false else {
        return found(.doneOnce, "A standup that is not there was deleted: \(id).")
      }
      standups[id]?.isDeleted = true
    }

    private mutating func noted(_ followUp: FollowUp) {
      open.insert(followUp.id)
      titles[followUp.text, default: []].append(0)
    }

    // MARK: Meetings

    private mutating func started(_ id: String, _ standup: Standup, _ time: Date) {
      if meetings[id] != nil { found(.doneOnce, "The meeting \(id) was started twice.") }
      let others = meetings.filter { $0.value.end == nil && $0.value.standup.id == standup.id }
      if !others.isEmpty {
        found(.doneOnce, "The standup \(standup.title) meets twice at the same time.")
      }
      meetings[id] = MeetingModel(standup: standup, startedAt: time, anchor: (time, 0))
    }

    private mutating func changed(
      _ id: String, _ change: MeetingSpeakerChanged, _ time: Date, _ history: History
    ) {
      guard var meeting = live(id, "a change of speaker") else { return }
      let schedule = meeting.schedule
      if change.speaker <= meeting.speaker {
        found(
          .speakersInOrder, "Speaker \(change.speaker) was announced after \(meeting.speaker).")
      } else if change.speaker > meeting.speaker + 1 {
        found(
          .everybodyHasATurn, "After speaker \(meeting.speaker) came speaker \(change.speaker).")
      }
      if change.cause == .skipped, !history.hasAsked(id, from: change.speaker - 1) {
        found(
          .everybodyHasATurn,
          "The turn of speaker \(change.speaker - 1) was ended, and nobody asked for that.")
      }
      if meeting.isAlertOpen, change.cause == .skipped {
        found(.alertsInOrder, "A speaker was skipped while an alert was open.")
      }
      if change.cause == .time, !meeting.isAlertOpen {
        checkTime(meeting, schedule[min(change.speaker, schedule.count - 1)], time, "turn")
      }
      meeting.note(change.undo, before: meeting.turns)
      meeting.speaker = change.speaker
      meeting.elapsedMs = change.elapsedMs
      if change.cause == .skipped { meeting.anchor = (time, change.elapsedMs) }
      meetings[id] = meeting
    }

    /// Checks that completed turns are unchanged, and that only an absent or returning attendee has less time than
    /// before.
    private mutating func replanned(_ id: String, _ change: MeetingAgendaChanged) {
      guard var meeting = live(id, "another agenda") else { return }
      let (earlier, before, durationMs) = (meeting, meeting.schedule, meeting.durationMs)
      meeting.agenda = change.agenda
      let after = meeting.schedule
      if change.agenda.order.count != after.count || change.durationMs != meeting.durationMs {
        found(.speakersInOrder, "The agenda of the meeting \(id) contradicts itself.")
      }
      if before.prefix(meeting.speaker + 1) != after.prefix(meeting.speaker + 1) {
        found(.speakersInOrder, "Turns of the meeting \(id) that had begun were moved.")
      }
      if meeting.durationMs < durationMs {
        found(.meetingsEnd, "The meeting \(id) became shorter: \(meeting.durationMs) ms.")
      }
      if change.elapsedMs < meeting.elapsedMs {
        found(.speakersInOrder, "The clock of the meeting \(id) went back.")
      }
      meeting.note(change.undo, before: earlier.turns)
      if change.cause == .reordered { checkOrder(of: id, before: earlier, after: meeting) }
      meetings[id] = meeting
    }

    /// Checks that a new order permutes the turns to come, and changes nothing else.
    private mutating func checkOrder(
      of id: String, before: MeetingModel, after: MeetingModel
    ) {
      let (earlier, later) = (before.turns, after.turns)
      let first = before.speaker + 1
      guard earlier.prefix(first) != later.prefix(first) || earlier.sorted() != later.sorted()
      else { return }
      found(
        .ordersArePermutations,
        "The turns \(earlier) of the meeting \(id) became \(later) at speaker \(before.speaker).")
    }

    /// Checks that an undo goes back, and to a turn that had begun.
    private mutating func undone(_ id: String, _ change: MeetingUndone, _ time: Date) {
      guard var meeting = live(id, "an undo") else { return }
      if meeting.isAlertOpen {
        found(.alertsInOrder, "A change was undone while an alert was open.")
      }
      if change.speaker > meeting.speaker {
        found(
          .speakersInOrder,
          "An undo gave the turn to speaker \(change.speaker) after \(meeting.speaker).")
      }
      meeting.agenda = change.agenda
      if let before = meeting.turnsBefore[change.change], before != meeting.turns {
        found(
          .ordersArePermutations,
          "An undo in the meeting \(id) restored the turns \(meeting.turns) instead of \(before).")
      }
      meeting.speaker = change.speaker
      meeting.elapsedMs = change.elapsedMs
      meeting.anchor = (time, change.elapsedMs)
      if change.durationMs != meeting.durationMs {
        found(.speakersInOrder, "The undo in the meeting \(id) contradicts itself.")
      }
      meetings[id] = meeting
    }

    /// Maximum time by which a turn ends early, in milliseconds: a tenth of a second for the clocks of two machines, see
    /// MeetingClocks, and the time for which a decision is stamped later than the clock is read.
    private static let slackMs: Int64 = 150

    /// Time of the clock itself; nil if the timestamps of the events do not determine it.
    private func elapsedMs(_ meeting: MeetingModel, at time: Date) -> Int64? {
      guard !isClockStepped else { return nil }
      return meeting.anchor.elapsedMs
        + Int64((time.timeIntervalSince(meeting.anchor.at) * 1000).rounded())
    }

    /// Checks that a boundary was passed at `time`: not before the clock reached it, and not long after.
    private mutating func checkTime(
      _ meeting: MeetingModel, _ boundaryMs: Int64, _ time: Date, _ what: String
    ) {
      guard let elapsedMs = elapsedMs(meeting, at: time) else { return }
      let lateMs = elapsedMs - boundaryMs
      if lateMs < -Self.slackMs {
        found(
          .notBeforeItsTime,
          "A \(what) of “\(meeting.standup.title)” ended \(-lateMs) ms before its time.")
      }
      if let maxLateMs, lateMs > maxLateMs {
        found(
          .meetingsGoOn,
          "A \(what) of “\(meeting.standup.title)” ended \(lateMs) ms after its time.")
      }
    }

    private mutating func presented(_ id: String, _ elapsedMs: Int64) {
      guard var meeting = live(id, "an alert") else { return }
      if meeting.isAlertOpen {
        found(.alertsInOrder, "Two alerts are open over the meeting \(id).")
      }
      if elapsedMs < meeting.elapsedMs {
        found(.speakersInOrder, "The clock of the meeting \(id) went back.")
      }
      meeting.isAlertOpen = true
      meeting.elapsedMs = elapsedMs
      meetings[id] = meeting
    }

    private mutating func dismissed(_ id: String, _ elapsedMs: Int64, _ time: Date) {
      guard var meeting = live(id, "the end of an alert") else { return }
      if !meeting.isAlertOpen { found(.alertsInOrder, "No alert was open over the meeting \(id).") }
      meeting.isAlertOpen = false
      meeting.elapsedMs = elapsedMs
      meeting.anchor = (time, elapsedMs)
      meetings[id] = meeting
    }

    private mutating func finished(_ id: String, _ past: Meeting, _ time: Date) {
      guard let meeting = live(id, "an end") else { return }
      if past.ending == .timeUp {
        // Skipped time is part of the meeting's clock, but not of its duration.
        if let end = past.turns?.last?.toMs, end != meeting.durationMs {
          found(
            .meetingsEnd,
            "A meeting whose time was up ended at \(end) ms of \(meeting.durationMs)."
          )
        }
        if meeting.speaker != meeting.schedule.count - 1 {
          found(
            .everybodyHasATurn,
            "The time was up at speaker \(meeting.speaker) of \(meeting.schedule.count).")
        }
        checkTime(meeting, meeting.durationMs, time, "meeting")
      }
      over(id, "finished")
    }

    private mutating func over(_ id: String, _ how: String) {
      guard meetings[id] != nil else {
        // A meeting that is discarded at the question before its start has no start event.
        if how == "discarded" { return }
        return found(.meetingsEnd, "A meeting ended that never began: \(id).")
      }
      if let end = meetings[id]?.end { found(.doneOnce, "The meeting \(id) is \(how) and \(end).") }
      meetings[id]?.end = how
    }

    // MARK: Undone ends

    /// Events after which the last end of a meeting of their standup is final.
    private static let finalTypes: Set<String> = [
      MeetingStarted.type, StandupDeleted.type, StandupLeftTeam.type, UpdateWritten.type,
      UpdateRemoved.type,
    ]

    /// Makes the ends of a standup's meetings final.
    private mutating func makeFinal(_ standup: String, except meeting: String) {
      for (id, model) in meetings
      where id != meeting && model.undoable != nil && model.standup.id.description == standup {
        meetings[id]?.undoable = nil
      }
    }

    private mutating func noteEnd(
      _ id: String, _ kind: MeetingSession.Ended.Kind, _ undo: MeetingSession.EndUndo?, _ time: Date
    ) {
      meetings[id]?.undoable = undo.map { UndoableEnd(change: $0.change, kind: kind, at: time) }
    }

    /// Checks that the undo of an end continues exactly that meeting: its end was not final, no other
    /// meeting of its standup is live, and its turns, speaker and clock are those at the end.
    private mutating func reopened(_ id: String, _ change: MeetingReopened, _ time: Date) {
      guard var meeting = meetings[id], let end = meeting.undoable else {
        return found(.endsAreFinal, "A meeting whose end is final was continued: \(id).")
      }
      if end.change != change.change || end.kind != change.kind {
        found(.endsAreFinal, "An end of the meeting \(id) was undone that is not its last one.")
      }
      let passedMs = Int64((time.timeIntervalSince(end.at) * 1000).rounded())
      if !isClockStepped, passedMs > MeetingSession.Undo.windowMs + Self.slackMs {
        found(.endsAreFinal, "The end of the meeting \(id) was undone after \(passedMs) ms.")
      }
      let others = meetings.filter {
        $0.key != id && $0.value.end == nil && $0.value.standup.id == meeting.standup.id
      }
      if !others.isEmpty {
        found(.doneOnce, "The standup \(meeting.standup.title) meets twice at the same time.")
      }
      let before = (meeting.turns, meeting.speaker, meeting.elapsedMs)
      meeting.agenda = change.agenda
      if before != (meeting.turns, change.speaker, change.elapsedMs)
        || change.durationMs != meeting.durationMs
      {
        found(
          .meetingsContinue,
          "The meeting \(id) ended at \(before.2) ms with speaker \(before.1), and continues at"
            + " \(change.elapsedMs) ms with speaker \(change.speaker).")
      }
      (meeting.end, meeting.undoable, meeting.isAlertOpen) = (nil, nil, false)
      (meeting.speaker, meeting.elapsedMs) = (change.speaker, change.elapsedMs)
      meeting.anchor = (time, change.elapsedMs)
      meetings[id] = meeting
    }

    private mutating func live(_ id: String, _ what: String) -> MeetingModel? {
      guard let meeting = meetings[id] else {
        found(.journalIsWhole, "There is \(what) of a meeting that never began: \(id).")
        return nil
      }
      guard meeting.end == nil else {
        found(.doneOnce, "There is \(what) of a meeting that is over: \(id).")
        return nil
      }
      return meeting
    }
  }
#endif
