import Bus
import Standups
import StandupsAPI
import TranscriptionAPI

/// The `standups recording` command.
enum RecordingVerb {
  static let verb = Verb(
    "recording", summary: "Allow or deny the recording of a standup.",
    details: """
      The first meeting of a standup asks whether recording is allowed; the answer also applies to later \
      meetings. “deny” also stops the recording of a live meeting immediately, and the transcript says so. Only these \
      commands, and a person’s answer to the question, can change a denial.
      """,
    examples: [
      .init("standups recording status Daily", "Shows the decision."),
      .init("standups recording deny Daily", "Stops recording, now and in future."),
    ],
    verbs: [status, allow, deny, ask])

  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)

  private static let json =
    "{“standup”, “status”: “authorized”, “denied”, “notDetermined” or “restricted”, “reason”,"
    + " “isRecording”: true if a live meeting is recorded}"

  static let status = Verb(
    "status", summary: "Show the recording decision.", arguments: [standup],
    examples: [.init("standups recording status Daily", "Shows the decision.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      try await show(found.id, of: found.standup.title, connection, context)
    }
  }

  static let allow = deciding(
    "allow", "Allow recording, from the next meeting on.", isGranted: true)
  static let deny = deciding(
    "deny", "Deny recording, from now on.", isGranted: false)
  static let ask = deciding(
    "ask", "Clear the decision, so that the next meeting asks again.", isGranted: nil)

  private static func deciding(_ name: String, _ summary: String, isGranted: Bool?) -> Verb {
    Verb(
      name, summary: summary, arguments: [standup],
      examples: [.init("standups recording \(name) Daily", summary)], json: json
    ) { values, context in
      try await context.connected { connection in
        let found = try await Finder(connection: connection).standup(try values[standup])
        _ = try await connection.send(
          AuthorizeSpeech(subject: "\(found.id)", isGranted: isGranted))
        try await show(found.id, of: found.standup.title, connection, context)
      }
    }
  }

  /// Shows the recording permission. Links that end with `/settings` lead here.
  static func status(_ id: Standup.ID, _ context: CommandContext) async throws {
    try await context.connected { connection in
      let reply = try await connection.send(GetStandup(id: id, limit: 0))
      try await show(id, of: reply.summary.standup.title, connection, context)
    }
  }

  private struct Settings: Codable {
    var standup: Standup.ID
    var status: SpeechAuthorization.Status
    var reason: String?
    var isRecording: Bool
  }

  private static func show(
    _ id: Standup.ID, of title: String, _ connection: Connection, _ context: CommandContext
  ) async throws {
    let summary = try await connection.send(GetStandup(id: id, limit: 0)).summary
    let authorization = try await connection.send(
      GetSpeechAuthorization(subject: "\(id)", language: summary.standup.language))
    var isRecording = false
    if let live = summary.live {
      isRecording = try await connection.send(GetMeeting(id: live)).session.isRecording
    }
    let settings = Settings(
      standup: id, status: authorization.status, reason: authorization.reason,
      isRecording: isRecording)
    try context.show(settings) {
      let name = "“\(DisplayText.safe(title))”"
      let sentence =
        switch authorization.status {
        case .authorized: "\(name) may be recorded."
        case .denied: "\(name) may not be recorded."
        case .notDetermined: "The next meeting of \(name) will ask whether it may be recorded."
        case .restricted:
          "Recording is not possible here: \(DisplayText.safe(authorization.reason ?? ""))"
        }
      return [sentence] + (isRecording ? ["The live meeting is being recorded."] : [])
    }
  }
}
