extension FeatureVerbs {
  static let schedule = FeatureVerbs(
    name: "Schedule",
    commands: [.meetings: [ScheduleVerb.verb, ScheduleVerb.unschedule]],
    archived: [ArchivedCollection(name: "schedules", noun: "schedule")])
}
