import Foundation
import Standups
import Testing

/// A past meeting as files for other programs.
struct MeetingFormatTests {
  private let ada = Attendee(id: Attendee.ID(.init(number: 1)), name: "Ada")
  private let bob = Attendee(id: Attendee.ID(.init(number: 2)), name: "Bob")

  private func standup(_ title: String = "Daily") -> Standup {
    Standup(id: Standup.ID(.init(number: 9)), title: title, attendees: [ada, bob])
  }

  private func segment(_ attendee: Attendee, _ from: Int64, _ to: Int64, _ text: String) -> Segment
  {
    Segment(
      attendee: attendee.id, speaker: attendee.displayName, fromMs: from, toMs: to, text: text)
  }

  private func meeting(
    _ segments: [Segment], attendees: [Attendee]? = nil, turns: [Meeting.Turn]? = nil,
    transcript: String? = nil
  ) -> Meeting {
    Meeting(
      id: Meeting.ID(.init(number: 3)), date: Date(timeIntervalSince1970: 1_700_000_000),
      transcript: transcript ?? MeetingSession.transcript(of: segments), segments: segments,
      durationMs: 60_000, ending: .timeUp, attendees: attendees, turns: turns)
  }

  private var turns: [Meeting.Turn] {
    [
      .init(attendee: ada.id, fromMs: 0, toMs: 10_000),
      .init(attendee: bob.id, fromMs: 10_000, toMs: 50_000),
      .init(attendee: ada.id, fromMs: 50_000, toMs: 60_000),
    ]
  }
  private var said: [Segment] {
    [
      segment(ada, 1_000, 4_000, "I drew."), segment(ada, 5_000, 9_000, "And wrote."),
      segment(bob, 12_000, 14_250, "Nothing new."), segment(ada, 51_000, 52_000, "One more."),
    ]
  }

  // MARK: A page

  @Test func thePageShowsWhatTheMinutesDo() {
    let page = MinutesHTML.document(
      meeting(said, attendees: [ada, bob], turns: turns), of: standup())
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    for text in [
      "<h1>Daily</h1>", "2023-11-14 22:13:20 UTC · 1:00 · time ran out",
      "<th scope=\"row\">Ada</th><td>0:20</td>", "<th scope=\"row\">Bob</th><td>0:40</td>",
      "<h3>Ada <time>0:01–0:09</time></h3>\n<p>I drew. And wrote.</p>",
      "<h3>Bob <time>0:12–0:14</time></h3>\n<p>Nothing new.</p>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
    let silent = MinutesHTML.document(meeting([]), of: standup(" "))
    #expect(
      silent.contains("<h1>Standup</h1>") && silent.contains("<em>Nothing was recorded.</em>"))
    let old = MinutesHTML.document(meeting([], transcript: "All of it."), of: standup())
    #expect(old.contains("<p>All of it.</p>"))
  }

  @Test func nothingOfTheTextIsMarkup() {
    let hostile = Attendee(id: ada.id, name: "<b onclick='x'>&\"\u{202E}")
    let page = MinutesHTML.document(
      meeting([segment(hostile, 0, 1, "</p><script>alert(1)</script>\u{1B}[2J")]),
      of: standup("</title><img src=x>"))
    for text in ["<script", "<img", "<b ", "\u{202E}", "\u{1B}", "onclick='"] {
      #expect(!page.contains(text), "\(text)")
    }
    #expect(page.contains("&lt;/title&gt;&lt;img src=x&gt;"))
    #expect(page.contains("&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;\u{FFFD}"))
  }

  // MARK: A table

  @Test func aTableHasARowForEachTurn() {
    let id = Meeting.ID(.init(number: 3))
    func table(_ meeting: Meeting) -> [String] {
      TurnsCSV.table(meeting, of: standup()).components(separatedBy: "\r\n").dropFirst().dropLast()
    }
    #expect(
      table(meeting(said, attendees: [ada, bob], turns: turns)) == [
        "\(id),2023-11-14T22:13:20Z,1,\(ada.id),Ada,0,10000,I drew. And wrote.",
        "\(id),2023-11-14T22:13:20Z,2,\(bob.id),Bob,10000,50000,Nothing new.",
        "\(id),2023-11-14T22:13:20Z,3,\(ada.id),Ada,50000,60000,One more.",
      ])
    // Without turns, a row for each utterance; without a transcript, a row for each turn.
    #expect(table(meeting(said)).count == 3)
    #expect(
      table(meeting([], attendees: [ada, bob], turns: turns)).last
        == "\(id),2023-11-14T22:13:20Z,3,\(ada.id),Ada,50000,60000,")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-2+3", "'-2+3"), ("+x", "'+x"),
    ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\r\nlines", "two lines"),
    ("=\"a\",b", "\"'=\"\"a\"\",b\""),
  ])
  func noFieldIsAFormula(text: String, field: String) {
    let table = TurnsCSV.table(meeting([segment(ada, 0, 1, text)]), of: standup())
    #expect(table.hasSuffix(",Ada,0,1,\(field)\r\n"), "\(table)")
  }

  // MARK: Subtitles

  @Test func subtitlesHaveTimesAndSpeakers() {
    let words = meeting([
      segment(ada, 1_000, 4_000, "I drew."), segment(bob, 3_661_005, 3_661_005, "Me & you."),
    ])
    #expect(
      Subtitles.srt(words) == """
        1
        00:00:01,000 --> 00:00:04,000
        Ada: I drew.

        2
        01:01:01,005 --> 01:01:02,005
        Bob: Me & you.

        """)
    #expect(
      Subtitles.vtt(words) == """
        WEBVTT

        00:00:01.000 --> 00:00:04.000
        <v Ada>I drew.

        01:01:01.005 --> 01:01:02.005
        <v Bob>Me &amp; you.

        """)
    #expect(Subtitles.srt(meeting([])) == "" && Subtitles.vtt(meeting([])) == "WEBVTT\n")
  }

  /// Neither a blank line nor an arrow ends a cue early.
  @Test func subtitlesStayWhole() {
    let hostile = Attendee(id: ada.id, name: "A\n\n00:00:00,000 --> 9 <i>")
    let words = meeting([segment(hostile, 0, 2_000, "x\n\n2\n00:00:00,000 --> 00:00:09,000\ny")])
    #expect(Subtitles.srt(words).components(separatedBy: "-->").count == 2)
    #expect(
      Subtitles.srt(words).split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    #expect(Subtitles.vtt(words).components(separatedBy: "-->").count == 2)
    #expect(Subtitles.vtt(words).contains("<v A 00:00:00,000 → 9 &lt;i&gt;>"))
  }
}
