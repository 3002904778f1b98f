public import Schema

extension Bounds {
  /// Id of the subject that meets, such as that of a standup, without control characters and
  /// without `/`.
  public static let scheduleSubject = text(1...128, pattern: #"^[^/\u0000-\u001f\u007f-\u009f]+$"#)
    .named("ScheduleSubject")
}
