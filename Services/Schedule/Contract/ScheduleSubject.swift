public import Schema

extension Bounds {
  /// Id of the subject that meets, such as that of a standup, without control characters and
  /// without `/`.
  public static let scheduleSubject = line(128, without: "/").named("ScheduleSubject")

  /// Name of a time zone in the IANA database.
  static let scheduleZone = text(1...64)

  /// Date without a time, such as `2026-12-25`.
  static let scheduleDate = matching(#"^\d{4}-\d\d-\d\d$"#)
}
