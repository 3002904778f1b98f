public import Cells
import Standups

// A meeting is in the slot of its standup: its id was drawn to be.

extension Standup.ID {
  fileprivate var slot: Slot { Slot(of: rawValue) }
}

extension Meeting.ID {
  fileprivate var slot: Slot { Slot(of: rawValue) }
}

extension CreateStandup: Slotted {
  /// Of the id that it shall have; nil if one is drawn.
  public var slot: Slot? { id?.slot }
}

extension GetStandup: Slotted {
  /// Of the standup.
  public var slot: Slot? { id.slot }
}

extension EditStandup: Slotted {
  /// Of the standup.
  public var slot: Slot? { id.slot }
}

extension MarkAbsent: Slotted {
  /// Of the standup.
  public var slot: Slot? { id.slot }
}

extension MarkPresent: Slotted {
  /// Of the standup.
  public var slot: Slot? { id.slot }
}

extension DeleteStandup: Slotted {
  /// Of the standup.
  public var slot: Slot? { id.slot }
}

extension GetMeeting: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension NextSpeaker: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension PostponeTurn: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension ExtendTurn: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension DropTurns: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension AddTurn: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension PauseMeeting: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension ResumeMeeting: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension EndMeeting: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension AnswerMeetingAlert: Slotted {
  /// Of the meeting.
  public var slot: Slot? { id.slot }
}

extension NoteFollowUp: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension ListFollowUps: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension FinishFollowUp: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension DeleteMeeting: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension ForgetPerson: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension GetMeetingPart: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}

extension StartMeeting: Slotted {
  /// Of the standup.
  public var slot: Slot? { standup.slot }
}
