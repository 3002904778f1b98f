public import Cells
public import Standups

/// A command about the standup whose id is its member `id`.
public protocol OnStandup: Slotted {
  /// Id of the standup.
  var id: Standup.ID { get }
}

/// A command about something that belongs to a standup.
public protocol InStandup: Slotted {
  /// Id of the standup.
  var standup: Standup.ID { get }
}

/// A command about a live meeting. The meeting is in the slot of its standup, because its id is
/// generated accordingly.
public protocol OnMeeting: Slotted {
  /// Id of the meeting.
  var id: Meeting.ID { get }
}

extension OnStandup {
  /// The slot of the standup.
  public var routingSlot: Slot? { Slot(of: id.rawValue) }
}

extension InStandup {
  /// The slot of the standup.
  public var routingSlot: Slot? { Slot(of: standup.rawValue) }
}

extension OnMeeting {
  /// The slot of the meeting, which is that of its standup.
  public var routingSlot: Slot? { Slot(of: id.rawValue) }
}

extension CreateStandup: Slotted {
  /// Slot of the requested id; nil if the service generates the id.
  public var routingSlot: Slot? { id.map { Slot(of: $0.rawValue) } }
}

extension SearchTranscripts: Slotted {
  /// Slot of the standup whose meetings are searched; nil for those of all.
  public var routingSlot: Slot? { standup.map { Slot(of: $0.rawValue) } }
}

extension GetStandup: OnStandup {}
extension EditStandup: OnStandup {}
extension MarkAbsent: OnStandup {}
extension MarkPresent: OnStandup {}
extension DeleteStandup: OnStandup {}
extension SetStandupTeam: OnStandup {}

extension CorrectLine: InStandup {}
extension NoteFollowUp: InStandup {}
extension ListFollowUps: InStandup {}
extension FinishFollowUp: InStandup {}
extension WriteUpdate: InStandup {}
extension ListUpdates: InStandup {}
extension RemoveUpdate: InStandup {}
extension SaveWrittenMeeting: InStandup {}
extension DeleteMeeting: InStandup {}
extension ForgetPerson: InStandup {}
extension GetMeetingPart: InStandup {}
extension GetMeetingStats: InStandup {}
extension StartMeeting: InStandup {}
extension RestoreMeeting: InStandup {}

extension GetMeeting: OnMeeting {}
extension NextSpeaker: OnMeeting {}
extension PostponeTurn: OnMeeting {}
extension ExtendTurn: OnMeeting {}
extension DropTurns: OnMeeting {}
extension AddTurn: OnMeeting {}
extension ReorderTurns: OnMeeting {}
extension UndoChange: OnMeeting {}
extension PauseMeeting: OnMeeting {}
extension ResumeMeeting: OnMeeting {}
extension EndMeeting: OnMeeting {}
extension AnswerMeetingAlert: OnMeeting {}
