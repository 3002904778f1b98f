#if DEBUG || SIMULATION
  import Bus
  import FastJSON
  import Foundation

  /// A timer's publisher of ticks. One topic of each tick has a subscription.
  ///
  /// `@unchecked Sendable`: it is used on the timer's loop only.
  final class TickPublisher: PreparedEventPublisher, @unchecked Sendable {
    private let process: SimulatedProcess
    private let cluster: Cluster
    /// Arrival time of the last tick, which later ticks must not overtake.
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
        // The tick goes through the router that is running at that time, if any.
        cluster.events?.pass(tick: id, isExcused: isExcused)
      }
    }

    /// True if the timer could not know that another instance has taken over its countdowns. This is known and
    /// tolerated, see docs/simulation.md.
    ///
    /// A timer that is suspended for less than three seconds, counted from the first due tick, continues as if
    /// nothing had happened. A timer that is notified late of another instance continues until the notification
    /// arrives.
    ///
    /// After a start of the router, timers register one by one. The first one has the countdowns of the other
    /// until the other has registered.
    ///
    /// A clock that was set back reaches the same seconds again.
    private var isExcused: Bool {
      cluster.plan.delaysMessages
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
