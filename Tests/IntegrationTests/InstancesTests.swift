import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing

/// Further instances of services that share work start and stop during a meeting.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct InstancesTests {
  @Test(arguments: [SIGTERM, SIGKILL])
  func aSecondTimerAndTranscriptionComeAndGo(_ signal: Int32) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      // Several meetings, so that each instance owns some.
      var sessions: [MeetingSession] = []
      for number in 0..<4 {
        let standup = try await peer.createStandup("\(number)", durationMs: 20_000, attendees: 4)
        sessions.append(try await peer.startMeeting(standup))
      }
      try await follower.tick(sessions[3].id, atLeastMs: 1000)
      let before = await follower.events.count
      let timer = try await cluster.launch(.timer, log: "timer-2")
      let ears = try await cluster.launch(.transcription, log: "transcription-2")
      for program in [Program.timer, .transcription] {
        _ = try await follower.first("second \(program)") { event in
          event.type == ServiceUp.type && event.subject == program.name
            && (event.number ?? 0) > Int64(before)
        }
      }
      let timers = try await peer.send(ListServices()).services.filter { $0.name == "timer" }
      #expect(timers.count == 2)
      // A skip and a pause reach the instance that has the clock now.
      #expect(sessions.count == 4)
      for session in sessions {
        let next = try await peer.send(NextSpeaker(id: session.id))
        #expect(next.session.speakerIndex >= 1)
        _ = try await peer.send(EndMeeting(id: session.id))
        _ = try await peer.send(AnswerMeetingAlert(id: session.id, action: .resume))
      }
      timer.signal(signal)
      ears.signal(signal)
      #expect(await timer.ended() == (signal == SIGTERM ? .exit(0) : .signal(SIGKILL)))
      #expect(await ears.ended() == (signal == SIGTERM ? .exit(0) : .signal(SIGKILL)))

      for session in sessions {
        _ = try await follower.first(
          MeetingFinished.self, about: session.id, within: .seconds(60))
        let changes = try await follower.events(about: session.id)
          .filter { $0.type == MeetingSpeakerChanged.type }
          .map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
        #expect(changes.map(\.speaker) == [1, 2, 3])
        #expect(changes.map(\.elapsedMs) == [5000, 10_000, 15_000])
        let saved = try await peer.pastMeetings(session.standup.id)
        #expect(saved.map(\.id) == [session.id])
      }
    }
  }
}
