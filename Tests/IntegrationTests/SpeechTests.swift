import Audio
import Bus
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import TranscriptionAPI
import ZeroMQ

/// A meeting with speech, with the real engine.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct SpeechTests {
  @Test func whatIsSaidIsSavedUnderItsSpeaker() async throws {
    let recording = try Recording()
    try await withCluster(Cluster.Options(engine: try InstalledEngine.directory())) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 36_000, attendees: 3)
      let asked = try await peer.send(StartMeeting(standup: standup.id))
      #expect(asked.session.destination == .alert(.speechAuthorization))
      let allow = AnswerMeetingAlert(id: asked.session.id, action: .allow)
      guard case .live(let live) = try await peer.send(allow) else {
        throw Unexpected("the meeting did not start")
      }
      let session = live.session
      #expect(session.isRecording)
      async let speaking: Void = speak(recording.samples, in: session, peer)
      let end = try await follower.first(
        MeetingFinished.self, about: session.id, within: .seconds(60))
      try await speaking

      let saved = try #require(try await peer.pastMeetings(standup.id).first)
      let errors = Self.errors(recording, saved)
      print("word error rate, speakers included: \(errors.errors) of \(errors.words)")
      for segment in saved.segments {
        print("  \(segment.speaker) \(segment.fromMs)–\(segment.toMs) ms: \(segment.text)")
      }
      #expect(errors.rate <= 0.05)
      // The saved transcript equals the announced utterances.
      let announced = try await follower.events(about: session.id)
        .filter { $0.type == MeetingSegment.type }
        .map { try $0.data.decode(as: MeetingSegment.self).segment }
      #expect(Set(announced) == Set(saved.segments))
      let partials = await follower.ephemeral.filter { $0.type == MeetingPartial.type }
      #expect(!partials.isEmpty)
      EndTimes.shared.note(
        "recorded meeting, its last words included",
        ms: end.time.milliseconds - (session.startMs + 36_000))
      let found = try await peer.send(SearchTranscripts(query: "database migration"))
      #expect(found.hits.map(\.meeting.id) == [session.id])
    }
  }

  /// The command line keeps sent audio until it is settled, and sends it again to the next instance: nothing is
  /// missing, not even words spoken during the outage, and all words are under their speakers.
  @Test(
    arguments: [
      // During the second speaker's turn; and so often that no instance receives much.
      [17_000], [5_000, 13_500, 22_000, 30_000],
    ] as [[Int64]])
  func nothingIsMissingAfterAnOutage(killedAtMs: [Int64]) async throws {
    let recording = try Recording()
    try await withCluster(Cluster.Options(engine: try InstalledEngine.directory())) { cluster in
      let (peer, follower, standup) = try await Self.parties(cluster)
      async let watching = Self.record(recording, standup, cluster)
      let started = try await follower.first("start") { $0.type == MeetingStarted.type }
      for ms in killedAtMs {
        try await follower.tick(started.subject, atLeastMs: ms)
        await cluster.signal(SIGKILL, [.transcription])
      }
      let end = try await follower.first(
        MeetingFinished.self, about: started.subject, within: .seconds(60))
      let run = try await watching
      #expect(run.ending == .exit(0), "\(run.output)")

      let past = try await peer.pastMeetings(standup.id)
      #expect(past.count == 1)
      let saved = try #require(past.first)
      for segment in saved.segments {
        print("  \(segment.speaker) \(segment.fromMs)–\(segment.toMs) ms: \(segment.text)")
      }
      let errors = Self.errors(recording, saved)
      let what = "transcription killed \(killedAtMs.count) times"
      print("\(what): \(errors.errors) of \(errors.words) words wrong, speakers included")
      // A word during which an instance was killed may be recognised differently.
      #expect(errors.rate <= 0.05, "\(what)")
      EndTimes.shared.note(
        "recorded meeting, \(what)",
        ms: end.time.milliseconds - (saved.date.milliseconds + 36_000))
      let endings = await cluster.endings
      #expect(endings.map(\.program) == killedAtMs.map { _ in .transcription })
    }
  }

  /// An operator, a follower, and a standup of three.
  private static func parties(
    _ cluster: Cluster
  ) async throws -> (peer: Peer, follower: Follower, standup: Standup) {
    let peer = try await cluster.peer()
    try await peer.waitUntilReady()
    let follower = try await cluster.follower()
    return (peer, follower, try await peer.createStandup(durationMs: 36_000, attendees: 3))
  }

  /// Runs a meeting with the audio of a recording, to its end.
  private static func record(
    _ recording: Recording, _ standup: Standup, _ cluster: Cluster
  ) async throws -> Run {
    try await cluster.run(
      Program.commandLine,
      ["start", "\(standup.id)", "--yes-record", "--audio", recording.path, "--json"])
  }

  /// During the second speaker's turn.
  @Test func nothingIsKeptAfterADenial() async throws {
    let recording = try Recording()
    try await withCluster(Cluster.Options(engine: try InstalledEngine.directory())) { cluster in
      let (peer, follower, standup) = try await Self.parties(cluster)
      async let watching = Self.record(recording, standup, cluster)
      let started = try await follower.first("start") { $0.type == MeetingStarted.type }
      try await follower.tick(started.subject, atLeastMs: 16_000)
      let denial = try await cluster.run(
        Program.commandLine, ["recording", "deny", "\(standup.id)"])
      #expect(denial.ending == .exit(0), "\(denial.output)")
      let stopped = try await follower.first(MeetingRecordingStopped.self, about: started.subject)
      // Long enough for all pending audio to be recognised.
      try await follower.tick(started.subject, atLeastMs: 24_000)
      let id = try #require(Meeting.ID(started.subject))
      _ = try await peer.send(EndMeeting(id: id))
      _ = try await peer.send(AnswerMeetingAlert(id: id, action: .saveAndEnd))
      _ = try await watching

      let events = await follower.events(about: id)
      let segments = events.filter { $0.type == MeetingSegment.type }
      #expect(!segments.isEmpty)
      #expect(segments.allSatisfy { ($0.number ?? .max) < (stopped.number ?? 0) })
      let saved = try #require(try await peer.pastMeetings(standup.id).first)
      #expect(saved.segments.count == segments.count)
      #expect(saved.transcript.hasSuffix(" 🔇"))
      // The decision applies to the next meeting.
      let next = try await peer.send(StartMeeting(standup: standup.id))
      #expect(next.session.alert == .speechDenied)
    }
  }

  static func errors(_ recording: Recording, _ meeting: Meeting) -> WordErrorRate {
    let said = zip(["A", "B", "C"], recording.texts).map { (speaker: $0, text: $1) }
    let heard = meeting.segments.map { (speaker: $0.speaker, text: $0.text) }
    return WordErrorRate(said: said, heard: heard)
  }

  /// Sends audio in real time, 100 ms at a time, and never more than the credit.
  func speak(
    _ samples: [Int16], in session: MeetingSession, _ peer: Peer
  ) async throws {
    let clock = ContinuousClock()
    let chunk = 1600
    let begin = clock.now
    // The recording begins with its first sample, a little after the meeting began.
    let base = try await peer.send(GetMeeting(id: session.id)).elapsedMs * 16
    var credit = chunk
    var sent = 0
    var spoken = 0
    while sent < samples.count {
      spoken = min(spoken + chunk, samples.count)
      // Sleeps because audio is sent in real time.
      try await clock.sleep(until: begin + .milliseconds(spoken / 16))
      while sent < spoken, credit > 0 {
        let piece = Array(samples[sent..<min(spoken, sent + credit)])
        do {
          let reply = try await peer.send(
            RecognizeAudio(id: session.id.workID, offset: base + Int64(sent)),
            attachments: [Frame(PCM.bytes(piece))], options: CallOptions(timeoutMs: 5000))
          credit = reply.creditSamples
          sent += piece.count
        } catch let error as BusError where [.notFound, .conflict].contains(error.code) {
          // Right after the start the recogniser may not know the meeting yet.
          guard (try? await peer.send(GetMeeting(id: session.id))) == nil else {
            // Sleeps because nothing reports when the recogniser knows the meeting; the chunk is
            // sent again.
            try await Task.sleep(for: .milliseconds(20))
            continue
          }
          // The meeting is over: the last chunks are sent with its end.
          #expect(samples.count - sent < 48_000, "the stream ended early: \(error)")
          return
        }
      }
      credit = max(credit, chunk)
    }
  }
}
