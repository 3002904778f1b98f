public import Cells
import Standups

// A live meeting is in the slot of its standup, because its id is generated that way.

extension Standup.ID {
  fileprivate var slot: Slot { Slot(of: rawValue) }
}

extension Meeting.ID {
  fileprivate var slot: Slot { Slot(of: rawValue) }
}

extension CreateStandup: Slotted {
  /// Slot of the requested id; nil if the service generates the id.
  public var slot: Slot? { id?.slot }
}

extension GetStandup: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { id.slot }
}

extension EditStandup: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { id.slot }
}

extension MarkAbsent: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { id.slot }
}

extension MarkPresent: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { id.slot }
}

extension DeleteStandup: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { id.slot }
}

extension GetMeeting: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension NextSpeaker: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension PostponeTurn: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension ExtendTurn: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension DropTurns: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension AddTurn: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension PauseMeeting: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension ResumeMeeting: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension EndMeeting: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension AnswerMeetingAlert: Slotted {
  /// Slot of the meeting, which is that of its standup.
  public var slot: Slot? { id.slot }
}

extension NoteFollowUp: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension ListFollowUps: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension FinishFollowUp: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension DeleteMeeting: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension ForgetPerson: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension GetMeetingPart: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}

extension StartMeeting: Slotted {
  /// Slot of the standup.
  public var slot: Slot? { standup.slot }
}
