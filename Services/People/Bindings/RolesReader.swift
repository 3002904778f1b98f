import AccessRights
import Bus
import BusRouter
import Foundation
import PeopleAPI
import ZeroMQ

/// Reads the roles of all persons from the people service, each time it connects. After that, the
/// router learns of changes from their events.
struct RolesReader: Sendable {
  let router: Router
  /// Loop that runs the router.
  let loop: SocketLoop

  /// Reads all roles, and starts again if that fails.
  func read() async {
    while !Task.isCancelled {
      do {
        return try await readOnce()
      } catch {
        guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(200)))) != nil else {
          return
        }
      }
    }
  }

  private func readOnce() async throws {
    await router.changePeople { $0.begin() }
    var after: String?
    repeat {
      let page = try await router.send(GetRoles(after: after))
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
  }
}
