import Bus
import ScheduleAPI
import ServiceShell

extension ScheduleService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "schedule", commands: commands,
      delegates: [
        ScheduleTermBegun.self, ScheduleChangesDecided.self, ScheduleDocumentsRequested.self,
        ScheduleSubjectsKept.self, ScheduleTimeNear.self, ScheduleTimeCame.self,
        ScheduleTimesPassed.self,
      ])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(SetSchedule.self, shell) { try ScheduleCommand($0) }
    table.on(GetSchedule.self, shell) { .get(try Subject($0.subject)) }
    table.on(ListSchedules.self, shell) { try ScheduleCommand($0) }
    table.on(RemoveSchedule.self, shell) { .remove(Subject(id: $0.subject)) }
    table.on(GetScheduleTimes.self, shell) { try ScheduleCommand($0) }
    table.on(MakeScheduleCalendar.self, shell) { try ScheduleCommand($0) }
    table.on(TellSubjectGone.self, shell) { .gone(try Subject($0.subject)) }
    table.on(TellSubjectCame.self, shell) {
      .came(try Subject($0.subject), $0.schedule)
    }
    table.on(CheckSchedules.self) { command, _ in
      command.problems(as: SavedSchedule.self)
    }
    return table
  }
}
