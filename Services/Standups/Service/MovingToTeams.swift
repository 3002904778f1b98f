import Bus
import Schema
import Standups
import StandupsAPI

/// Moving of standups to other teams.
extension StandupsReduction {
  /// The team that a command gives to standups, or whose retention or glossary it is about, if it may
  /// not exist; nil for none. A person has roles only in teams that exist; the key of a tool may name
  /// any team.
  func unknownTeam(in command: StandupsCommand) -> String? {
    let team: String?
    switch command {
    case .create(let command): team = command.team
    case .setTeam(let command): team = command.team
    case .setRetention(let command): team = command.team
    case .importFile(_, let named, _): team = named
    case .addTerms(let command): team = command.team
    case .removeTerms(let command): team = command.team
    case .listTerms(let command): team = command.team
    case .importPart(let command, _) where state.saved.imports[command.id] == nil:
      team = command.team
    default: return nil
    }
    return scope.unknown(team, isByPerson: cause?.isByPerson == true)
  }

  mutating func setTeam(_ operation: Operation, _ command: SetStandupTeam) throws {
    var record = try record(command.id, operation)
    guard scope.contains(command.team) else {
      throw BusError.unknownTeam(command.team)
    }
    let before = record.standup.teamID
    guard before != command.team else {
      return try finishUnchanged(operation, .standup(record.standup))
    }
    if let meeting = state.saved.live[command.id] {
      throw BusError(.conflict, Self.inMeeting, detail: ["meeting": "\(meeting)"])
    }
    try checkImports(of: before)
    record.standup.team = TeamID.optional(command.team)
    try check(record.standup)
    cancelReceivedFiles(with: command.id)
    record.standup.countChange()
    var left = try event(
      StandupLeftTeam(title: record.standup.title), standup: record.id, operation)
    left.labels.team = before
    try decide(
      operation,
      Decision(
        [.moveStandup(record)],
        events: [
          left, try event(StandupUpdated(standup: record.standup), standup: record.id, operation),
        ],
        reply: .standup(record.standup)))
  }
}
