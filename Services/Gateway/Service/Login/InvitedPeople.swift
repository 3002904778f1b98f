import Bus
import Foundation
import GatewayAPI
import ServiceShell

/// Finds out which persons an admin of teams may invite.
extension GatewayReduction {
  /// Asks the composition root. The command continues in `peopleFound`.
  mutating func findPeople(_ operation: Operation, _ people: Set<UUID>, in scope: TeamScope) {
    state.commands.wait(operation.id, for: .findingPeople)
    let ids = people.map(\.lowercaseText).sorted()
    effects.append(
      .findPeople(operation.id, InvitedPeopleNamed(people: ids, teams: scope.teams ?? [])))
  }

  /// Continues a command with the persons who may be invited.
  mutating func peopleFound(
    _ id: OperationID, _ result: Result<InvitedPeopleNamed.Reply, BusError>
  ) {
    guard let operation = state.commands.operation(id, waitingFor: .findingPeople) else { return }
    answered(operation, result) { reduction, reply in
      let people = Set(reply.people.compactMap { UUID(text: $0) })
      switch operation.command {
      case .invite(let request): try reduction.invite(operation, request, ifAmong: people)
      case .invitations: try reduction.invitations(operation, of: people)
      case .withdraw(let id): try reduction.withdraw(operation, id, ifAmong: people)
      case .login(let hash): try reduction.login(operation, hash, ifAmong: people)
      case .phone, .calendar, .sessions, .addToken, .tokens, .revokeToken, .tokensUsed,
        .teamRemoved, .revokeSession, .revokeAll, .revokePerson, .personRemoved, .logout, .signIn,
        .refreshed:
        throw BusError(.internal, "\(operation.command.name) does not ask for persons.")
      }
    }
  }
}
