import Countdown

extension MeetingSession {
  /// All members except those that are derived from others.
  enum CodingKeys: String, CodingKey {
    case id, standup, lineup, startedAt, clock, speakerIndex, floor, segments, heardLines, heard
    case transcript, agenda, warnedMs, overMs, notes, undo, updates, isRecording, destination
    case voices
  }

  /// Decodes a session.
  ///
  /// - Throws: `DecodingError` if a required member is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try members.decode(Meeting.ID.self, forKey: .id),
      standup: try members.decode(Standup.self, forKey: .standup),
      lineup: try members.decodeIfPresent(Lineup.self, forKey: .lineup),
      startedAt: try members.decodeIfPresent(ClockReading.self, forKey: .startedAt),
      clock: try members.decode(CountdownClock.self, forKey: .clock),
      speakerIndex: try members.decode(Int.self, forKey: .speakerIndex),
      floor: try members.decode([FloorChange].self, forKey: .floor),
      segments: try members.decode([Segment].self, forKey: .segments),
      heardLines: try members.decode([String].self, forKey: .heardLines),
      heard: try members.decodeIfPresent(Heard.self, forKey: .heard),
      transcript: try members.decode(String.self, forKey: .transcript),
      agenda: try members.decodeIfPresent(Agenda.self, forKey: .agenda),
      warnedMs: try members.decodeIfPresent(Int64.self, forKey: .warnedMs),
      overMs: try members.decodeIfPresent(Int64.self, forKey: .overMs),
      notes: try members.decodeIfPresent([FollowUp].self, forKey: .notes),
      undo: try members.decodeIfPresent(Undo.self, forKey: .undo),
      updates: try members.decodeIfPresent([WrittenUpdate].self, forKey: .updates),
      isRecording: try members.decode(Bool.self, forKey: .isRecording),
      destination: try members.decodeIfPresent(Destination.self, forKey: .destination),
      voices: try members.decodeIfPresent(Int.self, forKey: .voices))
  }
}
