import Bus
import Countdown
import Documents
import StandupsDependencies
import StandupsLogging
import StandupsMetrics
import ServiceShell
import StandupsAPI
import ZeroMQ

/// The standups service: `StandupsReducer` in a shell.
struct StandupsService: ShellService {
  let shell: ServiceShell<StandupsReducer>

  /// Creates the service, with its state not loaded yet.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - uuid: generates ids.
  ///   - eventID: generates ids of events.
  ///   - date: current time, for events.
  ///   - clock: clock of the meetings.
  ///   - transcriptDays: retention of transcripts, in days; nil for no limit.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil for none.
  ///   - metrics: the metrics to update; nil for none.
  ///   - savesTogether: true to send the decisions of one turn of the loop together.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller,
    uuid: UUIDGenerator = UUIDGenerator(Header.freshID),
    eventID: UUIDGenerator = UUIDGenerator(Header.risingID),
    date: DateGenerator = .live, clock: ClockReader = .live,
    transcriptDays: Int? = nil, sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: StandupsMetrics? = nil,
    savesTogether: Bool = false
  ) {
    shell = ServiceShell(
      StandupsReducer(
        uuid: uuid, eventID: eventID, date: date, clock: clock, transcriptDays: transcriptDays),
      on: loop,
      delegate: delegate, sleeper: sleeper, log: log,
      observe: Self.observer(printChanges, metrics), savesTogether: savesTogether)
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?, _ metrics: StandupsMetrics?
  ) -> ServiceShell<StandupsReducer>.Observer? {
    guard printChanges != nil || metrics != nil else { return nil }
    return { action, state in
      let before = printChanges == nil ? nil : state
      let expected = metrics.flatMap { metrics in
        state.decision(of: action).map { metrics.expectation(of: $0, state.saved) }
      }
      guard before != nil || expected != nil else { return nil }
      return { after in
        if let expected { metrics?.count(expected, after.saved) }
        if let before {
          printChanges?(PrintedChanges.lines(for: action, from: before, to: after))
        }
      }
    }
  }

  func observe(_ metrics: StandupsMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension StandupsService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "standups", commands: commands,
      delegates: StoreDialogue.messages + [
        BatchDecided.self, StandupsShareRequested.self, SearchRequested.self, StandupTeamNamed.self,
        StandupPeopleNamed.self, AuthorizationRequested.self, AuthorizationAnswered.self,
        MeetingsStarted.self,
        MeetingEnding.self, RecordingStopped.self, MeetingDiscarded.self,
      ])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(ListStandups.self, shell) { .list($0) }
    table.on(GetStandup.self, shell) { .get($0) }
    table.on(CreateStandup.self, shell) { .create($0) }
    table.on(EditStandup.self, shell) { .edit($0) }
    table.on(MarkAbsent.self, shell) { .markAbsent($0) }
    table.on(MarkPresent.self, shell) { .markPresent($0) }
    table.on(SetStandupTeam.self, shell) { .setTeam($0) }
    table.on(DeleteStandup.self, shell) { .delete($0) }
    table.on(DeleteMeeting.self, shell) { .deleteMeeting($0) }
    table.on(CorrectLine.self, shell) { .correct($0) }
    table.on(NoteFollowUp.self, shell) { .note($0) }
    table.on(ListFollowUps.self, shell) { .listFollowUps($0) }
    table.on(FinishFollowUp.self, shell) { .finishFollowUp($0) }
    table.on(WriteUpdate.self, shell) { .writeUpdate($0) }
    table.on(ListUpdates.self, shell) { .listUpdates($0) }
    table.on(RemoveUpdate.self, shell) { .removeUpdate($0) }
    table.on(SaveWrittenMeeting.self, shell) { .saveWritten($0) }
    table.on(FindPerson.self, shell) { .findPerson($0) }
    table.on(ForgetPerson.self, shell) { .forgetPerson($0) }
    table.on(GetMeetingPart.self, shell) { .getPart($0) }
    table.on(GetMeetingStats.self, shell) { .statistics($0) }
    table.on(ReadUnreadable.self, shell) { .unreadable($0) }
    table.on(DiscardUnreadable.self, shell) { .discard($0) }
    table.on(ImportStandups.self, shell) { try .importing($0) }
    table.on(ImportPart.self, shell) { try .importing($0) }
    table.on(TakeImport.self, shell) { .takeImport($0) }
    table.on(GetImport.self, shell) { .getImport($0) }
    table.on(ExportStandups.self, shell) { .exportFile($0) }
    table.on(SearchTranscripts.self, shell) { .search($0) }
    table.on(GetListStatus.self, shell) { .status($0) }
    table.on(AnswerListAlert.self, shell) { .answerList($0) }

    table.on(StartMeeting.self, shell) { .start($0) }
    table.on(GetMeeting.self, shell) { .getMeeting($0) }
    table.on(ListLiveMeetings.self, shell) { .listLive($0) }
    table.on(NextSpeaker.self, shell) { .next($0) }
    table.on(PostponeTurn.self, shell) { .postpone($0) }
    table.on(ExtendTurn.self, shell) { .extend($0) }
    table.on(DropTurns.self, shell) { .absent($0) }
    table.on(AddTurn.self, shell) { .present($0) }
    table.on(ReorderTurns.self, shell) { .reorder($0) }
    table.on(UndoChange.self, shell) { .undo($0) }
    table.on(PauseMeeting.self, shell) { .pause($0) }
    table.on(ResumeMeeting.self, shell) { .resume($0) }
    table.on(EndMeeting.self, shell) { .end($0) }
    table.on(AnswerMeetingAlert.self, shell) { .answer($0) }
    table.on(SetRetention.self, shell) { .setRetention($0) }
    table.on(GetRetention.self, shell) { .getRetention($0) }
    table.on(ListDiscarded.self, shell) { .listDiscarded($0) }
    table.on(RestoreMeeting.self, shell) { .restore($0) }

    table.on(AddTerms.self, shell) { .addTerms($0) }
    table.on(RemoveTerms.self, shell) { .removeTerms($0) }
    table.on(ListTerms.self, shell) { .listTerms($0) }
    table.on(TellTeamGone.self, shell) { .teamGone($0) }

    table.on(SetStandupsShare.self, shell) { .setShare($0) }
    table.on(TellSpeakerChanged.self, shell) { .speakerChanged($0) }
    table.on(TellTimeUp.self, shell) { .timeUp($0) }
    table.on(TellLineHeard.self, shell) { .lineHeard($0) }
    table.on(TellSpeechFailed.self, shell) { .speechFailed($0) }
    table.on(TellRecordingDenied.self, shell) { .recordingDenied($0) }
    table.on(TellVoicesRecognised.self, shell) { .voicesRecognised($0) }
    table.on(GetRunningMeetings.self, shell) { .work($0) }
    return table
  }
}

extension StandupsState {
  /// The decision whose commit an action confirms; nil for other actions.
  fileprivate func decision(of action: StandupsAction) -> Decision? {
    let id: OperationID
    switch action {
    case .committed(let operation, .success): id = operation
    default: return nil
    }
    switch operations[id]?.step {
    case .committing(let decision, _): return decision
    default: return nil
    }
  }
}
