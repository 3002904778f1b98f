import AccessRights
import Bus
import BusRouter
import Foundation
import PeopleAPI
import Threads
import ZeroMQ

/// Reads the roles of all persons from the people service whenever the service has loaded its saved
/// state: after a start, and after the database was replaced. In between, the router learns of
/// changes from their events.
struct RolesReader: Sendable {
  let router: Router
  /// Loop that runs the router.
  let loop: SocketLoop

  /// Compares the loading of the service with the one that was read last, every second, until the
  /// task is cancelled.
  ///
  /// - Parameter requests: requests to read all roles again.
  func run(_ requests: AsyncStream<Void>) async {
    let known = Locked<String?>(nil)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in requests { known.withLock { $0 = nil } } }
      group.addTask {
        while !Task.isCancelled {
          let last = known.withLock { $0 }
          if let load = try? await read(unless: last) {
            // A request that came meanwhile is not lost.
            known.withLock { if $0 == last { $0 = load } }
          }
          let pauseMs = last == nil ? 200 : 1000
          guard
            (try? await loop.sleep(until: .now.advanced(by: .milliseconds(pauseMs)))) != nil
          else { return }
        }
      }
    }
  }

  /// Reads all roles, unless they belong to a loading that is known.
  ///
  /// - Returns: the loading whose roles are in force.
  /// - Throws: an error if a page cannot be read, or if the service loads its state meanwhile.
  private func read(unless known: String?) async throws -> String {
    let first = try await router.send(GetRoles(limit: 1))
    if first.load == known { return first.load }
    await router.changePeople { $0.begin() }
    var after: String?
    repeat {
      let page = try await router.send(GetRoles(after: after))
      guard page.load == first.load else {
        throw BusError(.unavailable, "The people service is loading its data.")
      }
      await router.changePeople { register in
        for person in page.people {
          guard let id = UUID(text: person.id) else { continue }
          register.add(
            id, isOperator: person.isOperator ?? false,
            person.teams.map { PeopleDirectory.Membership(team: $0.team, role: $0.role) })
        }
      }
      after = page.next
    } while after != nil
    await router.changePeople { $0.finish() }
    return first.load
  }
}
