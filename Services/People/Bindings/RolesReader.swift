import AccessRights
import Bus
import BusRouter
import Foundation
import PeopleAPI
import StandupsLogging
import ZeroMQ

/// Reads the roles of all persons from the people service whenever the service has loaded its saved
/// state: after a start, and after the database was replaced. In between, the router learns of
/// changes from their events.
struct RolesReader: Sendable {
  let router: Router
  /// Loop that runs the router.
  let loop: SocketLoop
  let log: Log

  /// Compares the loading of the service with the one that was read last, every second, until the
  /// task is cancelled.
  func run() async {
    var logged: String?
    while !Task.isCancelled {
      do {
        try await read()
        logged = nil
      } catch let error as BusError where error.code == .unavailable {
        // Health reports a service that is unavailable.
      } catch {
        let message = "Cannot read the roles of persons yet: \(error)"
        if message != logged { log.error(message) }
        logged = message
      }
      let pauseMs = await router.loadOfPeople == nil ? 200 : 1000
      guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(pauseMs)))) != nil else {
        return
      }
    }
  }

  /// Reads all roles, unless they belong to the loading that is known.
  ///
  /// - Throws: an error if a page cannot be read, or if the service loads its state meanwhile.
  private func read() async throws {
    // A command would wait in the router while the service is unavailable.
    guard await router.isConnected("people") else { return }
    let load = try await router.send(GetRoles(limit: 1)).load
    guard await load != router.loadOfPeople else { return }
    await router.changePeople { $0.begin(load) }
    var after: String?
    repeat {
      let page = try await router.send(GetRoles(after: after))
      guard page.load == load else {
        throw BusError(.unavailable, "The people service is loading its data.")
      }
      await router.changePeople { [log] register in
        for person in page.people {
          guard let id = UUID(text: person.id) else {
            log.error("Person “\(person.id.prefix(40))” has no rights; the id is invalid.")
            continue
          }
          register.add(
            id, isOperator: person.isOperator ?? false,
            person.teams.map { PeopleDirectory.Membership(team: $0.team, role: $0.role) })
        }
      }
      if let removed = page.removedTeams { await router.changePeople { $0.addRemoved(removed) } }
      after = page.next
    } while after != nil
    await router.changePeople { $0.finish() }
  }
}
