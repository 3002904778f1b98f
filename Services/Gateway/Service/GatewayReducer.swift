import Bus
import Countdown
import StandupsDependencies
import Documents
import GatewayAPI
import ServiceShell

/// Logic of sessions, invitations and tokens, as a pure function: it takes an action, changes the state,
/// and returns effects.
///
/// It does no I/O. Ids, clocks and random bytes are injected.
struct GatewayReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var clock: ClockReader = .live
  /// Returns this number of cryptographically random bytes.
  var random: @Sendable (Int) -> [UInt8] = { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }
  /// URL of the page, with a trailing slash.
  var address: String

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout GatewayState, _ action: GatewayAction) -> [GatewayEffect] {
    GatewayReduction(state: GatewayState(), reducer: self).change(&state) {
      switch action {
      case .common(let action): $0.take(action)
      case .teamFound(let id, let result): $0.teamFound(id, result)
      case .peopleFound(let id, let result): $0.peopleFound(id, result)
      }
      $0.beginWaiting()
    }
  }
}

/// Everything that can change the gateway's sessions, invitations and tokens.
enum GatewayAction: LaneServiceAction, Hashable {
  case common(LaneAction<GatewayCommand>)
  /// The reply to the question about the team of a new token; an error if it does not exist.
  case teamFound(OperationID, Result<Done, BusError>)
  /// The reply to the question which persons an admin may invite.
  case peopleFound(OperationID, Result<InvitedPeopleNamed.Reply, BusError>)
}

/// A request to the shell.
enum GatewayEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<GatewayAction>)
  /// Asks whether the team of a new token exists. Results in `teamFound`.
  case findTeam(OperationID, String)
  /// Asks which persons an admin may invite. Results in `peopleFound`.
  case findPeople(OperationID, InvitedPeopleNamed)
}

extension GatewayReducer: LaneLogic {
  /// Commands need no metrics.
  typealias Note = Never

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable { case findingTeam, findingPeople }

  static var name: String { "gateway" }
  static var collections: [String] {
    [SavedInvite.collection, SavedSession.collection, SavedToken.collection]
  }
  var moment: Int64 { clock().wallMs }
  /// Time limit of a question about teams or persons, in milliseconds.
  private static let questionMs = 5000

  func work(_ effect: GatewayEffect, _ state: GatewayState) -> ShellWork<GatewayAction> {
    switch effect {
    case .common(let effect): work(effect, state)
    case .findTeam(let id, let team):
      .tell(TokenTeamNamed(team: team), timeoutMs: Self.questionMs) { .teamFound(id, $0) }
    // Without the header of the command: the question is the gateway's own.
    case .findPeople(let id, let question):
      .tell(question, timeoutMs: Self.questionMs) { .peopleFound(id, $0) }
    }
  }
}

extension GatewayReducer {
  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: GatewayState) -> [String] {
    state.saved.unreadable.keys.sorted().prefix(10).map { id in
      let (what, verb) =
        switch state.saved.unreadable[id] {
        case SavedInvite.collection: ("invitation", "web revoke")
        case SavedToken.collection: ("token", "tokens revoke")
        default: ("session", "web revoke")
        }
      return
        "The \(what) \(id) is unreadable and cannot be used; discard it with “standups \(verb)"
        + " \(id)”."
    }
  }
}
