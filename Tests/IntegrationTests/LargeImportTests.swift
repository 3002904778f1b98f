import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

/// Files that do not fit into one message.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct LargeImportTests {
  /// Some 5 MB in 20 parts, in which the last standup of a part continues in the next one.
  private func file() throws -> (parts: [String], standups: [Standup], meetings: Int) {
    func meeting(_ index: Int) -> Meeting {
      Meeting(
        id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1_600_000_000 + Double(index)),
        transcript: String(repeating: "word\(index) ", count: 2000))
    }
    func text(_ standups: [StandupWithMeetings]) throws -> String {
      String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    }
    var parts: [String] = []
    var standups: [Standup] = []
    for index in 0..<10 {
      let standup = Standup(id: Standup.ID(UUID()), title: "Imported \(index)")
      standups.append(standup)
      parts.append(try text([.init(standup: standup, meetings: (0..<12).map { meeting($0) })]))
    }
    let last = standups[9]
    for part in 1...10 {
      parts.append(
        try text([.init(standup: last, meetings: (0..<12).map { meeting(part * 12 + $0) })]))
    }
    return (parts, standups, 12)
  }

  @Test func aFileThatWasTakenIsInItsPlaceWhateverDies() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let (parts, standups, meetings) = try file()
      let id = ImportStandups.ID(UUID())
      for (index, json) in parts.enumerated() {
        _ = try await peer.send(ImportPart(id: id, part: index + 1, json: json))
      }
      #expect(try await peer.send(ListStandups()).standups.isEmpty)
      let taken = try await peer.send(TakeImport(id: id, parts: parts.count))
      #expect(taken.phase == .applying)
      await cluster.signal(SIGKILL, [.standups, .persistence])
      let patient = CallOptions(timeoutMs: 30_000)
      try await eventually("The file is in its place.", within: .seconds(60)) {
        try await peer.send(GetImport(id: id), options: patient).phase == .done
      }
      let all = try await peer.send(ListStandups()).standups
      #expect(all.map(\.standup.title) == standups.map(\.title))
      #expect(all.map(\.meetings) == Array(repeating: meetings, count: 9) + [11 * meetings])
      let found = try await peer.send(SearchTranscripts(query: "word131"))
      #expect(found.hits.map(\.standup) == [standups[9].id])
      try await expectContiguous(follower, peer)
      let created = await follower.events.filter { $0.type == StandupCreated.type }
      #expect(created.map(\.subject) == standups.map { "\($0.id)" })
    }
  }

  @Test func aFileThatWasNotTakenIsGoneAfterARestart() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let (parts, _, _) = try file()
      let id = ImportStandups.ID(UUID())
      for (index, json) in parts.prefix(3).enumerated() {
        _ = try await peer.send(ImportPart(id: id, part: index + 1, json: json))
      }
      await cluster.signal(SIGKILL, [.standups])
      let patient = CallOptions(timeoutMs: 30_000)
      let refusal = try await peer.refusal(TakeImport(id: id, parts: 3), options: patient)
      #expect(refusal?.code == .notFound)
      #expect(try await peer.send(ListStandups(), options: patient).standups.isEmpty)
    }
  }
}
