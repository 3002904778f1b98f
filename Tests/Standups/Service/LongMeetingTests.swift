import Bus
import Documents
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A long meeting is saved in parts that each fit one transaction, whatever was said: some characters are longer as
/// JSON.
struct LongMeetingTests {
  /// Ends a meeting with this number of transcribed lines.
  ///
  /// - Returns: the writes of each commit.
  private func end(_ lines: Int, _ text: String) throws -> [ChangesDecided] {
    var scenario = Scenario.lastTurn { session in
      for number in 0..<lines {
        _ = session.hear(line("\(number)", Int64(number), Int64(number) + 1, text))
      }
    }
    let said = try #require(scenario.session)
    #expect(said.segments.count == lines)
    scenario.time.advance(30_020)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    var commits: [ChangesDecided] = []
    let count = said.finished(.timeUp, elapsedMs: 30_000).divided.count
    // The meeting is live until the last commit.
    for _ in 1..<count { commits.append(try scenario.commit([])) }
    commits.append(
      try scenario.commit(["meeting.finished"]) { saved in
        saved.removeSession(meetingID)
        saved.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
      })
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: caller)
    scenario.finish()
    for commit in commits {
      #expect(try BusJSON.encode(commit).count < Limits.bytes - Limits.headBytes)
    }
    let parts = commits.flatMap(\.changes).compactMap(\.document)
      .filter { $0.collection == "meetings" || $0.collection == "meetings.parts" }
    #expect(parts.allSatisfy { $0.parent == "\(design.id)" && $0.searchText != nil })
    let all = try parts.map { try $0.body.decode(as: Meeting.self) }
      .sorted { ($0.part ?? 1) < ($1.part ?? 1) }
    let joined = try #require(Meeting.joined(all))
    #expect(joined.transcript == said.transcript && joined.segments == said.segments)
    return commits
  }

  @Test(arguments: ["a", "\"", "\u{1}", "é"])
  func whatWasHeardFitsACommit(character: String) throws {
    #expect(try end(300, "“" + String(repeating: character, count: 900) + "”").count > 1)
  }

  /// A hundred and fifty words a minute, without a pause.
  @Test func eightHours() throws {
    let commits = try end(
      8 * 60 * 10,
      "Fifteen words of what somebody did yesterday and will be doing today, blocked by nobody.")
    #expect(commits.count > 3)
  }

  @Test func aShortOneIsSavedAtOnce() throws {
    #expect(try end(100, "Said.").count == 1)
  }

  /// A reply is stored with the change, and both must fit one transaction.
  @Test func aReplyHasTheLastWords() throws {
    var scenario = Scenario.meeting { session in
      for number in 0..<5000 {
        _ = session.hear(
          line("\(number)", Int64(number), Int64(number) + 1, String(repeating: "a", count: 90)))
      }
    }
    let asker = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    let asked = try scenario.live(to: asker)
    #expect(try BusJSON.encode(asked).count < 700_000)
    #expect(asked.session.segments.last == scenario.session?.segments.last)
    scenario.time.advance(4_000)
    let caller = scenario.send(.end(EndMeeting(id: meetingID)), key: "key")
    let (id, decided) = try scenario.takeCommit()
    #expect(decided.reply != nil)
    #expect(try BusJSON.encode(decided).count < 300_000)
    scenario.store.send(.committed(id, .failure(BusError(.denied, "Enough is seen."))))
    _ = try scenario.error(to: caller, .denied)
  }

  private func long() throws -> Meeting {
    var session = try #require(Scenario.meeting().session)
    for number in 0..<1500 {
      let text = String(repeating: "a", count: 200)
      _ = session.hear(line("\(number)", Int64(number), Int64(number) + 1, text))
    }
    return session.finished(.saved, elapsedMs: 9_000)
  }

  private func document(_ meeting: Meeting) throws -> Document {
    try #require(try Change.putMeeting(meeting, of: design.id).document().document)
  }

  @Test func aPartIsReadAndDeletedWithItsMeeting() throws {
    let parts = try long().divided
    #expect(parts.count > 2)
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 1)) }
    let reader = scenario.send(
      .getPart(GetMeetingPart(standup: design.id, meeting: meetingID, part: 2)))
    let (one, query) = try scenario.load()
    #expect(query == DocumentQuery(collection: "meetings.parts", id: "\(meetingID)/2"))
    scenario.store.send(.documents(one, .success(.init(documents: [try document(parts[1])]))))
    #expect(try scenario.reply(to: reader) == .part(parts[1]))

    let opener = scenario.send(
      .getPart(GetMeetingPart(standup: design.id, meeting: meetingID, part: 1)))
    let (first, whole) = try scenario.load()
    #expect(whole == DocumentQuery(collection: "meetings", id: "\(meetingID)"))
    scenario.store.send(.documents(first, .success(.init(documents: [try document(parts[0])]))))
    #expect(try scenario.reply(to: opener) == .part(parts[0]))

    let nobody = scenario.send(
      .getPart(GetMeetingPart(standup: product.id, meeting: meetingID, part: 1)))
    let (two, _) = try scenario.load()
    scenario.store.send(.documents(two, .success(.init(documents: [try document(parts[0])]))))
    try scenario.error(to: nobody, .notFound)

    let caller = scenario.send(
      .deleteMeeting(DeleteMeeting(standup: design.id, meeting: meetingID)))
    let (three, _) = try scenario.load()
    scenario.store.send(.documents(three, .success(.init(documents: [try document(parts[0])]))))
    let (four, _) = try scenario.load()
    scenario.store.send(.documents(four, .success(.init(documents: [], total: 1))))
    let (five, _) = try scenario.load()
    scenario.store.send(.documents(five, .success(.init(documents: []))))
    let commit = try scenario.commit(["standup.updated", "meeting.erased"]) {
      $0.put(StandupRecord(design, sortKey: 1))
    }
    #expect(
      commit.changes.filter {
        if case .delete("meetings.parts", _) = $0 { true } else { false }
      }.count == parts.count - 1)
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aLongOneIsWholeInAFile() throws {
    let whole = try long()
    let parts = whole.divided
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 1)) }
    var (text, after) = ("", String?.none)
    repeat {
      let caller = scenario.send(.exportFile(ExportStandups(after: after)))
      // Until the page is full, or the file ends.
      while scenario.store.pending.contains(where: \.isLoad) {
        let (id, query) = try scenario.load()
        let documents: [Document]
        switch query.collection {
        case "standups":
          documents = query.after == nil ? [try record(design, 1, meetings: 1).document()] : []
        case "meetings": documents = [try document(parts[0])]
        default:
          documents = try parts.dropFirst().map(document)
            .filter { query.ids?.contains($0.id) == true }
        }
        scenario.store.send(.documents(id, .success(.init(documents: documents))))
      }
      let page = try scenario.exported(to: caller)
      text += page.json
      after = page.next
    } while after != nil
    scenario.finish()
    let read = try StandupsJSON.decode(Data(text.utf8))
    #expect(read.first?.meetings == [whole])
  }

  /// A meeting of a file arrives in parts, complete and in order.
  @Test func partsOfAFileHaveToComeInOrder() throws {
    let parts = try long().divided
    var file = ReceivedFile(team: "default")
    func part(_ meetings: Meeting...) -> [StandupWithMeetings] {
      [StandupWithMeetings(standup: design, meetings: meetings)]
    }
    try file.take(part(parts[0], parts[1]))
    #expect(!file.order.isComplete)
    #expect(throws: BusError.self) {
      var other = file
      try other.take(part(parts[1]))
    }
    #expect(throws: BusError.self) {
      var other = file
      try other.take(part(Meeting(id: Meeting.ID(UUID(number: 1)), date: .now, transcript: "")))
    }
    for next in parts[2...] { try file.take(part(next)) }
    #expect(file.order.isComplete)
    #expect(throws: BusError.self) { try file.take(part(parts[0])) }
    // A file on disk has complete meetings.
    let text = try StandupsJSON.encode(part(parts[0]))
    #expect(throws: StandupsJSONError.self) { try StandupsJSON.decode(text) }
    #expect(try StandupsJSON.decode(text, isPart: true).first?.meetings == [parts[0]])
  }
}

extension StandupsEffect {
  fileprivate var isLoad: Bool {
    if case .load = self { true } else { false }
  }
}
