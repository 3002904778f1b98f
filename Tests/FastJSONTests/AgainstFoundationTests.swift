import Countdown
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import Testing
import TimerAPI

@testable import Bus

/// The fast encoding equals Foundation's byte for byte, and each decodes the other's.
@Suite struct AgainstFoundationTests {
  /// Both ways, and Foundation's encoding with white space and in another order.
  func check<Value: Codable & Hashable>(_ value: Value) throws {
    let ours = try BusJSON.encode(value)
    let theirs = try BusJSON.encodeSlowly(value)
    #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
    #expect(try BusJSON.decodeSlowly(Value.self, from: ours) == value)
    #expect(try BusJSON.decode(Value.self, from: theirs) == value)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.format(date))
    }
    // A value that is passed on unchanged keeps its order of members, so only the meaning is equal.
    let again = try BusJSON.decode(Value.self, from: try encoder.encode(value))
    #expect(try BusJSON.encodeSlowly(again) == theirs)
  }

  /// Foundation on Linux accepts these as UUIDs, so that two strings would name one thing.
  @Test(arguments: [
    "2160a97d-8bf5-498a-b9a0-df+9114bb0df", "2160a97d-8bf5-498a-b9a0-df 9114bb0df",
    "0x60a97d-8bf5-498a-b9a0-df09114bb0df", "2160a97d-8bf5-498a-b9a0-df-9114bb0df",
  ])
  func uuidsHaveDigitsAlone(text: String) throws {
    #expect(UUID(uuidString: text) != nil, "Foundation has become strict: this can go")
    #expect(UUID(text: text) == nil)
    #expect(Meeting.ID(text) == nil)
    let json = Data("\"\(text)\"".utf8)
    #expect(throws: (any Error).self) { try BusJSON.decode(Meeting.ID.self, from: json) }
    #expect(throws: (any Error).self) { try BusJSON.decodeSlowly(LowercaseUUID.self, from: json) }
    let proper = text.replacing(" ", with: "0").replacing("+", with: "0")
      .replacing("0x", with: "00").replacing("df-", with: "df0")
    #expect(Meeting.ID(proper.uppercased())?.description == proper)
    #expect(UUID(text: proper)?.uuidString == proper.uppercased())
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func messagesOfTheTimer(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      try check(some.countdown())
      try check(some.clock())
      try check(some.labels())
      try check(
        CountdownStatus(
          id: some.text(), durationMs: some.number(), speakers: Int(some.number()),
          speaker: Int(some.number()), clock: some.clock()))
      try check(PauseCountdown(id: some.text()))
      try check(ResumeCountdown(id: some.text()))
      try check(CancelCountdown(id: some.text()))
      try check(GetCountdown(id: some.text()))
      try check(SkipSpeaker(id: some.text(), from: some.chance(2) ? Int(some.number()) : nil))
      try check(
        CountdownSpeakerChanged(
          id: some.text(), speaker: Int(some.number()), elapsedMs: some.number()))
      try check(CountdownFinished(id: some.text(), elapsedMs: some.number()))
      try check(
        TickData(
          elapsedMs: some.number(), durationMs: some.number(), speaker: Int(some.number()),
          speakers: Int(some.number()), turnEndsMs: some.number()))
      try check(CountdownsRequested(after: some.optionalText()))
      try check(
        CountdownsRequested.Reply(
          countdowns: some.some { $0.countdown() }, next: some.optionalText()))
    }
    try check(Done())
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatRuns(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<20 {
      try check(some.stream())
      try check(some.meeting())
      try check(MeetingsStarted(meetings: some.some { $0.meeting() }))
      try check(
        GetRunningMeetings.Reply(meetings: some.some { $0.meeting() }, next: some.optionalText()))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatIsSaved(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<20 {
      try check(
        DocumentPage(
          documents: some.some { try $0.document() }, next: some.optionalText(),
          total: Int(some.number())))
      try check(
        FoundDocuments(
          hits: some.some { .init(document: try $0.document(), snippet: $0.text()) },
          total: Int(some.number())))
      try check(some.change())
      try check(some.commit())
      try check(
        Commit.Reply(
          epoch: some.text(), events: some.some { try $0.journalEvent() },
          repeated: some.repeated()))
      let commit = try some.commit()
      try check(
        ChangesDecided(changes: commit.changes, events: commit.events, reply: commit.idempotency))
      try check(CommitOutcome(repeated: some.repeated()))
      try check(FoundReply(reply: some.repeated()))
    }
  }

  /// Commands that anybody may send, with any members.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func commandsOfStandups(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<20 {
      let drafts = some.some {
        AttendeeDraft(
          id: $0.chance(2) ? Attendee.ID(UUID()) : nil, name: $0.text(),
          weight: $0.chance(2) ? Int($0.number()) : nil, person: $0.optionalText())
      }
      try check(
        CreateStandup(
          id: some.chance(2) ? Standup.ID(UUID()) : nil, title: some.optionalText(),
          durationMs: some.chance(2) ? some.number() : nil,
          theme: some.chance(2) ? .bubblegum : nil, attendees: some.chance(2) ? drafts : nil,
          warnMs: some.chance(2) ? some.number() : nil, mayRunOver: some.chance(2) ? true : nil,
          team: some.optionalText()))
      try check(
        GetStandup(
          id: Standup.ID(UUID()), after: some.optionalText(),
          limit: some.chance(2) ? Int(some.number()) : nil))
      try check(
        StartMeeting(
          standup: Standup.ID(UUID()), isRecorded: some.chance(2) ? false : nil,
          absent: some.chance(2) ? some.some { _ in Attendee.ID(UUID()) } : nil,
          order: some.chance(2) ? .lastFirst : nil, seed: some.chance(2) ? some.number() : nil))
      try check(
        NextSpeaker(id: Meeting.ID(UUID()), from: some.chance(2) ? Int(some.number()) : nil))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anyValueAndEvents(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      try check([some.json()])
      try check(some.json())
      try check(some.event())
      try check(
        EventPage(
          events: some.some { try $0.event() }, epoch: some.text(), head: some.number(),
          hasMore: some.chance(2), resume: some.optionalNumber()))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func headers(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<50 {
      let header = Header(
        corr: some.chance(2) ? UUID() : nil, cause: some.chance(2) ? UUID() : nil,
        deadline: some.optionalNumber(), idem: some.optionalText(),
        attempt: some.chance(2) ? Int(some.number()) : nil,
        traceparent: some.chance(2)
          ? TraceParent(beginningWith: UUID(), isSampled: some.chance(2)) : nil,
        key: some.optionalText(), by: some.optionalText())
      let text = Head(kind: .command, target: "a.b", header: header).text
      #expect(text.hasPrefix("STB1 CMD a.b {"))
      let json = Data(text.dropFirst("STB1 CMD a.b ".count).utf8)
      #expect(try BusJSON.decodeSlowly(Header.self, from: json) == header)
      let read = try Array(text.utf8).withUnsafeBytes { try Head(parsing: $0) }
      #expect(read.header == header)
    }
  }

  /// A damaged string is accepted only if Foundation accepts it, and with the same meaning.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damage(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<200 {
      checkDamage(
        StartCountdown.self, some.damaged([UInt8](try BusJSON.encodeSlowly(some.countdown()))))
      checkDamage(
        NewEvent.self, some.damaged([UInt8](try BusJSON.encodeSlowly(some.newEvent())))
      ) { $0.data = .null }
      checkDamage(
        DocumentChange.self, some.damaged([UInt8](try BusJSON.encodeSlowly(some.change())))
      ) { change in
        if case .put(var document) = change {
          document.body = .null
          change = .put(document)
        }
      }
    }
  }

  /// - Parameter leaveOut: removes the parts that are passed on unchanged, which Foundation's coders rewrite.
  private func checkDamage<Value: Codable & Hashable>(
    _ type: Value.Type, _ bytes: [UInt8], leaveOut: (inout Value) -> Void = { _ in }
  ) {
    func rest(_ value: Value) -> Value {
      var value = value
      leaveOut(&value)
      return value
    }
    let ours = (try? BusJSON.decode(type, from: Data(bytes))).map(rest)
    let theirs = (try? BusJSON.decodeSlowly(type, from: Data(bytes))).map(rest)
    #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: [
    #"{"id":"a","durationMs":1.0,"speakers":1}"#, #"{"id":"a","durationMs":1e3,"speakers":1}"#,
    #"{"id":"\u0061\ud83d\ude00\n","durationMs":1,"speakers":1,"x":[{"y":null}],"labels":null}"#,
    #"{"id":"\ud83d","durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":01,"speakers":1}"#,
    #"{"id":null,"durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":1,"speakers":1} x"#,
    #"{"id":"a","durationMs":9223372036854775808,"speakers":1}"#, "", "null", "[]",
    #"{"i\u0064":"a","durationMs":1,"speakers":1}"#, #"{"id":"a","durationMs":1,"speakers":1,}"#,
  ])
  func unusualText(text: String) {
    checkDamage(StartCountdown.self, Array(text.utf8))
  }

  @Test func whatIsNoNumberIsNoText() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: (any Error).self) { try BusJSON.encode(value) }
      #expect(throws: (any Error).self) { try RawJSON(encoding: ["a": value]) }
    }
  }
}
