import Foundation
import Standups
import Testing

struct MinutesTests {
  private let ada = Attendee(id: Attendee.ID(.init(number: 1)), name: "Ada")
  private let blank = Attendee(id: Attendee.ID(.init(number: 2)), name: " ")

  private func standup(_ title: String = "Design") -> Standup {
    Standup(id: Standup.ID(.init(number: 9)), title: title, attendees: [ada, blank])
  }

  private func segment(_ attendee: Attendee, _ from: Int64, _ to: Int64, _ text: String) -> Segment
  {
    Segment(
      attendee: attendee.id, speaker: attendee.displayName, fromMs: from, toMs: to, text: text)
  }

  private func meeting(
    _ transcript: String, _ segments: [Segment] = [], ending: Meeting.Ending? = nil
  ) -> Meeting {
    Meeting(
      id: Meeting.ID(.init(number: 3)), date: Date(timeIntervalSince1970: 1_700_000_000),
      transcript: transcript, segments: segments, durationMs: ending.map { _ in 3_665_000 },
      ending: ending)
  }

  @Test func whatIsToBeComeBackToIsAListOfTasks() {
    var past = meeting("Said.")
    func note(_ number: UInt32, _ who: Attendee, _ text: String, done: Int64? = nil) -> FollowUp {
      FollowUp(
        id: FollowUp.ID(.init(number: number)), attendee: who, text: text, meeting: past.id,
        atMs: 1,
        doneMs: done)
    }
    past.notes = [note(1, ada, "the <login> *review*"), note(2, blank, "vendor", done: 2)]
    #expect(
      Minutes.markdown(past, of: standup()).contains(
        """
        ## Follow-ups

        - [ ] **Ada**: the \\<login\\> \\*review\\*
        - [x] **Someone**: vendor

        ## Transcript
        """))
    let page = MinutesHTML.document(past, of: standup())
    #expect(page.contains("<li><b>Ada</b>: the &lt;login&gt; *review*</li>"))
    #expect(page.contains("<li><s><b>Someone</b>: vendor</s> (done)</li>"))
  }

  @Test func writtenUpdatesAreListedByAttendeeAndThoseOfTheAbsentLast() {
    var past = meeting("Said.")
    past.attendees = [ada, blank]
    let away = Attendee(id: Attendee.ID(.init(number: 0x77)), name: "Cy")
    past.updates = [
      WrittenUpdate(attendee: away, text: "Tests.", atMs: 1),
      WrittenUpdate(attendee: ada, text: "<Login>:\n\n- done", atMs: 2),
    ]
    #expect(
      Minutes.markdown(past, of: standup()).contains(
        """
        ## Written updates

        **Ada**  \n\\<Login\\>\\:  \n\\- done

        **Cy** (absent)  \nTests.

        ## Transcript
        """))
    let page = MinutesHTML.document(past, of: standup())
    #expect(page.contains("<h3>Ada</h3>\n<p>&lt;Login&gt;:<br>- done</p>"))
    #expect(page.contains("<h3>Cy (absent)</h3>\n<p>Tests.</p>"))
    let table = TurnsCSV.table(past, of: standup())
    #expect(table.contains(",,\(ada.id),Ada,,,<Login>: - done\r\n"))
    #expect(past.searchText.contains("Tests.") && past.problem == nil)
  }

  @Test func minutesSayWhoWasLateAndWhoWasAbsent() {
    func person(_ number: UInt32, _ name: String) -> Attendee {
      Attendee(id: Attendee.ID(.init(number: number)), name: name)
    }
    let (bob, cy, dee) = (person(0x11, "Bob"), person(0x12, "Cy"), person(0x13, "<Dee>"))
    var past = meeting("Said.")
    past.attendees = [ada, bob, cy]
    past.turns = [.init(attendee: ada.id, fromMs: 0, toMs: 65_000)]
    (past.absent, past.late) = ([cy, dee], [bob.id])
    let names = "- Ada (1:05)\n- Bob (0:00, late)\n- Cy (0:00, absent)\n- \\<Dee\\> (absent)\n\n"
    #expect(Minutes.markdown(past, of: standup()).contains("## Attendees\n\n" + names))
    let page = MinutesHTML.document(past, of: standup())
    #expect(page.contains("<th scope=\"row\">Ada</th><td>1:05</td>"))
    #expect(page.contains("<th scope=\"row\">Bob, late</th><td>0:00</td>"))
    #expect(page.contains("<th scope=\"row\">&lt;Dee&gt;, absent</th></tr>"))
    // Without these values, attendance is unknown.
    (past.absent, past.late) = (nil, nil)
    #expect(Minutes.markdown(past, of: standup()).contains("- Bob (0:00)\n- Cy (0:00)\n\n"))
  }

  @Test func minutesOfAStandupInWritingNameThoseWithoutAnUpdate() {
    var past = meeting("")
    past.attendees = [ada, Attendee(id: Attendee.ID(.init(number: 0x77)), name: "Cy")]
    (past.ending, past.durationMs, past.segments) = (.written, nil, [])
    past.updates = [WrittenUpdate(attendee: ada, text: "Login: done.", atMs: 1)]
    let text = Minutes.markdown(past, of: standup())
    #expect(text.contains("- Held in writing\n- No update: Cy\n"))
    #expect(text.contains("*Held in writing.*") && past.problem == nil)
    #expect(
      MinutesHTML.document(past, of: standup()).contains("held in writing · no update: Cy"))
    past.ending = .saved
    #expect(past.attendeesWithoutUpdate.isEmpty)
  }

  @Test func aMeetingIsWrittenByTurns() {
    let text = Minutes.markdown(
      meeting(
        "",
        [
          segment(ada, 0, 4_000, "Hello."), segment(ada, 5_000, 9_500, "I drew."),
          segment(blank, 61_000, 3_700_000, "Me too."),
        ], ending: .timeUp),
      of: standup())
    #expect(
      text == """
        # Design

        - Date: 2023-11-14 22:13:20 UTC
        - Duration: 1:01:05
        - Ended: time ran out

        ## Speakers

        - Ada
        - Someone

        ## Transcript

        **Ada** (0:00–0:09)  
        Hello. I drew.

        **Someone** (1:01–1:01:40)  
        Me too.

        """)
  }

  @Test func aMeetingOfTheAppsHasOneText() {
    let text = Minutes.markdown(meeting("First.\nSecond."), of: standup(" "))
    #expect(text.hasPrefix("# Standup\n"))
    #expect(text.hasSuffix("## Transcript\n\nFirst. Second.\n"))
    #expect(!text.contains("Duration"))
  }

  /// Attendees change: today's may not have attended then.
  @Test func whoWasThereIsNotGuessed() {
    var today = standup()
    today.attendees = [Attendee(id: Attendee.ID(.init(number: 7)), name: "Later")]
    let spoke = Minutes.markdown(meeting("", [segment(ada, 0, 1, "Hello.")]), of: today)
    #expect(spoke.contains("## Speakers\n\n- Ada\n"))
    #expect(!spoke.contains("Later"))
    let silent = Minutes.markdown(meeting("Text."), of: today)
    #expect(silent.contains("these are the current attendees of the standup.*\n\n- Later\n"))
  }

  @Test func aMeetingWithoutWordsSaysSo() {
    #expect(Minutes.markdown(meeting(" "), of: standup()).contains("*Nothing was recorded.*"))
  }

  @Test func aFailureIsMentioned() {
    let text = Minutes.markdown(
      meeting("Hello. ❌", [segment(ada, 0, 1, "Hello.")], ending: .saved), of: standup())
    #expect(text.contains("Speech recognition failed"))
    #expect(text.contains("- Ended: early"))
  }

  @Test(arguments: [
    ("# no heading", "\\# no heading"), ("*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"),
    ("[x](y) <script>", "\\[x\\]\\(y\\) \\<script\\>"), ("1. first", "1\\. first"),
    ("a\n\n- b", "a \\- b"), ("back\\slash", "back\\\\slash"), ("a | b ~ & c", "a \\| b \\~ \\& c"),
  ])
  func textCannotBecomeMarkup(text: String, escaped: String) {
    #expect(Minutes.markdown(meeting(text), of: standup()).hasSuffix("\n\(escaped)\n"))
    #expect(Minutes.markdown(meeting(""), of: standup(text)).hasPrefix("# \(escaped)\n"))
  }

  /// Escape sequences, their 8-bit form, and characters that disguise text.
  @Test func textCannotSteerATerminal() {
    let text = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d\u{2066}e\u{7F}f"
    let minutes = Minutes.markdown(meeting(text), of: standup(text))
    #expect(
      minutes.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!minutes.contains("\u{202E}") && !minutes.contains("\u{2066}"))
    #expect(minutes.contains("a\u{FFFD}\\[2Jb\u{FFFD}31mc\u{FFFD}d\u{FFFD}e\u{FFFD}f"))
  }
}
