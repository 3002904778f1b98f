import Documents
import FastJSON
import ScheduleAPI

extension DocumentKind {
  /// Schedules of standups. Only the schedule service can decode them, so other programs check only
  /// their form.
  static let schedules = DocumentKind(
    "schedules", slot: .content,
    arrival: ArrivalNotice { TellSubjectCame(subject: $0.id, schedule: $0.body) },
    archive: Archiving(
      hasTeams: true, volatile: ["settledMs", "told", "remindedMs", "asking"],
      align: { here, archived in
        here["holidays"] = calendar(here)
        archived["holidays"] = calendar(archived)
      },
      imported: { try $0.withRemoteCalendar() }),
    check: CheckSchedules.self
  ) { $0.body["rule"]?.isObject == true ? nil : "“rule” must be an object." }

  /// Members of a schedule's holidays that each daily download overwrites.
  private static let downloaded = ["days", "readMs", "triedMs", "problem", "isLocal"]

  /// The holidays of a schedule. For a downloaded calendar, the downloaded members, such as its
  /// days, are omitted.
  private static func calendar(_ schedule: Archiving.Members) -> RawJSON? {
    guard let holidays = schedule["holidays"],
      var members = try? holidays.decode(as: Archiving.Members.self), members["url"] != nil
    else { return schedule["holidays"] }
    for name in downloaded { members[name] = nil }
    return try? RawJSON(encoding: members)
  }
}

extension Document {
  /// A copy in which `isLocal` is reset, so that its calendar is not downloaded from an internal
  /// address: an archive must not be able to claim that the user of this machine requested that.
  fileprivate func withRemoteCalendar() throws -> Document {
    guard let holidays = body["holidays"], holidays.isObject, holidays["url"] != nil else {
      return self
    }
    var document = self
    document.body = body.setting(
      "holidays", to: holidays.setting("isLocal", to: try RawJSON(encoding: false)))
    return document
  }
}
