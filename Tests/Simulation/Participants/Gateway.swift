#if DEBUG || SIMULATION
  import Bus
  import Foundation
  import ZeroMQ

  /// Simulates the gateway: sends commands for persons, and receives events with their keys.
  ///
  /// `@unchecked Sendable`: it is used on its own loop only.
  final class Gateway: @unchecked Sendable {
    static let name = "gateway"

    let process: SimulatedProcess
    let peer: Peer
    private unowned let cluster: Cluster
    private var ports: [Int: SubscriberPort] = [:]

    init(_ cluster: Cluster) {
      self.cluster = cluster
      process = cluster.makeProcess(Self.name)
      peer = Peer(transport: PeerPort(process, cluster.board), instance: Header.freshID())
    }

    func start() {
      let host = ServiceHost(Registration(), on: peer)
      process.start { try? await host.run() }
    }

    /// Subscribes to the events of a person, instead of those of an earlier one with the same number.
    func subscribe(_ number: Int, _ person: UUID) {
      ports[number]?.close()
      let cluster = cluster
      ports[number] = SubscriberPort(process, cluster.board, person: person) { item in
        guard case .ofTeam(let team, let event, let sentMs) = item else { return }
        cluster.history.note(
          History.Delivery(
            person: person.lowercaseText, team: team, teamOfEvent: event.team, type: event.type,
            sentMs: sentMs - cluster.startMs))
      }
    }

    /// Registers with the router, which accepts commands for persons only from this service.
    private struct Registration: Service {
      var definition: ServiceDefinition {
        ServiceDefinition(name: Gateway.name, commands: CommandTable())
      }
      func start() {}
      func drain() {}
    }
  }
#endif
