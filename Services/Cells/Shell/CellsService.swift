import Bus
import CellsAPI
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The cells service: `CellsReducer` in a shell.
struct CellsService: Service {
  let shell: ServiceShell<CellsReducer>

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - reducer: what decides, with the way to the map.
  ///   - sleeper: measures pauses.
  ///   - log: takes lines for the log.
  ///   - printChanges: hears the name of every action, for `--print-changes`; nil for nobody.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, reducer: CellsReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    shell = ServiceShell(reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log) {
      action, _ in
      printChanges?([action.name])
      return nil
    }
  }

  /// What the service answers and calls.
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

  func start() async throws { try await shell.start() }
  func drain() async { await shell.drain() }

  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }
  func problems() async -> [String] { await shell.problems }
  /// A database that is away is no obstacle once the map was read: what was read holds.
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
