import Foundation
import RouterAPI
import ServiceCatalog
import Testing

@testable import Command

/// The installation is ready when the services that “standups up” starts are.
@Suite struct SupervisorReadinessTests {
  private func health(_ outside: ServiceHealth.State?, timer: ServiceHealth.State = .up)
    -> GetHealth.Reply
  {
    var services = ServiceCatalog.children.map {
      ServiceHealth(name: $0.name, state: $0.name == "timer" ? timer : .up, instances: 1)
    }
    if let outside { services.append(ServiceHealth(name: "polls", state: outside, instances: 0)) }
    let isWell = services.allSatisfy { $0.state == .up }
    return GetHealth.Reply(
      status: isWell ? .ok : .degraded, since: .distantPast, services: services,
      problems: isWell ? [] : ["A service is missing."])
  }

  @Test func aMissingOutsideServiceDoesNotDelayIt() {
    #expect(Supervisor.isReady(health(nil)))
    #expect(Supervisor.isReady(health(.up)))
    #expect(Supervisor.isReady(health(.missing)))
  }

  @Test func aMissingServiceOfItsOwnDelaysIt() {
    #expect(!Supervisor.isReady(health(nil, timer: .missing)))
    #expect(!Supervisor.isReady(health(.missing, timer: .loading)))
  }
}
