import StandupsDependencies
import Foundation
import Standups
import Testing

@Suite struct ForgettingTests {
  private static let ann = Attendee(id: Attendee.ID(UUID()), name: "Ann")
  private static let bob = Attendee(id: Attendee.ID(UUID()), name: "Bob")

  private static func segment(_ who: Attendee, _ text: String) -> Segment {
    Segment(attendee: who.id, speaker: who.name, fromMs: 0, toMs: 1, text: text)
  }

  private static func meeting(_ segments: [Segment], mark: String = "") -> Meeting {
    Meeting(
      id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1),
      transcript: MeetingSession.transcript(of: segments) + mark, segments: segments,
      attendees: [ann, bob], turns: [.init(attendee: ann.id, fromMs: 0, toMs: 1)])
  }

  @Test func whatAPersonSaidIsTakenOutAndTheRestStays() {
    let segments = [
      Self.segment(Self.ann, "One."), Self.segment(Self.bob, "Two."),
      Self.segment(Self.ann, "Three."), Self.segment(Self.bob, "Four."),
    ]
    let (left, lost) = Self.meeting(segments, mark: " ❌").forgetting("Ann")
    #expect(lost == 2)
    #expect(left.transcript == "Two. Four. ❌")
    #expect(left.segments == [segments[1], segments[3]])
    #expect(left.attendees?.map(\.name) == ["", "Bob"])
    #expect(left.turns?.count == 1 && left.isErased == true)
    #expect(!left.names("Ann") && left.names("Bob"))
    #expect(left.forgetting("Ann").meeting == left)
  }

  /// Her id identifies her, whatever her name was then.
  @Test func anEarlierNameIsKnownByTheID() {
    var before = Self.ann
    before.name = "Annie"
    let meeting = Self.meeting([Self.segment(before, "One.")])
    #expect(meeting.forgetting("Ann").segments == 1)
    #expect(
      Meeting(id: meeting.id, date: meeting.date, transcript: "One.", segments: meeting.segments)
        .forgetting("Ann", ids: [Self.ann.id]).segments == 1)
  }

  @Test func whatWasNotedForAPersonIsTakenOut() {
    var before = Self.ann
    before.name = "Annie"
    func note(_ who: Attendee) -> FollowUp {
      FollowUp(
        id: FollowUp.ID(UUID()), attendee: who, text: "Later.", meeting: Meeting.ID(UUID()), atMs: 0
      )
    }
    let notes = [note(Self.ann), note(Self.bob), note(before)]
    var meeting = Meeting(
      id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1), transcript: "", notes: notes)
    #expect(meeting.names("Ann") && meeting.hasWords)
    let (left, segments) = meeting.forgetting("Ann")
    #expect(left.notes == [notes[1]] && segments == 0 && left.isErased == true)
    #expect(left.forgetting("Bob").meeting.notes == nil)
    #expect(meeting.withoutWords.notes == nil)
    meeting.notes = [note(before)]
    #expect(meeting.forgetting("Ann").meeting == meeting)
    #expect(meeting.forgetting("Ann", ids: [before.id]).meeting.notes == nil)
  }

  @Test func theWrittenUpdateOfAPersonIsRemoved() {
    func update(_ attendee: Attendee) -> WrittenUpdate {
      WrittenUpdate(attendee: attendee, text: "Done.", atMs: 1)
    }
    var meeting = Meeting(
      id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1), transcript: "")
    meeting.updates = [update(Self.ann), update(Self.bob)]
    #expect(meeting.names("Ann") && meeting.hasWords)
    let left = meeting.forgetting("Ann").meeting
    #expect(left.updates == [update(Self.bob)] && left.isErased == true)
    #expect(left.forgetting("Bob").meeting.updates == nil)
    #expect(meeting.withoutWords.updates == nil)
  }

  @Test func aTextThatIsNobodysStays() {
    let meeting = Meeting(
      id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1), transcript: "Ann said so.")
    #expect(meeting.isUnattributed)
    #expect(meeting.forgetting("Ann").meeting == meeting)
  }

  @Test func aLaterPartKeepsWhatDividesIt() {
    var part = Self.meeting([Self.segment(Self.ann, "One."), Self.segment(Self.bob, "Two.")])
    part.transcript = "\n" + part.transcript
    (part.part, part.parts) = (2, 2)
    #expect(part.forgetting("Ann").meeting.transcript == "\nTwo.")
  }

  @Test func withoutWordsThereIsStillAMeeting() {
    let left = Self.meeting([Self.segment(Self.ann, "One.")]).withoutWords
    #expect(!left.hasWords && left.attendees == [Self.ann, Self.bob])
    #expect(
      Minutes.markdown(
        left, of: Standup(id: Standup.ID(UUID()), title: "Daily", attendees: [Self.ann])
      ).contains("*The transcript was erased.*"))
  }
}
