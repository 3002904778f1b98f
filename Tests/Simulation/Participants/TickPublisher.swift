#if DEBUG || SIMULATION
  import Bus
  import FastJSON
  import Foundation

  /// A timer's way out for its ticks: one topic of each is wanted.
  ///
  /// `@unchecked Sendable`: it is used on the timer's loop only.
  final class TickPublisher: PreparedEventPublisher, @unchecked Sendable {
    private let process: SimulatedProcess
    private let cluster: Cluster
    /// When the last one comes: none overtakes it.
    private var next: Int64 = 0

    init(_ process: SimulatedProcess, _ cluster: Cluster) {
      self.process = process
      self.cluster = cluster
    }

    var interest: UInt32 { 1 }

    func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool {
      topic.starts(with: "m/".utf8)
    }

    func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer) {
      guard process.isAlive, let id = Self.id(in: json) else { return }
      let (machine, cluster, isExcused) = (cluster.machine, cluster, isExcused)
      next = max(next + 1, machine.now + cluster.board.delay())
      machine.after(next - machine.now) {
        // Over the router that is there then, or over none.
        cluster.events?.pass(tick: id, isExcused: isExcused)
      }
    }

    /// Whether the timer could not know that its countdowns are another's by now: known and tolerated, see
    /// docs/simulation.md.
    ///
    /// After less than three seconds, counted from the first tick that was due, one that stood still goes on as if
    /// nothing had been. And one that hears late that another one came goes on until then.
    ///
    /// After a router has come, timers say hello one by one: the first has what is the other's until that has.
    ///
    /// A clock that was set back shows the same seconds again.
    private var isExcused: Bool {
      cluster.plan.delaysMessages || cluster.plan.setsClocksBack
        || (cluster.plan.timers > 1 && cluster.machine.now - cluster.routerSince < 500_000_000)
        || process.standstills.contains { $0 < 4_100_000_000 }
    }

    private static func id(in json: UnsafeRawBufferPointer) -> String? {
      var reader = JSONReader(json)
      var id: String?
      let isRead: Void? = reader.object { reader, name in
        switch name {
        case "id": reader.string(into: &id)
        default: reader.skip()
        }
      }
      return isRead == nil ? nil : id
    }

    func onInterest(_ body: @escaping @Sendable () -> Void) {}
    func publish(_ data: Data, labels: EventLabels) {}
  }
#endif
