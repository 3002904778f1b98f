import Bus
import CellsAPI
import StandupsLogging
import StandupsMetrics
import ServiceShell
import ZeroMQ

/// The cells service: `CellsReducer` in a shell.
struct CellsService: ShellService {
  let shell: ServiceShell<CellsReducer>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - reducer: the logic, with access to the map.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the name of every action, for `--print-changes`; nil to print none.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, reducer: CellsReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    shell = ServiceShell(
      reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log,
      observe: ServiceShell<CellsReducer>.names(to: printChanges))
  }

  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    var table = CommandTable()
    table.on(GetCells.self, shell) { _ in .list }
    table.on(GetCellShare.self, shell) { _ in .share }
    table.on(AddCell.self, shell) {
      .add(name: $0.name, router: $0.router, web: $0.web)
    }
    table.on(MoveSlots.self, shell) { .move($0.slots, to: $0.to) }
    table.on(GetSlotDigests.self, shell) { .digests(slot: $0.slot, after: $0.after) }
    table.on(ReceiveDocuments.self, shell) { .receive($0) }
    table.on(TakeSlot.self, shell) { .take(slot: $0.slot, version: $0.version) }
    return ServiceDefinition(
      name: "cells", commands: table,
      delegates: [
        CellShareChanged.self, SlotDigestsRequested.self, SlotDocumentsRequested.self,
        SlotDocumentsReceived.self, SlotTaken.self, LeftSlotsRequested.self, SlotLeft.self,
      ])
  }

  /// The reason why commands are not answered yet. Once the map was read, an unavailable database
  /// does not matter.
  var obstacle: String? {
    get async {
      guard let obstacle = await shell.obstacle else { return nil }
      return shell.logic.obstacle(await shell.state) ?? obstacle
    }
  }

  func observe(_ metrics: CellsMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(shell.logic, await shell.state) }
  }
}
