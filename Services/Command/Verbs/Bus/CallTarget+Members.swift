import BridgeAPI
import Bus
import CellsAPI
import FastJSON
import FocusAPI
import Foundation
import GatewayAPI
import PersistenceAPI
import ScheduleAPI
import StandupsAPI
import TimerAPI
import TranscriptionAPI
import WebhooksAPI

extension CallTarget {
  /// The commands that tools may send and whose members this program knows.
  static let known: [any BusCommand.Type] =
    ofRouter + [
      ListStandups.self, GetStandup.self, CreateStandup.self, EditStandup.self, MarkAbsent.self,
      MarkPresent.self, DeleteStandup.self, DeleteMeeting.self, NoteFollowUp.self,
      ListFollowUps.self, FinishFollowUp.self, FindPerson.self, ForgetPerson.self,
      GetMeetingPart.self, DiscardUnreadable.self, ReadUnreadable.self, ImportStandups.self,
      ImportPart.self, TakeImport.self, GetImport.self, ExportStandups.self,
      SearchTranscripts.self, GetListStatus.self, AnswerListAlert.self, StartMeeting.self,
      GetMeeting.self, ListLiveMeetings.self, NextSpeaker.self, PostponeTurn.self,
      ExtendTurn.self, DropTurns.self, AddTurn.self, PauseMeeting.self, ResumeMeeting.self,
      EndMeeting.self, AnswerMeetingAlert.self, StartCountdown.self, PauseCountdown.self,
      ResumeCountdown.self, SkipSpeaker.self, CancelCountdown.self, GetCountdown.self,
      ListCountdowns.self, GetSpeechAuthorization.self, AuthorizeSpeech.self,
      RecognizeAudio.self, GetJournalRange.self, Backup.self, GetBackup.self,
      SetFocusTitle.self, StartFocus.self, StopFocus.self, GetFocus.self, ListFocusItems.self,
      GetFocusItem.self, DeleteFocusItem.self, ForgetFocus.self, SetSchedule.self,
      GetSchedule.self,
      ListSchedules.self, RemoveSchedule.self, GetScheduleTimes.self, MakeScheduleCalendar.self,
      MakeCalendarLink.self, InviteToWeb.self, ListWebSessions.self, RevokeWebSessions.self,
      AddWebhook.self, ListWebhooks.self, GetWebhook.self, RemoveWebhook.self,
      PauseWebhook.self, ResumeWebhook.self, TestWebhook.self, GetBridge.self,
      RebuildBridge.self, RemoveBridgeStream.self, GetCells.self, GetCellShare.self,
      AddCell.self, MoveSlots.self, GetSlotDigests.self, ReceiveDocuments.self, TakeSlot.self,
    ]

  /// The members of a body that the command does not define, such as `durationMS` or
  /// `attendees.nam`; its service ignores them. Empty for an unknown command or an invalid body.
  func unknownMembers(_ body: RawJSON) -> [String] {
    guard let type = Self.known.first(where: { $0.target == text }) else { return [] }
    func understood<Command: BusCommand>(_ type: Command.Type) throws -> Data {
      try BusJSON.encode(try BusJSON.decode(type, from: Data(body.bytes)))
    }
    // The service rejects a body that cannot be decoded and gives the reason.
    guard let data = try? understood(type),
      let given = try? JSONSerialization.jsonObject(with: Data(body.bytes)),
      let taken = try? JSONSerialization.jsonObject(with: data)
    else { return [] }
    return Self.members(of: given, missingIn: taken)
  }

  private static func members(of given: Any, missingIn taken: Any?) -> [String] {
    switch (given, taken) {
    case (let given as [String: Any], let taken as [String: Any]):
      let found = given.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        // The encoder omits null members.
        if value is NSNull { return [] }
        guard let other = taken[name] else { return [name] }
        return members(of: value, missingIn: other).map { "\(name).\($0)" }
      }
      return found
    case (let given as [Any], let taken as [Any]) where given.count == taken.count:
      return Set(zip(given, taken).flatMap { members(of: $0, missingIn: $1) }).sorted()
    default:
      return []
    }
  }
}
