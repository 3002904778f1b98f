/// The types of events there are.
public enum EventTypes {
  /// What the journal keeps.
  public static let durable = [
    StandupCreated.type, StandupUpdated.type, StandupDeleted.type, MeetingStarted.type,
    MeetingSpeakerChanged.type, MeetingAlertPresented.type, MeetingAlertDismissed.type,
    MeetingSegment.type, MeetingSpeechFailed.type, MeetingFinished.type,
    MeetingDiscardedEvent.type, ServiceUp.type, ServiceDown.type, ServiceLost.type,
    BusUnbound.type, BusDeadLetter.type,
  ]
  /// What is published and not kept.
  public static let ephemeral = [EphemeralEvent.tick, EphemeralEvent.partial]
  public static let all = durable + ephemeral
  /// What begins with a word and a dot.
  public static let families = ["standup.", "meeting.", "service.", "bus."]

  /// The types that a word stands for: a type, or a family such as `meeting` or `meeting.`. One that
  /// is not known here may be known to the router, and stands for itself.
  public static func expanded(_ word: String) -> [String] {
    if all.contains(word) { return [word] }
    let family = all.filter { $0.hasPrefix(word.hasSuffix(".") ? word : word + ".") }
    return family.isEmpty ? [word] : family
  }
}
