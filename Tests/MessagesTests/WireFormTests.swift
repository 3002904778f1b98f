import Bus
import Documents
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import Testing
import TimerAPI
import TranscriptionAPI

/// The JSON of contract types whose coding is not synthesised, and rules for all of them.
@Suite struct WireFormTests {
  private static let id = Meeting.ID(
    UUID(uuidString: "0E4F7A52-8F3C-4A2B-9A53-2B9D1C7D6E01") ?? UUID())

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try BusJSON.encode(value), as: UTF8.self)
  }

  @Test(arguments: [
    (
      MeetingSession.Destination.alert(.speechAuthorization),
      #"{"alert":{"speechAuthorization":{}}}"#
    ),
    (
      .alert(.endMeeting(isDiscardable: true)),
      #"{"alert":{"endMeeting":{"isDiscardable":true}}}"#
    ),
    (
      .alert(.speechFailed(reason: "gone")), #"{"alert":{"speechFailed":{"reason":"gone"}}}"#
    ),
  ])
  func aDestinationNamesWhatIsOpen(value: MeetingSession.Destination, text: String) throws {
    #expect(try json(value) == text)
    #expect(try BusJSON.decode(from: Data(text.utf8)) == value)
  }

  @Test func theListsDestinationNamesWhatIsOpen() throws {
    let value = ListDestination.alert(.dataFailedToLoad(path: "/p", reason: "damaged"))
    let text = #"{"alert":{"dataFailedToLoad":{"path":"/p","reason":"damaged"}}}"#
    #expect(try json(value) == text)
    #expect(try BusJSON.decode(from: Data(text.utf8)) == value)
  }

  @Test(arguments: [
    (
      DocumentChange.put(Document(collection: "c", id: "1", body: .emptyObject)),
      #"{"put":{"body":{},"collection":"c","id":"1"}}"#
    ),
    (.delete(collection: "c", id: "1"), #"{"delete":{"collection":"c","id":"1"}}"#),
    (
      .deleteChildren(collection: "c", parent: "p"),
      #"{"deleteChildren":{"collection":"c","parent":"p"}}"#
    ),
    (
      .setTeam(collection: "c", parent: "p", team: "web"),
      #"{"setTeam":{"collection":"c","parent":"p","team":"web"}}"#
    ),
  ])
  func aChangeIsOneMember(value: DocumentChange, text: String) throws {
    #expect(try json(value) == text)
    #expect(try BusJSON.decode(from: Data(text.utf8)) == value)
  }

  /// A service that receives a query for documents need not know who forwards it.
  @Test func aQuestionHasTheMembersOfItsQuery() throws {
    func check<Command: BusCommand & Hashable>(
      _ command: Command, _ query: some Encodable, _ text: String
    ) throws {
      #expect(try json(command) == text)
      #expect(try json(query) == text)
      #expect(try BusJSON.decode(Command.self, from: Data(text.utf8)) == command)
    }
    let documents = DocumentQuery(
      collection: "c", parent: "p", teams: ["web"], after: "a", limit: 2)
    try check(
      Load(documents), documents,
      #"{"after":"a","collection":"c","limit":2,"parent":"p","teams":["web"]}"#)
    let events = JournalQuery(after: 7, types: ["meeting."], teams: ["web"])
    try check(Replay(events), events, #"{"after":7,"teams":["web"],"types":["meeting."]}"#)
    let words = TextQuery(collection: "c", query: "w", limit: 3, offset: 1)
    try check(
      SearchDocuments(words), words, #"{"collection":"c","limit":3,"offset":1,"query":"w"}"#)
  }

  @Test func whatIsDurableNowNeedsNoWords() throws {
    #expect(try json(CommitOutcome()) == "{}")
    #expect(try json(CommitOutcome(repeated: .emptyObject)) == #"{"repeated":{}}"#)
  }

  @Test func anAnswerSaysWhatBecameOfTheMeeting() throws {
    let meeting = Meeting(
      id: Self.id, date: Date(timeIntervalSince1970: 1_700_000_000.125), transcript: "")
    let finished = AnswerMeetingAlert.Reply.finished(meeting)
    #expect(
      try json(finished)
        == #"{"finished":{"date":"2023-11-14T22:13:20.125Z","id":"\#(Self.id)","#
        + #""segments":[],"transcript":""}}"#)
    #expect(try BusJSON.decode(from: BusJSON.encode(finished)) == finished)
    #expect(try json(AnswerMeetingAlert.Reply.discarded) == #"{"discarded":{}}"#)
    #expect(
      try BusJSON.decode(AnswerMeetingAlert.Reply.self, from: Data(#"{"discarded":{}}"#.utf8))
        == .discarded)
  }

  @Test(arguments: [
    #"{}"#, #"{"unknown":{}}"#, #"{"put":{}}"#, #"{"delete":{"id":"1"}}"#,
    #"{"setTeam":{"collection":"c","parent":"p"}}"#,
  ])
  func aChangeThatSaysNothingIsRefused(text: String) {
    #expect(throws: BusError.self) {
      try BusJSON.decode(DocumentChange.self, from: Data(text.utf8))
    }
  }

  @Test func idsAreWrittenInLowerCaseAndReadInEither() throws {
    #expect(try json(GetMeeting(id: Self.id)) == #"{"id":"0e4f7a52-8f3c-4a2b-9a53-2b9d1c7d6e01"}"#)
    let upper = #"{"id":"0E4F7A52-8F3C-4A2B-9A53-2B9D1C7D6E01"}"#
    #expect(try BusJSON.decode(GetMeeting.self, from: Data(upper.utf8)).id == Self.id)
  }

  @Test func whatBelongsToOneOwnerNamesItsKey() {
    #expect(StartCountdown(id: "tool/a", durationMs: 1, speakers: 1).routingKey == "tool/a")
    #expect(SkipSpeaker(id: "tool/a").routingKey == "tool/a")
    #expect(RecognizeAudio(id: "meeting/a", offset: 0).routingKey == "meeting/a")
    #expect(ListCountdowns().routingKey == nil)
  }

  @Test func anUnknownThemeIsRefusedWithThoseThatThereAre() throws {
    let body = Data(#"{"id":"\#(UUID().uuidString)","theme":"pink"}"#.utf8)
    let error = #expect(throws: BusError.self) { try BusJSON.decode(EditStandup.self, from: body) }
    #expect(
      error?.message.hasPrefix("“theme”: unknown theme “pink”; expected one of: bubblegum, ")
        == true)
  }
}
