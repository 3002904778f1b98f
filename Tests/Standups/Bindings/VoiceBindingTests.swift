import Documents
import FastJSON
import Foundation
import PeopleAPI
import PersistenceAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads
import TimerAPI
import TranscriptionAPI

@testable import Bus
@testable import Composition
@testable import RouterService

/// The way of voices between the people service, transcription and the meetings.
@Suite struct VoiceBindingTests {
  private let integration = Integration.standups()
  private static let ann = "6f1c0000-0000-4000-8000-000000000071"
  private static let bob = "6f1c0000-0000-4000-8000-000000000072"
  private static let consent = "6f1c0000-0000-4000-8000-000000000099"
  private static let voice = PersonVoice(person: ann, consent: consent, print: "c2VhbGVk")

  /// A recorded meeting of Ann, Bob, and two people who are only names.
  private static func meeting(recognised: Int? = nil) -> RunningMeeting {
    var meeting = Sample.running
    meeting.voices = RunningMeeting.Voices(
      people: [ann, bob].compactMap { Attendee.PersonID($0) }, others: 2, recognised: recognised)
    meeting.turns = [RunningMeeting.Turn(atMs: 5, person: Attendee.PersonID(ann))]
    return meeting
  }

  /// The services: Ann has agreed, as far as the people service and the store know.
  private func caller(
    agreed: [PersonVoice]? = [voice], saved: [String]? = [ann], meetings: [RunningMeeting]? = []
  ) -> ScriptedCaller {
    ScriptedCaller { command in
      switch command {
      case is StartCountdown: return Sample.status
      case is StartRecognition: return StartRecognition.Reply(id: Sample.work, creditSamples: 1)
      case is GetVoices:
        guard let agreed else { throw BusError(.unavailable, "Away.") }
        return GetVoices.Reply(voices: agreed)
      case is Load:
        guard let saved else { throw BusError(.unavailable, "Away.") }
        return DocumentPage(
          documents: saved.map {
            Document(collection: SavedVoice.collection, id: $0, body: .emptyObject)
          })
      case is GetRunningMeetings:
        guard let meetings else { throw BusError(.expired, "Late.") }
        return GetRunningMeetings.Reply(meetings: meetings)
      case is Commit: return Sample.committed
      default: return Done()
      }
    }
  }

  private func sent(_ caller: ScriptedCaller) -> [SetVoices] {
    caller.sent.values.compactMap { $0 as? SetVoices }
  }

  private func begin(_ meeting: RunningMeeting, _ caller: ScriptedCaller) async throws {
    _ = try await integration.tell(MeetingsStarted(meetings: [meeting]), caller)
  }

  @Test func theVoicesOfThoseWhoAgreedFollowTheStream() async throws {
    let caller = caller()
    try await begin(Self.meeting(), caller)
    let voice = RoomVoice(person: Self.ann, consent: Self.consent, print: "c2VhbGVk")
    #expect(
      sent(caller) == [
        SetVoices(
          id: Sample.work, voices: [voice], others: 3,
          turns: [RoomTurn(atMs: 5, person: Self.ann)])
      ])
    // The stream itself does not wait for them.
    let names = caller.sent.values.map { type(of: $0).target }
    let start = try #require(names.firstIndex(of: StartRecognition.target))
    let question = try #require(names.firstIndex(of: GetVoices.target))
    #expect(start < question)
    #expect(!caller.sent.values.contains { ($0 as? StartRecognition)?.voices != nil })
    #expect(
      caller.sent.values.compactMap { $0 as? GetVoices }.map(\.people) == [[Self.ann, Self.bob]])
  }

  @Test func ifNobodyHasAgreedNothingIsSent() async throws {
    let caller = caller(agreed: [])
    try await begin(Self.meeting(), caller)
    #expect(sent(caller).isEmpty)
    // Unless voices were recognised before.
    try await begin(Self.meeting(recognised: 1), caller)
    #expect(sent(caller).map(\.voices) == [[]])
  }

  @Test func withoutLinkedAttendeesPeopleIsNotAsked() async throws {
    let caller = caller()
    try await begin(Sample.running, caller)
    #expect(!caller.sent.values.contains { $0 is GetVoices })
  }

  @Test func aConsentThatEndsAtTheSameTimeIsNotRecognised() async throws {
    let caller = caller(saved: [])
    try await begin(Self.meeting(), caller)
    #expect(sent(caller).map(\.voices.count) == [1, 0])
  }

  @Test func ifTheConsentsAreUnknownNobodyIsRecognised() async throws {
    let caller = caller(saved: nil)
    let error = await #expect(throws: BusError.self) {
      try await begin(Self.meeting(), caller)
    }
    #expect(error?.code == .unavailable)
    #expect(sent(caller).map(\.voices.count) == [1, 0])
  }

  @Test func anAbsentPeopleServiceDelaysNoStream() async throws {
    let caller = caller(agreed: nil)
    let error = await #expect(throws: BusError.self) {
      try await begin(Self.meeting(), caller)
    }
    // The meeting sends its work again.
    #expect(error?.retryable == true)
    #expect(caller.sent.values.contains { $0 is StartRecognition })
    #expect(sent(caller).isEmpty)
  }

  @Test func turnsAreSentWhileVoicesAreRecognised() async throws {
    let caller = caller()
    var meeting = Self.meeting()
    (meeting.listening, meeting.voices) = (nil, nil)
    try await begin(meeting, caller)
    let turns = caller.sent.values.compactMap { $0 as? SetVoicesTurn }
    #expect(
      turns == [SetVoicesTurn(id: Sample.work, turns: [RoomTurn(atMs: 5, person: Self.ann)])])
  }

  @Test func correctedLinesAreSentWithTheTurns() async throws {
    let caller = caller()
    var meeting = Self.meeting()
    (meeting.listening, meeting.voices) = (nil, nil)
    meeting.corrected = [
      RunningMeeting.Corrected(line: "r-0", person: Attendee.PersonID(Self.ann)),
      RunningMeeting.Corrected(line: "r-1"),
    ]
    try await begin(meeting, caller)
    let lines = caller.sent.values.compactMap { ($0 as? SetVoicesTurn)?.corrected }
    #expect(lines == [[RoomLine(key: "r-0", person: Self.ann), RoomLine(key: "r-1")]])
  }

  // MARK: Restoration

  @Test func restoredStreamsHaveTheirVoices() async throws {
    let page = GetRunningMeetings.Reply(meetings: [Self.meeting()])
    let parent = Parent(cause: Header(), caller: caller(), publisher: { _ in })
    let stream = try #require(try await parent.streams(of: page).streams.first)
    #expect(stream.voices?.map(\.person) == [Self.ann])
    #expect(stream.others == 3)
    #expect(stream.turns == [RoomTurn(atMs: 5, person: Self.ann)])
    // Without an answer, transcription asks again.
    let away = Parent(cause: Header(), caller: caller(agreed: nil), publisher: { _ in })
    let unknown = try #require(try await away.streams(of: page).streams.first)
    #expect(unknown.voices == nil)
    #expect(unknown.others == 4)
  }

  @Test func aPageWithManyPrintsIsShorter() async throws {
    let print = String(repeating: "A", count: 2_000)
    let people = (0..<30).map { _ in UUID().uuidString.lowercased() }
    let caller = caller(
      agreed: people.map { PersonVoice(person: $0, consent: Self.consent, print: print) })
    let meetings = (0..<100).map { _ in
      var meeting = Sample.running(Meeting.ID(UUID()))
      meeting.voices = RunningMeeting.Voices(
        people: people.compactMap { Attendee.PersonID($0) }, others: 0)
      return meeting
    }
    let parent = Parent(cause: Header(), caller: caller, publisher: { _ in })
    let reply = try await parent.streams(of: GetRunningMeetings.Reply(meetings: meetings))
    #expect((1..<20).contains(reply.streams.count))
    #expect(reply.next == "\(meetings[reply.streams.count - 1].id)")
    #expect(try BusJSON.encode(reply).count < 1_000_000)
  }

  // MARK: Consents

  private func decide(_ changes: [DocumentChange], _ caller: ScriptedCaller) async throws {
    _ = try await integration.tell(
      ChangesDecided(changes: changes, events: []), caller, from: "people")
  }

  private static func consentDocument(print: String? = nil) throws -> Document {
    Document(
      collection: SavedVoice.collection, id: bob,
      body: try RawJSON(
        encoding: SavedVoice(consent: consent, agreedMs: 1, print: print, epoch: "e")))
  }

  /// The people service answers with the state before the withdrawal.
  @Test func aWithdrawalIsAppliedBeforeItsReply() async throws {
    let caller = caller(meetings: [Self.meeting(recognised: 1)])
    try await decide([.delete(collection: SavedVoice.collection, id: Self.ann)], caller)
    #expect(sent(caller).map(\.voices) == [[]])
    #expect(sent(caller).map(\.others) == [4])
    let people = caller.sent.values.compactMap { ($0 as? GetRunningMeetings)?.person?.description }
    #expect(people == [Self.ann])
    let names = caller.sent.values.map { type(of: $0).target }
    #expect(names.first == Commit.target)
  }

  /// The voices of the others are recognised again once the people service replies.
  @Test func withoutAnAnswerOfThePeopleServiceNoVoiceIsRecognised() async throws {
    let caller = caller(agreed: nil, meetings: [Self.meeting(recognised: 1)])
    let error = await #expect(throws: BusError.self) {
      try await decide([.delete(collection: SavedVoice.collection, id: Self.ann)], caller)
    }
    #expect(error?.retryable == true)
    #expect(sent(caller).map(\.voices) == [[]])
  }

  /// Bob has withdrawn as well, which the people service has not applied yet.
  @Test func twoWithdrawalsAtTheSameTimeBothApply() async throws {
    let bob = PersonVoice(person: Self.bob, consent: Self.consent, print: "c2VhbGVk")
    let caller = caller(
      agreed: [Self.voice, bob], saved: [], meetings: [Self.meeting(recognised: 2)])
    try await decide([.delete(collection: SavedVoice.collection, id: Self.ann)], caller)
    #expect(sent(caller).map { $0.voices.map(\.person) } == [[Self.bob], []])
    #expect(sent(caller).last?.others == 4)
  }

  /// A service that is only slow does not load its work again.
  @Test func aWithdrawalWaitsForASlowStandupsService() async throws {
    let caller = caller(meetings: nil)
    let error = await #expect(throws: BusError.self) {
      try await decide([.delete(collection: SavedVoice.collection, id: Self.ann)], caller)
    }
    #expect(error?.retryable == true)
  }

  /// No stream is that long; its turns must not make the other commands invalid.
  @Test func aMeetingThatIsPausedForDaysHasNoTurns() async throws {
    let caller = caller()
    var meeting = Self.meeting()
    meeting.turns = [RunningMeeting.Turn(atMs: 3 * 86_400_000, person: Attendee.PersonID(Self.ann))]
    try await begin(meeting, caller)
    #expect(sent(caller).map(\.turns) == [[]])
    (meeting.listening, meeting.voices) = (nil, nil)
    try await begin(meeting, caller)
    #expect(!caller.sent.values.contains { $0 is SetVoicesTurn })
  }

  @Test func aConsentAppliesToTheMeetingInProgress() async throws {
    let caller = caller(saved: [Self.ann, Self.bob], meetings: [Self.meeting(recognised: 1)])
    try await decide([.put(try Self.consentDocument())], caller)
    #expect(sent(caller).map { $0.voices.map(\.person) } == [[Self.ann, Self.bob]])
    #expect(sent(caller).map(\.others) == [2])
  }

  @Test func aPrintThatIsKeptChangesNoMeeting() async throws {
    let caller = caller(meetings: [Self.meeting()])
    try await decide([.put(try Self.consentDocument(print: "c2VhbGVk"))], caller)
    #expect(sent(caller).isEmpty)
    #expect(!caller.sent.values.contains { $0 is GetRunningMeetings })
  }

  // MARK: Reports

  @Test func theMeetingShowsHowManyVoicesAreRecognised() async throws {
    let caller = caller()
    _ = try await integration.tell(
      VoicesRecognised(id: Sample.work, people: 3), caller, from: "transcription")
    #expect(
      caller.sent.values.compactMap { $0 as? TellVoicesRecognised }
        == [TellVoicesRecognised(id: Sample.meeting, people: 3)])
  }

  @Test func learnedPrintsGoToPeopleAndInNoDeadLetter() async throws {
    let caller = caller()
    let learned = VoicesLearned(
      id: Sample.work,
      voices: [Voice(person: Self.ann, consent: Self.consent, print: "c2VhbGVk", learnedMs: 9)])
    _ = try await integration.tell(learned, caller, from: "transcription")
    #expect(
      caller.sent.values.compactMap { $0 as? KeepVoices }.map(\.voices) == [
        [
          LearnedVoice(
            person: Self.ann, consent: Self.consent, print: "c2VhbGVk", learnedMs: 9)
        ]
      ])
    #expect(Feature.transcription.secretMessages == [VoicesLearned.target])
  }

  @Test func aLineKeepsTheVoice() {
    var line = Sample.line
    (line.voice, line.isDoubtful) = (Self.ann, true)
    #expect(HeardLine(line).voice?.description == Self.ann)
    #expect(HeardLine(line).isDoubtful == true)
    #expect(HeardLine(Sample.line).voice == nil)
  }
}
