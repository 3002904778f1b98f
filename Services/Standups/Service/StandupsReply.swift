import Bus
import FastJSON
import Standups
import StandupsAPI

/// The reply to a command.
enum StandupsReply: Hashable, Sendable {
  case list(ListedStandups)
  case get(GetStandup.Reply)
  case standup(Standup)
  case done(Done)
  case line(CorrectLine.Reply)
  case followUp(FollowUp)
  case followUps(ListFollowUps.Reply)
  case updateWritten(WriteUpdate.Reply)
  case updates(ListUpdates.Reply)
  case writtenSaved(SaveWrittenMeeting.Reply)
  case foundPerson(FindPerson.Reply)
  case forgotten(ForgetPerson.Reply)
  case imported(ImportStandups.Reply)
  case unreadable(ReadUnreadable.Reply)
  case part(Meeting)
  case statistics(GetMeetingStats.Reply)
  case importing(ImportProgress)
  case exported(ExportStandups.Reply)
  case found(SearchTranscripts.Reply)
  case status(GetListStatus.Reply)
  case termsAdded(AddTerms.Reply)
  case termsRemoved(RemoveTerms.Reply)
  case terms(ListTerms.Reply)
  case discarded(ListDiscarded.Reply)
  case retention(TeamRetention)
  case retentions(GetRetention.Reply)
  case live(LiveMeeting)
  case allLive(ListLiveMeetings.Reply)
  case answered(AnswerMeetingAlert.Reply)
  case running(GetRunningMeetings.Reply)
  /// The saved reply to an earlier command with the same idempotency key.
  case stored(RawJSON)

  static let done = StandupsReply.done(Done())

  /// The reply in its wire form.
  func json() throws -> RawJSON {
    switch self {
    case .list(let reply): try RawJSON(encoding: reply)
    case .get(let reply): try RawJSON(encoding: reply)
    case .standup(let reply): try RawJSON(encoding: reply)
    case .done(let reply): try RawJSON(encoding: reply)
    case .line(let reply): try RawJSON(encoding: reply)
    case .followUp(let reply): try RawJSON(encoding: reply)
    case .followUps(let reply): try RawJSON(encoding: reply)
    case .updateWritten(let reply): try RawJSON(encoding: reply)
    case .updates(let reply): try RawJSON(encoding: reply)
    case .writtenSaved(let reply): try RawJSON(encoding: reply)
    case .foundPerson(let reply): try RawJSON(encoding: reply)
    case .forgotten(let reply): try RawJSON(encoding: reply)
    case .imported(let reply): try RawJSON(encoding: reply)
    case .unreadable(let reply): try RawJSON(encoding: reply)
    case .part(let reply): try RawJSON(encoding: reply)
    case .statistics(let reply): try RawJSON(encoding: reply)
    case .importing(let reply): try RawJSON(encoding: reply)
    case .exported(let reply): try RawJSON(encoding: reply)
    case .found(let reply): try RawJSON(encoding: reply)
    case .status(let reply): try RawJSON(encoding: reply)
    case .termsAdded(let reply): try RawJSON(encoding: reply)
    case .termsRemoved(let reply): try RawJSON(encoding: reply)
    case .terms(let reply): try RawJSON(encoding: reply)
    case .discarded(let reply): try RawJSON(encoding: reply)
    case .retention(let reply): try RawJSON(encoding: reply)
    case .retentions(let reply): try RawJSON(encoding: reply)
    case .live(let reply): try RawJSON(encoding: reply)
    case .allLive(let reply): try RawJSON(encoding: reply)
    case .answered(let reply): try RawJSON(encoding: reply)
    case .running(let reply): try RawJSON(encoding: reply)
    case .stored(let json): json
    }
  }

  /// Form of the reply that is stored under an idempotency key.
  func stored() throws -> RawJSON {
    guard case .answered(.finished(let meeting)) = self else { return try json() }
    return try RawJSON(encoding: AnswerMeetingAlert.Reply.finished(meeting.fitting))
  }

  /// The reply in its wire form, or the error if it cannot be encoded.
  var wireResult: Result<RawJSON, BusError> {
    do {
      return .success(try json())
    } catch {
      return .failure(BusError(.internal, "The reply cannot be encoded as JSON: \(error)."))
    }
  }
}
