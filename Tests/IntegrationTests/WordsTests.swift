import Bus
import Documents
import FastJSON
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing

/// Words belong to people: after an erasure no copy remains.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct WordsTests {
  /// A file with a standup of Ann and Bob and two past meetings. Each has Ann's words and a note for her.
  private static func file(_ standup: Standup.ID, _ meetings: [Meeting.ID]) -> String {
    let (ann, bob) = (UUID().uuidString, UUID().uuidString)
    let people = #"[{"id":"\#(ann)","name":"Ann Zephyrine"},{"id":"\#(bob)","name":"Bob"}]"#
    let past = meetings.enumerated().map { number, id in
      #"""
      {"id":"\#(id)","date":\#(700_000_000 + number),"transcript":"quokka\#(number)\nwombat\#(number)",
       "segments":[
         {"attendee":"\#(ann)","speaker":"Ann Zephyrine","fromMs":0,"toMs":9,"text":"quokka\#(number)"},
         {"attendee":"\#(bob)","speaker":"Bob","fromMs":9,"toMs":19,"text":"wombat\#(number)"}],
       "durationMs":20,"ending":"saved","attendees":\#(people),
       "notes":[{"id":"\#(UUID())","attendee":{"id":"\#(ann)","name":"Ann Zephyrine"},
         "text":"quokka\#(number) numbat\#(number)","meeting":"\#(id)","atMs":\#(number + 1)}]}
      """#
    }
    return #"""
      [{"id":"\#(standup)","title":"Daily","duration":[16,4852094820647174144],"theme":"sky",
        "attendees":\#(people),"meetings":[\#(past.joined(separator: ","))]}]
      """#
  }

  /// Number of occurrences of a string in the data files.
  private static func count(_ text: String, in directory: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
      let data = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
      return sum + (data.range(of: Data(text.utf8)) == nil ? 0 : 1)
    }
  }

  /// State rebuilt from the journal alone.
  private static func rebuilt(
    _ peer: Peer
  ) async throws -> (standups: [Standup.ID: Standup], meetings: [Meeting.ID: Meeting]) {
    var standups: [Standup.ID: Standup] = [:]
    var meetings: [Meeting.ID: Meeting] = [:]
    var query = JournalQuery(after: 0, limit: 1000)
    while true {
      let page = try await peer.send(EventReplay(query))
      for event in page.events where !event.isErased {
        switch event.type {
        case StandupCreated.type:
          let standup = try event.data.decode(as: StandupCreated.self).standup
          standups[standup.id] = standup
        case StandupUpdated.type:
          let updated = try event.data.decode(as: StandupUpdated.self)
          standups[updated.standup.id] = updated.standup
          if let gone = updated.deletedMeeting { meetings[gone] = nil }
        case StandupDeleted.type: standups[try #require(Standup.ID(event.subject))] = nil
        case MeetingImported.type:
          let meeting = try event.data.decode(as: MeetingImported.self).meeting
          meetings[meeting.id] = meeting
        case MeetingErased.type:
          let id = try #require(Meeting.ID(event.subject))
          meetings[id] = try event.data.decode(as: MeetingErased.self).meeting
        default: break
        }
      }
      guard page.hasMore, let resume = page.resume else { return (standups, meetings) }
      query.after = resume
    }
  }

  private static func expectRebuilt(_ peer: Peer, _ ids: [Standup.ID]) async throws {
    let known = try await rebuilt(peer)
    #expect(Set(known.standups.keys) == Set(ids))
    var all: [Meeting.ID: Meeting] = [:]
    for id in ids {
      let reply = try await peer.send(GetStandup(id: id))
      #expect(known.standups[id] == reply.summary.standup)
      for meeting in reply.meetings { all[meeting.id] = meeting }
    }
    #expect(known.meetings == all)
  }

  @Test func nothingIsLeftOfADeletedMeetingThoughPersistenceIsKilled() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = Standup.ID(UUID())
      let meetings = [Meeting.ID(UUID()), Meeting.ID(UUID())]
      _ = try await peer.send(ImportStandups(json: Self.file(standup, meetings)))
      _ = try await peer.send(
        PublishEvents(events: [
          EventDraft(
            type: "test.summary", subject: "minutes",
            data: try RawJSON(encoding: ["text": "quokka0 again"]), standup: "\(standup)",
            meeting: "\(meetings[0])")
        ]))
      #expect(try await peer.send(SearchTranscripts(query: "quokka0")).hits.count == 1)

      _ = try await peer.send(DeleteMeeting(standup: standup, meeting: meetings[0]))
      // The next run completes the acknowledged erasure.
      await cluster.signal(SIGKILL, [.persistence])
      let erased = try await follower.first(
        MeetingErased.self, about: meetings[0], within: .seconds(20))
      #expect(
        try erased.data.decode(as: MeetingErased.self)
          == MeetingErased(standup: standup, reason: .deleted))
      #expect(try await peer.send(SearchTranscripts(query: "quokka0")).hits.isEmpty)
      let page = try await peer.send(EventReplay(JournalQuery(after: 0, meeting: "\(meetings[0])")))
      #expect(page.events.filter { !$0.isErased }.map(\.type) == [MeetingErased.type])
      try await eventually("no file has the words") {
        try Self.count("quokka0", in: cluster.data) == 0
      }
      #expect(try Self.count("quokka1", in: cluster.data) > 0)
      let open = try await peer.send(ListFollowUps(standup: standup)).followUps
      #expect(open.map(\.text) == ["quokka1 numbat1"])
      try await Self.expectRebuilt(peer, [standup])

      // Deleting the standup deletes all of it.
      _ = try await peer.send(DeleteStandup(id: standup))
      _ = try await follower.first(MeetingErased.self, about: meetings[1], within: .seconds(20))
      try await eventually("no file has any of it") {
        try ["quokka", "wombat", "numbat", "Zephyrine"].allSatisfy {
          try Self.count($0, in: cluster.data) == 0
        }
      }
      try await Self.expectRebuilt(peer, [])
    }
  }

  @Test func aPersonIsForgotten() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let standup = Standup.ID(UUID())
      let meetings = [Meeting.ID(UUID()), Meeting.ID(UUID())]
      _ = try await peer.send(ImportStandups(json: Self.file(standup, meetings)))
      let dry = try await cluster.run(
        Program.commandLine, ["forget", "Ann Zephyrine", "--dry-run", "--json"])
      #expect(dry.ending == .exit(0), "\(dry.output)")
      #expect(dry.output.contains(#""meetings":2,"segments":2"#), "\(dry.output)")
      #expect(try Self.count("Zephyrine", in: cluster.data) > 0)

      let run = try await cluster.run(Program.commandLine, ["forget", "Ann Zephyrine", "--yes"])
      #expect(run.ending == .exit(0), "\(run.output)")
      let reply = try await peer.send(GetStandup(id: standup))
      #expect(reply.summary.standup.attendees.map(\.name) == ["Bob"])
      #expect(reply.meetings.map(\.transcript) == ["wombat1", "wombat0"])
      #expect(reply.meetings.allSatisfy { $0.segments.map(\.speaker) == ["Bob"] })
      try await eventually("no file has her name or words") {
        try ["quokka", "numbat", "Zephyrine"].allSatisfy {
          try Self.count($0, in: cluster.data) == 0
        }
      }
      #expect(try await peer.send(SearchTranscripts(query: "wombat0")).hits.count == 1)
      #expect(try await peer.send(ListFollowUps(standup: standup)).followUps.isEmpty)
      try await Self.expectRebuilt(peer, [standup])
    }
  }

  @Test func wordsAreForgottenByAge() async throws {
    var options = Cluster.Options()
    options.environment = ["STANDUPS_TRANSCRIPT_DAYS": "30"]
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = Standup.ID(UUID())
      let meeting = Meeting.ID(UUID())
      _ = try await peer.send(ImportStandups(json: Self.file(standup, [meeting])))
      // The service checks at its start, and then each hour.
      await cluster.signal(SIGKILL, [.standups])
      let erased = try await follower.first(
        MeetingErased.self, about: meeting, within: .seconds(20))
      let left = try #require(try erased.data.decode(as: MeetingErased.self).meeting)
      #expect(left.transcript.isEmpty && left.segments.isEmpty && left.isErased == true)
      #expect(left.attendees?.map(\.name) == ["Ann Zephyrine", "Bob"])
      try await eventually("no file has the words") {
        try ["quokka0", "numbat0"].allSatisfy { try Self.count($0, in: cluster.data) == 0 }
      }
      #expect(try await peer.send(ListFollowUps(standup: standup)).followUps.isEmpty)
      try await Self.expectRebuilt(peer, [standup])
    }
  }
}
