import Foundation
import StandupsAPI

/// The `standups retention` command.
enum RetentionVerb {
  static let team = Argument<TeamReference?>.optional(
    "TEAM", help: TeamReference.help + " Default: lists all teams.")
  static let days = Argument<Int?>.option(
    "--days",
    help: "Retain transcripts for this number of days, at most as long as the installation.")
  static let usual = Argument<Bool>.flag(
    "--default", help: "Retain transcripts as long as the installation.")

  static let verb = Verb(
    "retention", summary: "Show or set for how long a team’s transcripts are retained.",
    details: """
      Transcripts, written updates and discarded meetings of the team that are older are erased; the date, the duration \
      and the attendees of past meetings remain. A shorter period applies after 24 hours, so that it can be undone; a \
      longer one applies at once. STANDUPS_TRANSCRIPT_DAYS is the longest period for all teams.
      """,
    arguments: [team, days, usual],
    examples: [
      .init(
        "standups retention", "The period of the installation, and of teams with one of their own."),
      .init("standups retention web --days 30", "The transcripts of one team, for 30 days."),
      .init("standups retention web --default", "As long as the installation again."),
    ],
    json:
      "{“days”, “teams”: [{“team”, “days”, “before”, “fromMs”}]}; for a change, the team’s entry."
  ) { values, context in
    let (team, days) = (try values[team], try values[days])
    let isUsual = try values[usual]
    guard days != nil || isUsual else { return try await show(team, context) }
    guard let team, days == nil || !isUsual else {
      throw Failure.usage("Name a TEAM, and either --days or --default.")
    }
    try Failure.require("--days", days, in: TeamRetention.limits)
    let changed = try await context.connected { connection in
      let command = SetRetention(
        team: try await PeopleFinder(connection: connection).team(team).id, days: days)
      let changed = try await connection.send(command)
      let elsewhere = try await connection.send(GetRetention()).elsewhere
      for other in try await connection.others(elsewhere) { _ = try await other.send(command) }
      return changed
    }
    try context.show(changed) { [line(changed, context)] }
  }

  private static func show(_ team: TeamReference?, _ context: CommandContext) async throws {
    let reply = try await context.connected { connection in
      var reply = try await connection.send(GetRetention())
      reply.elsewhere = nil
      guard let team else { return reply }
      let id = try await PeopleFinder(connection: connection).team(team).id
      reply.teams.removeAll { $0.team != id }
      return reply
    }
    try context.show(reply) {
      let usual = reply.days.map { DisplayText.count($0, "day") } ?? "without a limit"
      return ["Installation: \(usual)"] + reply.teams.map { line($0, context) }
    }
  }

  private static func line(_ retention: TeamRetention, _ context: CommandContext) -> String {
    func text(_ days: Int?) -> String {
      days.map { DisplayText.count($0, "day") } ?? "as long as the installation"
    }
    let name = DisplayText.safe(retention.team)
    guard let fromMs = retention.fromMs, fromMs > context.nowMs else {
      return "\(name): \(text(retention.days))"
    }
    let date = context.page.date(Date(timeIntervalSince1970: Double(fromMs) / 1000))
    return "\(name): \(text(retention.days)) from \(date); until then \(text(retention.before))"
  }
}
