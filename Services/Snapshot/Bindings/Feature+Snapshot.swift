import Bus
import SnapshotAPI

extension Feature {
  /// Snapshots of all standups and live meetings, for clients that are starting.
  static let snapshot = Feature(
    name: "snapshot",
    commands: { table, own in
      table.on(EventSnapshot.self) { command, call in
        try await SnapshotReader(
          caller: own.started(), options: CallOptions(cause: call.header)
        ).page(command)
      }
    })
}
