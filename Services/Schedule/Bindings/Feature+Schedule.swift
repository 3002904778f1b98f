import ScheduleAPI

extension Feature {
  /// Schedules, which announce standups or start their meetings.
  static let schedule = Feature(
    name: "schedule", bind: { parent, _ in parent.bindSchedule() },
    chatTexts: [.meetingReminder, .meetingDue, .meetingMissed], documents: [.schedules],
    reloadsRestored: true,
    erasureNotice: ErasureNotice { forgotten in
      forgotten.standups.sorted().map { TellSubjectGone(subject: $0) }
    })
}
