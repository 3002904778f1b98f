import Bus
import FocusAPI
import ServiceShell

extension FocusService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "focus", commands: commands,
      delegates: [
        FocusTermBegun.self, FocusChangesDecided.self, FocusDocumentsRequested.self,
        FocusClocksNeeded.self,
        FocusClockStopped.self,
      ])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(SetFocusTitle.self, shell) { try FocusCommand($0) }
    table.on(StartFocus.self, shell) { try FocusCommand($0) }
    table.on(StopFocus.self, shell) { .stop(try Person($0.person)) }
    table.on(GetFocus.self, shell) { .get(try Person($0.person)) }
    table.on(ListFocusItems.self, shell) { try FocusCommand($0) }
    table.on(GetFocusItem.self, shell) { .item($0.id.lowercased()) }
    table.on(DeleteFocusItem.self, shell) { .delete($0.id) }
    table.on(ForgetFocus.self, shell) { FocusCommand($0) }
    table.on(TellFocusTimeUp.self, shell) { .timeUp(try Person($0.person)) }
    table.on(GetRunningFocus.self, shell) { try FocusCommand($0) }
    return table
  }
}
