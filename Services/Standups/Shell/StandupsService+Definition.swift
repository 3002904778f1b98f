import Bus
import Messages

extension StandupsService {
  /// What the service answers and calls.
  nonisolated var definition: ServiceDefinition {
    ServiceDefinition(
      name: "standups", commands: commands,
      delegates: [
        ChangesDecided.self, DocumentsRequested.self, RepliesRequested.self, SearchRequested.self,
        AuthorizationRequested.self, AuthorizationAnswered.self, MeetingsStarted.self,
        ClockHeld.self, ClockReleased.self, SpeakerSkipped.self, MeetingEnding.self,
        MeetingDiscarded.self,
      ])
  }

  private nonisolated var commands: CommandTable {
    var table = CommandTable()
    on(&table, ListStandups.self) { .list($0) }
    on(&table, GetStandup.self) { .get($0) }
    on(&table, CreateStandup.self) { .create($0) }
    on(&table, EditStandup.self) { .edit($0) }
    on(&table, DeleteStandup.self) { .delete($0) }
    on(&table, DeleteMeeting.self) { .deleteMeeting($0) }
    on(&table, ImportStandups.self) { try .importing($0) }
    on(&table, ExportStandups.self) { .exportFile($0) }
    on(&table, SearchTranscripts.self) { .search($0) }
    on(&table, GetListStatus.self) { .status($0) }
    on(&table, AnswerListAlert.self) { .answerList($0) }

    on(&table, StartMeeting.self) { .start($0) }
    on(&table, GetMeeting.self) { .getMeeting($0) }
    on(&table, ListLiveMeetings.self) { .listLive($0) }
    on(&table, NextSpeaker.self) { .next($0) }
    on(&table, EndMeeting.self) { .end($0) }
    on(&table, AnswerMeetingAlert.self) { .answer($0) }

    on(&table, TellSpeakerChanged.self, .parent) { .speakerChanged($0) }
    on(&table, TellTimeUp.self, .parent) { .timeUp($0) }
    on(&table, TellLineHeard.self, .parent) { .lineHeard($0) }
    on(&table, TellSpeechFailed.self, .parent) { .speechFailed($0) }
    on(&table, GetLiveWork.self, .parent) { .work($0) }
    return table
  }

  private nonisolated func on<Command: BusCommand>(
    _ table: inout CommandTable, _ type: Command.Type, _ access: CommandTable.Access = .anyone,
    _ action: @escaping @Sendable (Command) throws -> StandupsCommand
  ) {
    table.on(type, access: access) { command, call in
      try await self.run(try action(command), call)
    }
  }
}
