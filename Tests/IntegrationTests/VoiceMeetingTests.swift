import Bus
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

/// Meetings in a room whose voices are recognised, with the real engine and the real network.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct VoiceMeetingTests {
  /// A voice is kept once it has spoken for 8 s; each person says their text twice.
  private static let turnMs: Int64 = 24_000
  /// Speed of the second voice, which makes another person of the same synthetic voice.
  private static let otherSpeed = 0.8

  /// In the first meeting, both persons speak in their own turns. In the second one, each speaks in the turn of the
  /// other: the lines belong to who spoke them.
  @Test(.needs(.curve)) func linesBelongToWhoSpokeThemNoMatterWhoseTurnItIs() async throws {
    let recording = try Recording()
    let slot = Int(recording.slotMs) * 16
    let ann = Array(recording.samples.prefix(slot))
    let bob = Self.slower(
      Array(recording.samples[slot..<2 * slot]), by: Self.otherSpeed, length: slot)
    let (annTwice, bobTwice) = (ann + ann, bob + bob)
    try await withVoices { cluster in
      let chief = try await cluster.peer(keyOf: "operator")
      try await chief.waitUntilReady()
      var people: [Peer] = []
      var ids: [String] = []
      for name in ["ann", "bob"] {
        let person = try await chief.send(AddPerson(name: name))
        _ = try await chief.send(SetMember(team: "default", person: person.id, role: .member))
        _ = try await cluster.keys("add", name, "--role", "person:\(person.id)")
        let own = try await cluster.peer(keyOf: name)
        // The router reads the new key a little later.
        while try await own.refusal(GetOwnVoice()) != nil {}
        people.append(own)
        ids.append(person.id)
      }
      #expect(people.count == 2)
      // Never empty because there are two persons.
      for person in people {
        #expect(try await person.send(AgreeToVoice()).agreedAt != nil)
      }
      let standup = try await chief.send(
        CreateStandup(
          title: "Daily", durationMs: 2 * Self.turnMs,
          attendees: zip(["Ann", "Bob"], ids).map { AttendeeDraft(name: $0, person: $1) }))

      let first = try await meet(standup, annTwice + bobTwice, cluster, chief)
      print(Self.text(of: first))
      for person in people {
        try await waitUntil("The print of the voice is kept.") {
          try await person.send(GetOwnVoice()).hasPrint
        }
      }
      let second = try await meet(standup, bobTwice + annTwice, cluster, chief)
      print(Self.text(of: second))
      let errors = WordErrorRate(
        said: [
          ("Bob", recording.texts[1] + " " + recording.texts[1]),
          ("Ann", recording.texts[0] + " " + recording.texts[0]),
        ],
        heard: second.segments.map { ($0.speaker, $0.text) })
      print("voices: \(errors.errors) of \(errors.words) words wrong, speakers included")
      #expect(errors.rate <= 0.2)
      #expect(second.segments.contains { $0.voice == .recognised })

      // Without a consent, the timer decides again.
      // Never empty because there are two persons.
      for person in people {
        #expect(try await person.send(WithdrawVoice()).hasPrint == false)
      }
      let third = try await meet(standup, bobTwice + annTwice, cluster, chief)
      #expect(third.segments.allSatisfy { $0.voice == nil })
      #expect(third.segments.first?.speaker == "Ann")
    }
  }

  /// Holds a meeting with the audio of a room, and returns it.
  private func meet(
    _ standup: Standup, _ samples: [Int16], _ cluster: Cluster, _ peer: Peer
  ) async throws -> Meeting {
    let connection = try await cluster.connect(keyOf: "operator")
    try await connection.peer.open()
    let follower = Follower(connection)
    try await follower.start()
    var session = try await peer.send(StartMeeting(standup: standup.id)).session
    if session.destination == .alert(.speechAuthorization) {
      guard
        case .live(let live) = try await peer.send(
          AnswerMeetingAlert(id: session.id, action: .allow))
      else { throw Unexpected("the meeting did not start") }
      session = live.session
    }
    async let speaking: Void = SpeechTests().speak(samples, in: session, peer)
    _ = try await follower.first(MeetingFinished.self, about: session.id, within: .seconds(120))
    try await speaking
    return try #require(try await peer.pastMeetings(standup.id).first)
  }

  /// The samples played slower, with their end cut off or followed by silence.
  private static func slower(_ samples: [Int16], by speed: Double, length: Int) -> [Int16] {
    (0..<length).map { index in
      let place = Double(index) * speed
      let at = Int(place)
      guard at + 1 < samples.count else { return 0 }
      let share = place - Double(at)
      return Int16((1 - share) * Double(samples[at]) + share * Double(samples[at + 1]))
    }
  }

  private static func text(of meeting: Meeting) -> String {
    meeting.segments.map {
      "  \($0.speaker) (\($0.voice?.rawValue ?? "timer")) \($0.fromMs)–\($0.toMs) ms: \($0.text)"
    }.joined(separator: "\n")
  }

  /// Runs the services with keys, and with the recognition of voices.
  private func withVoices(_ body: (Cluster) async throws -> Void) async throws {
    let engine = try InstalledEngine.directory()
    var options = Cluster.Options(programs: [], engine: engine)
    options.variables = { cluster, program in
      var variables = Cluster.keyVariables(cluster, program)
      if program == .transcription {
        variables["STANDUPS_VOICES"] = "on"
        variables["STANDUPS_VOICES_KEY_FILE"] = "\(cluster.folder)/voices.key"
      }
      return variables
    }
    options.prepare = { cluster in
      let key = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
      let isMade = FileManager.default.createFile(
        atPath: "\(cluster.folder)/voices.key", contents: key,
        attributes: [.posixPermissions: 0o600])
      guard isMade else { throw HarnessError("The key of voices cannot be written.") }
    }
    try await withCluster(options) { cluster in
      _ = try await cluster.keys("init")
      for program in Program.allCases { try await cluster.start(program) }
      try await body(cluster)
    }
  }
}
