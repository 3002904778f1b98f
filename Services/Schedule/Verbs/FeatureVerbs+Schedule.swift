import Links

extension FeatureVerbs {
  static let schedule = FeatureVerbs(
    name: "Schedule",
    commands: [.meetings: [ScheduleVerb.verb, ScheduleVerb.unschedule]],
    opens: { place in
      guard case .schedule(let standup) = place else { return nil }
      return Opening { try await ScheduleVerb.open(standup, $0) }
    },
    archived: [ArchivedCollection(name: "schedules", noun: "schedule")])
}
