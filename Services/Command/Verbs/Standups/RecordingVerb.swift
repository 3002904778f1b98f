import Bus
import Standups
import StandupsAPI
import TranscriptionAPI

/// `standups recording`
enum RecordingVerb {
  static let verb = Verb(
    "recording", summary: "Decide whether what is said in a standup is written down.",
    details: """
      It is asked at the first meeting of a standup; what was answered holds for the meetings after it. \
      “deny” also ends the recording of the meeting that runs now: what is said from then on is neither \
      heard nor kept, and the transcript says so. Nothing but these commands, and the answer of a \
      person to the question, changes a denial.
      """,
    examples: [
      .init("standups recording status Daily", "What was decided."),
      .init("standups recording deny Daily", "Nothing more is written down."),
    ],
    verbs: [status, allow, deny, ask])

  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)

  private static let json =
    "{“standup”, “status”: “authorized”, “denied”, “notDetermined” or “restricted”, “reason”,"
    + " “isRecording”: whether a meeting that runs now is recorded}"

  static let status = Verb(
    "status", summary: "Show what was decided.", arguments: [standup],
    examples: [.init("standups recording status Daily", "What was decided.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      try await show(found.id, of: found.standup.title, connection, context)
    }
  }

  static let allow = deciding(
    "allow", "Let what is said be written down, from the next meeting on.", isGranted: true)
  static let deny = deciding(
    "deny", "Let nothing be written down, from this moment on.", isGranted: false)
  static let ask = deciding(
    "ask", "Forget what was decided: it is asked at the next meeting.", isGranted: nil)

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

  /// The place `…/settings`.
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
    let authorization = try await connection.send(GetSpeechAuthorization(subject: "\(id)"))
    let live = try await connection.send(GetStandup(id: id, limit: 0)).summary.live
    var isRecording = false
    if let live {
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
        case .notDetermined: "Whether \(name) may be recorded is asked at its next meeting."
        case .restricted:
          "Nothing can be recorded here: \(DisplayText.safe(authorization.reason ?? ""))"
        }
      return [sentence] + (isRecording ? ["The meeting that runs now is recorded."] : [])
    }
  }
}
