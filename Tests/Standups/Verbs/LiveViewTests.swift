import Bus
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import TimerAPI
import TranscriptionAPI

@testable import Command

@Suite("Live view")
struct LiveViewTests {
  private let off = Ink(isOn: false)

  private func view(
    _ live: LiveMeeting = Fixture.live(elapsedMs: 14_000, speaker: 1, isRecording: true)
  ) -> LiveView { LiveView(live) }

  private func panel(_ view: LiveView, _ width: Int) -> [String] {
    view.panel(width: width, ink: off)
  }

  @Test("80 columns: the turn’s time is largest and has a bar of its own, and everybody is there")
  func eighty() {
    var view = view()
    (view.guesses, view.quietSeconds) = (LiveGuesses("yesterday I fixed the crash"), 0)
    let full = Int((79.0 * 2 / 12).rounded())
    #expect(
      panel(view, 80)
        == [
          " Daily                                                             ● recording ",
          "█▀█ ▄ ▀█  █▀█   Bob",
          "█ █ ▄  █  █ █   speaker 2 of 3",
          "▀▀▀   ▀▀▀ ▀▀▀   Next: Cy",
          String(repeating: "█", count: full) + String(repeating: "░", count: 79 - full),
          "✓ Ann  ▶ Bob  · Cy",
          "Meeting 0:14 of 0:36, 0:22 left",
          "",
          "… yesterday I fixed the crash",
          "[n] next  [+] 1 min more  [l] later  [p] pause  [e] end  [q] leave",
        ])
  }

  @Test("What the speaker has to come back to stands under the bar, and words can be marked")
  func followUps() throws {
    var view = view()
    view.followUps =
      (1...5).map { Fixture.followUp($0, 1, "Note \($0).") }
      + [Fixture.followUp(9, 0, "Ann’s.")]
    #expect(
      panel(view, 80)[5...8] == [
        "↪ Note 1.", "↪ Note 2.", "↪ Note 3.", "  and 2 more (standups notes)",
      ])
    #expect(view.reduce(.key(.character("m"))).isEmpty)
    _ = view.reduce(.notice(try Fixture.notice(MeetingSegment(segment: Fixture.segment(1, "So.")))))
    #expect(panel(view, 80).last?.contains("[m] mark") == true)
    let bob = Fixture.standup().attendees[1]
    #expect(view.reduce(.key(.character("m"))) == [.note(bob.id)])
    // Other keys still work meanwhile.
    #expect(view.reduce(.key(.character("n"))) == [.next(from: 1)])
    // New state is shown if it was unknown.
    #expect(
      view.reduce(.followUps([Fixture.followUp(1, 1, "Note 1."), Fixture.followUp(7, 1, "New.")]))
        == [.print([.open(Fixture.followUp(7, 1, "New."))])])
  }

  @Test(
    "A written update is shown in its attendee’s turn, and in the last turn those of the absent")
  func writtenUpdates() throws {
    var view = view()
    let (bob, cy) = (Fixture.standup().attendees[1], Fixture.standup().attendees[2])
    let dan = Attendee(id: Attendee.ID(UUID(number: 900)), name: "Dan")
    let mine = WrittenUpdate(attendee: bob, text: "One:\ntwo.\n\nthree.\nfour.", atMs: 1)
    let absent = WrittenUpdate(attendee: dan, text: "On a train.", atMs: 2)
    view.updates = [mine, absent]
    #expect(
      panel(view, 80)[5...8] == [
        "» One:", "  two.", "  three.", "  and 1 more (standups update list)",
      ])
    #expect(view.writtenNow == [.written(mine)])
    let change = MeetingSpeakerChanged(
      speaker: 2, attendee: cy, elapsedMs: 24_000, cause: .skipped)
    #expect(
      view.reduce(.notice(try Fixture.notice(change)))
        == [.ding, .print([.turn(2, cy), .writtenByAbsent(absent)])])
    #expect(
      LiveLine.writtenByAbsent(absent).rows(in: view, width: 80, ink: off)
        == ["  » Dan (absent): On a train."])
    #expect(
      LiveLine.written(mine).rows(in: view, width: 80, ink: off)
        == ["  » One:", "    two.", "    three.", "    four."])
    // Updates that are written in the meeting appear at once, if it is their turn.
    let late = WrittenUpdate(attendee: cy, text: "Late.", atMs: 3)
    #expect(
      view.reduce(.notice(try Fixture.notice(UpdateWritten(late, text: late.text))))
        == [.print([.written(late)])])
    #expect(view.reduce(.notice(try Fixture.notice(UpdateRemoved(attendee: dan.id)))) == [])
    #expect(view.updates == [mine, late])
  }

  @Test("A low terminal has the same in fewer rows")
  func low() {
    let rows = view().panel(width: 80, height: 12, ink: off)
    #expect(rows[1...2] == ["0:10  Bob, speaker 2 of 3", "Next: Cy"])
    #expect(rows.count == 7)
  }

  @Test(
    "The last fifth of a turn is coloured, and not before",
    arguments: [(21_599, false), (21_600, true)])
  func lastFifth(elapsedMs: Int64, isColoured: Bool) {
    let view = view(Fixture.live(elapsedMs: elapsedMs, speaker: 1))
    let rows = view.panel(width: 80, ink: Ink(isOn: true))
    #expect(rows[1].contains("\u{1B}[33m") == isColoured)
    #expect(rows[4].contains("\u{1B}[33m") == isColoured)
  }

  @Test("The bar is as wide when the meeting is held as when it is not")
  func held() {
    let rows = [nil, MeetingSession.Alert.endMeeting(isDiscardable: true)].map { alert in
      panel(view(Fixture.live(elapsedMs: 14_000, speaker: 1, alert: alert)), 80)
    }
    #expect(rows[0][1...5] == rows[1][1...5])
    #expect(rows[1][6] == "Meeting 0:14 of 0:36, 0:22 left, paused")
  }

  @Test("Of many attendees those around the one who speaks are shown")
  func many() {
    let names = (1...5000).map { "Attendee \($0)" }
    let standup = Fixture.standup(1, "Large", names: names, durationMs: 5_000_000)
    let rows = panel(view(Fixture.live(elapsedMs: 2_000_500, speaker: 2000, standup: standup)), 80)
    #expect(rows[5].hasPrefix("✓ 1999 more  ✓ Attendee 2000  ▶ Attendee 2001  · Attendee 2002"))
    #expect(rows[7].hasSuffix(" more"))
    #expect(rows[8].hasPrefix("Meeting "))
  }

  @Test(
    "A router that is not heard for three seconds is said to be away, and what it missed is read")
  func away() {
    var view = view()
    _ = view.reduce(.second)
    _ = view.reduce(.notice(.beat(JournalHead(epoch: "e1", head: 1))))
    for _ in 0..<2 { _ = view.reduce(.second) }
    #expect(panel(view, 80)[0].hasSuffix("○ no sound "))
    _ = view.reduce(.second)
    #expect(panel(view, 80)[0].hasSuffix("reconnecting… "))
    #expect(view.reduce(.notice(.beat(JournalHead(epoch: "e1", head: 1)))) == [.reread])
    #expect(panel(view, 80)[0].hasSuffix("○ no sound "))
    #expect(view.reduce(.notice(.beat(JournalHead(epoch: "e1", head: 1)))).isEmpty)
  }

  @Test("README shows what the live view draws")
  func readme() throws {
    let file = Checkout.file("README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let standup = Fixture.standup(1, "Daily", durationMs: 900_000)
    var view = view(Fixture.live(elapsedMs: 180_000, isRecording: true, standup: standup))
    (view.guesses, view.quietSeconds) = (
      LiveGuesses("and today I will review the timer service"), 0
    )
    let said = Segment(
      attendee: standup.attendees[0].id, speaker: "Ann", fromMs: 0, toMs: 5_000,
      text: "Yesterday I finished the login page.")
    let lines = [LiveLine.turn(0, standup.attendees[0]), .said(said)]
      .flatMap { $0.rows(in: view, width: 71, ink: off) }
    let drawn = (lines + panel(view, 72)).joined(separator: "\n")
    #expect(
      text.contains("--microphone\n\n\(drawn)\n```"),
      "README.md shows another live view than\n\(drawn)")
  }

  @Test("An alert with its answers and their keys")
  func alert() {
    let view = view(
      Fixture.live(elapsedMs: 30_000, speaker: 2, alert: .endMeeting(isDiscardable: true)))
    #expect(
      panel(view, 80).dropFirst(5) == [
        "✓ Ann  ✓ Bob  ▶ Cy",
        "Meeting 0:30 of 0:36, 0:06 left, paused",
        "",
        "End meeting?",
        "  Someone asked to end the meeting. Resuming continues it for everyone.",
        "  [1 or s] Save and end",
        "  [2 or d] Discard meeting",
        "  [3 or r] Resume",
        "[q] leave (the question stays open)",
      ])
    #expect(panel(view, 80)[3].hasSuffix("No more speakers"))
  }

  @Test("Forty columns, wide characters and long names")
  func forty() {
    let standup = Fixture.standup(
      1, "毎日のスタンドアップミーティングです、長い題名", names: [String(repeating: "長", count: 40), "\u{1B}[31mB\nC"])
    var view = view(Fixture.live(elapsedMs: 3_000, standup: standup))
    view.guesses = LiveGuesses(String(repeating: "日本語 ", count: 40))
    view.notice = String(repeating: "wrong ", count: 40)
    let rows = panel(view, 40)
    #expect(rows[0] == " 毎日のスタンドアップミ…  not recorded ")
    #expect(rows[1] == "█▀█ ▄ ▀█  █▀▀   長長長長長長長長長長長…")
    #expect(rows[3] == "▀▀▀   ▀▀▀ ▀▀▀   Next: �[31mB C")
    #expect(rows[4].hasPrefix("█"))
    for row in rows { #expect(DisplayText.width(row) <= 39, "\(row)") }
  }

  @Test("No row is wider than the terminal, whatever is shown", arguments: [30, 40, 80, 120])
  func fits(width: Int) {
    let names = ["Ann", String(repeating: "Longname ", count: 20), "日本語の名前がとても長い人です"]
    let alerts: [MeetingSession.Alert?] = [
      nil, .speechAuthorization, .speechDenied, .endMeeting(isDiscardable: false),
      .speechRestricted(reason: String(repeating: "because ", count: 30)),
      .speechFailed(reason: "日本語の理由"),
    ]
    for durationMs: Int64 in [1_000, 36_000, 86_400_000] {
      for speaker in 0..<3 {
        for alert in alerts {
          let standup = Fixture.standup(
            1, String(repeating: "題", count: 70), names: names, durationMs: durationMs)
          var view = LiveView(
            Fixture.live(
              elapsedMs: durationMs / 2, speaker: speaker, alert: alert, standup: standup))
          view.guesses = LiveGuesses(String(repeating: "語", count: 300))
          view.notice = String(repeating: "x", count: 300)
          let rows = panel(view, width)
          #expect(!rows.isEmpty)
          for row in rows {
            #expect(DisplayText.width(row) < width, "\(row)")
          }
        }
      }
    }
  }

  @Test("Colours change nothing but colours")
  func colours() {
    let view = view()
    let plain = view.panel(width: 80, ink: Ink(isOn: true)).map(ScreenPainter.plain)
    #expect(plain == panel(view, 80))
    #expect(view.panel(width: 80, ink: Ink(isOn: true))[0].hasPrefix("\u{1B}[30;48;5;37m"))
  }

  // MARK: Events

  @Test("A tick moves the time and does nothing else")
  func tick() throws {
    var view = view()
    let tick = TickData(
      elapsedMs: 15_000, durationMs: 36_000, speaker: 1, speakers: 3, turnEndsMs: 24_000)
    #expect(
      view.reduce(.notice(.event(try Fixture.event(MeetingTick.type, tick)))).isEmpty)
    #expect(view.elapsedMs == 15_000)
  }

  @Test("Keys change the turns, pause and go on; each waits for its answer")
  func turnKeys() throws {
    for (key, effect) in [
      ("+", LiveView.Effect.extend(from: 1)), ("l", .postpone(from: 1)), ("p", .pause),
      ("a", .absent(Fixture.live(speaker: 1).session.attendee(at: 1).id)),
    ] as [(Character, LiveView.Effect)] {
      var view = view()
      #expect(view.reduce(.key(.character(key))) == [effect])
      #expect(view.reduce(.key(.character(key))).isEmpty)
    }
    var paused = view()
    let data = MeetingAlertPresented(alert: .paused, elapsedMs: 15_000, standup: paused.standup)
    _ = paused.reduce(.notice(.event(try Fixture.event(MeetingAlertPresented.type, data))))
    #expect(paused.reduce(.key(.character("+"))).isEmpty)
    #expect(paused.reduce(.key(.character("p"))) == [.answer(.resume)])
  }

  @Test("A change is undone with a key for ten seconds, and the view goes back without a bell")
  func undo() throws {
    let change = MeetingSession.Undo.ID(UUID())
    var session = Fixture.live(elapsedMs: 15_000, speaker: 1).session
    let changed = MeetingSpeakerChanged(
      speaker: 2, attendee: session.attendee(at: 2), elapsedMs: 24_000, cause: .skipped,
      undo: .init(change: change, kind: .next, attendee: session.attendee(at: 1).id, until: .now))
    var view = view()
    #expect(view.reduce(.key(.character("u"))).isEmpty && view.notice?.contains("10 s") == true)
    _ = view.reduce(.notice(.event(try Fixture.event(MeetingSpeakerChanged.type, changed))))
    #expect(panel(view, 100).joined().contains("[u] undo"))
    var late = view
    for _ in 1...10 { _ = late.reduce(.second) }
    #expect(late.undo == nil && !panel(late, 100).joined().contains("[u] undo"))
    #expect(view.reduce(.key(.character("u"))) == [.undo(change)])
    session.clock.elapsedMs = 15_000
    let undone = MeetingUndone(session, try #require(changed.undo))
    let effects = view.reduce(.notice(.event(try Fixture.event(MeetingUndone.type, undone))))
    #expect(view.speaker == 1 && view.elapsedMs == 15_000 && view.undo == nil)
    #expect(effects.last == .reread && !effects.contains(.ding))
  }

  @Test("Who got more time, or comes back, is shown")
  func agenda() throws {
    var view = view()
    var session = Fixture.live(elapsedMs: 15_000, speaker: 1).session
    let isPostponed = session.postponeTurn(atMs: 15_000)
    let isLonger = session.extendTurn(byMs: 60_000)
    #expect(isPostponed && isLonger)
    let data = MeetingAgendaChanged(session, elapsedMs: 15_000, cause: .extended)
    #expect(
      view.reduce(.notice(.event(try Fixture.event(MeetingAgendaChanged.type, data)))).isEmpty)
    view.speaker = 2
    let text = panel(view, 80).joined(separator: "\n")
    #expect(text.contains("speaker 3 of 4") && text.contains("of 1:36"))
    #expect(view.attendee(at: 3) == view.standup.attendees[1])
  }

  @Test("Whoever comes late is shown at the end")
  func late() throws {
    var view = view()
    var session = Fixture.live(elapsedMs: 15_000, speaker: 1).session
    let dee = Attendee(id: Attendee.ID(UUID()), name: "Dee")
    let isAdded = session.addTurn(of: dee)
    #expect(isAdded)
    let data = MeetingAgendaChanged(session, elapsedMs: 15_000, cause: .present, attendee: dee)
    for _ in 0..<2 {
      _ = view.reduce(.notice(.event(try Fixture.event(MeetingAgendaChanged.type, data))))
    }
    #expect(view.standup == session.standup && view.attendee(at: 3) == dee)
    #expect(panel(view, 80).joined(separator: "\n").contains("Dee"))
  }

  @Test("A tick of another speaker means that something was missed")
  func tickAhead() throws {
    var view = view()
    let tick = TickData(
      elapsedMs: 25_000, durationMs: 36_000, speaker: 2, speakers: 3, turnEndsMs: 36_000)
    #expect(
      view.reduce(.notice(.event(try Fixture.event(MeetingTick.type, tick)))) == [.reread])
    #expect(
      view.reduce(.reread(Fixture.live(elapsedMs: 25_000, speaker: 2, isRecording: true))) == [
        .ding, .print([.turn(2, Fixture.standup().attendees[2])]),
      ])
  }

  @Test("A tick of a timer that has not received the next turn or a pause changes nothing")
  func tickBehind() throws {
    var view = view()
    let (elapsedMs, standup) = (view.elapsedMs, view.standup)
    func tick(_ speaker: Int, _ elapsedMs: Int64) throws -> LiveView.Event {
      let data = TickData(
        elapsedMs: elapsedMs, durationMs: 36_000, speaker: speaker, speakers: 3,
        turnEndsMs: 12_000 * Int64(speaker + 1))
      return .notice(.event(try Fixture.event(MeetingTick.type, data)))
    }
    #expect(view.reduce(try tick(0, 11_000)).isEmpty && view.elapsedMs == elapsedMs)
    let paused = MeetingAlertPresented(alert: .paused, elapsedMs: 15_000, standup: standup)
    _ = view.reduce(.notice(try Fixture.notice(paused)))
    #expect(view.reduce(try tick(1, 16_000)).isEmpty && view.elapsedMs == 15_000)
    #expect(view.reduce(try tick(2, 24_000)).isEmpty && view.elapsedMs == 15_000)
    let resumed = MeetingAlertDismissed(action: .resume, elapsedMs: 15_000)
    _ = view.reduce(.notice(try Fixture.notice(resumed)))
    #expect(view.reduce(try tick(1, 16_000)).isEmpty && view.elapsedMs == 16_000)
  }

  @Test("A speaker change dings once, however often it is told")
  func speaker() throws {
    var view = view()
    let cy = Fixture.standup().attendees[2]
    let notice = try Fixture.notice(
      MeetingSpeakerChanged(speaker: 2, attendee: cy, elapsedMs: 24_000, cause: .skipped))
    #expect(view.reduce(.notice(notice)) == [.ding, .print([.turn(2, cy)])])
    #expect(view.reduce(.notice(notice)).isEmpty)
    #expect(view.elapsedMs == 24_000)
  }

  @Test("The end of a turn is warned of once, and again where it is put off")
  func warning() throws {
    var standup = Fixture.standup()
    standup.warnMs = 5_000
    var view = view(Fixture.live(elapsedMs: 18_000, speaker: 1, standup: standup))
    let isEnding = Turn(view).isEnding
    #expect(!isEnding)
    let data = MeetingTurnEnding(
      speaker: 1, attendee: standup.attendees[1], elapsedMs: 19_000, leftMs: 5_000)
    let notice = try Fixture.notice(data)
    #expect(view.reduce(.notice(notice)) == [.ding])
    #expect(view.elapsedMs == 19_000 && Turn(view).isEnding)
    #expect(view.reduce(.notice(notice)).isEmpty)
    var longer = Fixture.live(elapsedMs: 19_500, speaker: 1, standup: standup)
    longer.session.warnedMs = 24_000
    let isLonger = longer.session.extendTurn(byMs: 60_000)
    #expect(isLonger && view.reduce(.reread(longer)).isEmpty && !Turn(view).isEnding)
    let again = MeetingTurnEnding(
      speaker: 1, attendee: standup.attendees[1], elapsedMs: 79_000, leftMs: 5_000)
    #expect(view.reduce(.notice(try Fixture.notice(again))) == [.ding])
    // A late tick changes nothing.
    var next = self.view(Fixture.live(elapsedMs: 24_000, speaker: 2, standup: standup))
    #expect(next.reduce(.notice(notice)).isEmpty)
  }

  @Test("A meeting that runs over says by how much")
  func overrun() throws {
    var standup = Fixture.standup()
    standup.mayRunOver = true
    var view = view(Fixture.live(elapsedMs: 35_000, speaker: 2, standup: standup))
    #expect(view.overrunMs == nil)
    let over = try Fixture.notice(MeetingRunningOver(elapsedMs: 36_000, endsMs: 14_436_000))
    #expect(view.reduce(.notice(over)) == [.ding])
    let tick = TickData(
      elapsedMs: 40_000, durationMs: 14_436_000, speaker: 2, speakers: 3, turnEndsMs: 14_436_000)
    #expect(view.reduce(.notice(.event(try Fixture.event(MeetingTick.type, tick)))).isEmpty)
    let text = panel(view, 80).joined(separator: "\n")
    #expect(text.contains("Meeting 0:40 of 0:36, over by 0:04"))
    #expect(view.panel(width: 40, height: 10, ink: Ink(isOn: false))[1].hasPrefix("+0:04"))
  }

  @Test("Without a warning the last fifth of a turn is its end")
  func lastFifth() {
    for (elapsedMs, isEnding) in [(21_500, false), (21_600, true)] as [(Int64, Bool)] {
      #expect(Turn(view(Fixture.live(elapsedMs: elapsedMs, speaker: 1))).isEnding == isEnding)
    }
  }

  @Test(
    "A problem of the signal is shown until the next good guess",
    arguments: [(.quiet, "● recording, very quiet"), (.clipped, "● recording, too loud")]
      as [(SignalProblem, String)])
  func signal(_ problem: SignalProblem, _ text: String) throws {
    var view = view()
    let bad = PartialData(text: "I fix", fromMs: 0, toMs: 1, signal: problem)
    _ = view.reduce(.notice(.event(try Fixture.event(MeetingPartial.type, bad))))
    #expect(panel(view, 80).contains { $0.contains(text) })
    let good = PartialData(text: "I fixed", fromMs: 0, toMs: 2)
    _ = view.reduce(.notice(.event(try Fixture.event(MeetingPartial.type, good))))
    #expect(!panel(view, 80).contains { $0.contains(text) })
  }

  @Test("Everyone sees that voices are recognised, also without a terminal, and that it has ended")
  func voices() throws {
    var view = view()
    let begun = try Fixture.notice(MeetingVoicesRecognised(people: 2))
    #expect(view.reduce(.notice(begun)) == [.print([.voices(2)])])
    #expect(view.reduce(.notice(begun)).isEmpty)
    #expect(panel(view, 80).contains { $0.contains("Voices are recognised: 2 people agreed.") })
    let line = LiveLine.voices(2).rows(in: view, width: 200, ink: off).joined(separator: " ")
    #expect(line.contains("nothing about them is kept"))
    let ended = try Fixture.notice(MeetingVoicesRecognised(people: 0))
    #expect(view.reduce(.notice(ended)) == [.print([.voices(0)])])
    #expect(!panel(view, 80).contains { $0.contains("Voices") })
  }

  @Test("A line whose voice is recognised later is printed again, once")
  func reassignedLine() throws {
    var view = view()
    var segment = Fixture.segment(0, "I fixed it.")
    _ = view.reduce(.notice(try Fixture.notice(MeetingSegment(segment: segment))))
    let was = segment.attendee
    (segment.attendee, segment.speaker, segment.voice) = (
      view.standup.attendees[1].id, view.standup.attendees[1].name, .recognised
    )
    let notice = try Fixture.notice(MeetingLineReassigned(segment: segment, was: was))
    #expect(view.reduce(.notice(notice)) == [.print([.reassigned(segment)])])
    #expect(view.reduce(.notice(notice)).isEmpty)
    let rows = LiveLine.reassigned(segment).rows(in: view, width: 80, ink: off)
    #expect(rows == ["  ⇄ \(segment.speaker) said: I fixed it."])
  }

  @Test("A line whose speaker is uncertain is marked")
  func doubtfulLine() {
    var segment = Fixture.segment(0, "I fixed it.")
    segment.voice = .doubtful
    let rows = LiveLine.said(segment).rows(in: view(), width: 80, ink: off)
    #expect(rows.first?.contains("?: I fixed it.") == true)
  }

  @Test("A segment is printed once, and takes the place of the partial words")
  func segments() throws {
    var view = view()
    let partial = PartialData(text: "I fix", fromMs: 0, toMs: 1)
    _ = view.reduce(.notice(.event(try Fixture.event(MeetingPartial.type, partial))))
    #expect(view.guesses.all.map(\.text) == ["I fix"])
    let segment = Fixture.segment(0, "I fixed it.")
    let notice = try Fixture.notice(MeetingSegment(segment: segment))
    #expect(view.reduce(.notice(notice)) == [.print([.said(segment)])])
    #expect(view.guesses.isEmpty)
    let second = Fixture.segment(1, "Me too.")
    let live = Fixture.live(
      elapsedMs: 14_000, speaker: 1, isRecording: true, segments: [segment, second])
    #expect(view.reduce(.reread(live)) == [.print([.said(second)])])
    #expect(view.reduce(.reread(live)).isEmpty)
  }

  @Test("A gap reads the state again; what came in between is made up for")
  func gap() {
    var view = view()
    #expect(view.reduce(.notice(.gap)) == [.reread])
    _ = view.reduce(.reread(Fixture.live(elapsedMs: 20_000, speaker: 1, alert: .speechDenied)))
    #expect(view.alert == .speechDenied)
    #expect(view.elapsedMs == 20_000)
  }

  @Test("What was erased says nothing, but that a meeting was discarded")
  func erased() throws {
    for (type, effects) in [
      (MeetingSegment.type, []), (MeetingFinished.type, []),
      (MeetingDiscardedEvent.type, [.reread]),
    ] as [(String, [LiveView.Effect])] {
      var view = view()
      let event = try Fixture.event(type, ["erased": true])
      #expect(view.reduce(.notice(.event(event))) == effects)
      #expect(view.ending == nil)
    }
  }

  @Test("Keys ask for the next speaker and the end, once until they are answered")
  func keys() {
    var view = view()
    #expect(view.reduce(.key(.character("n"))) == [.next(from: 1)])
    #expect(view.reduce(.key(.character("n"))).isEmpty)
    _ = view.reduce(.reread(Fixture.live(elapsedMs: 24_000, speaker: 2, isRecording: true)))
    #expect(view.reduce(.key(.character("e"))) == [.end])
    #expect(view.reduce(.key(.character("q"))) == [.stop])
    #expect(view.ending == .left)
  }

  @Test(
    "Only the keys of the open alert answer it",
    arguments: [
      ("1", MeetingSession.AlertAction.saveAndEnd), ("s", .saveAndEnd), ("2", .resume),
      ("r", .resume),
      ("3", nil), ("d", nil), ("n", nil),
    ] as [(String, MeetingSession.AlertAction?)])
  func alertKeys(key: String, action: MeetingSession.AlertAction?) {
    var view = view(Fixture.live(alert: .endMeeting(isDiscardable: false)))
    let effects = view.reduce(.key(.character(Character(key))))
    #expect(effects == (action.map { [.answer($0)] } ?? []))
  }

  @Test("Every answer of every alert has its own key")
  func distinctKeys() {
    let alerts: [MeetingSession.Alert] = [
      .speechAuthorization, .speechDenied, .speechRestricted(reason: ""),
      .endMeeting(isDiscardable: true), .speechFailed(reason: ""),
    ]
    for alert in alerts {
      let answers = AlertKeys(alert).answers
      #expect(answers.map(\.action) == alert.actions)
      #expect(Set(answers.compactMap(\.letter)).count == answers.count)
      #expect(!answers.contains { $0.letter == "q" })
    }
  }

  @Test("--yes-record answers at once, and nothing else for the person")
  func automatic() {
    let automatic = AutomaticAnswers(allowsRecording: true)
    var view = LiveView(Fixture.live(alert: .speechAuthorization), automatic: automatic)
    #expect(view.begin(Fixture.live(alert: .speechAuthorization)) == [.answer(.allow)])
    #expect(
      view.reduce(.answered(.live(Fixture.live(isRecording: true)))) == [
        .print([.turn(0, Fixture.standup().attendees[0])]), .startAudio,
      ])
    // A person has denied it, and only a person may change that.
    #expect(automatic.answer(to: .speechDenied) == nil)
    #expect(automatic.answer(to: .endMeeting(isDiscardable: true)) == nil)
    #expect(AutomaticAnswers().answer(to: .speechAuthorization) == nil)
  }

  @Test("Recording is shown while words are heard, and what listens here stops when forbidden")
  func sound() throws {
    var view = LiveView(Fixture.live(isRecording: true))
    _ = view.begin(Fixture.live(isRecording: true))
    func title() -> String { view.panel(width: 80, ink: off)[0] }
    #expect(title().contains("○ no sound"))
    // The sent audio may be silent: a silent file, or a stalled pipe.
    view.audio = .sending
    #expect(title().contains("○ no sound"))
    _ = view.reduce(.notice(try Fixture.notice(MeetingSegment(segment: Fixture.segment(0, "Hi.")))))
    #expect(title().contains("● recording"))
    for _ in 0..<29 { _ = view.reduce(.second) }
    _ = view.reduce(.notice(.beat(JournalHead(epoch: "e1", head: 1))))
    #expect(title().contains("● recording"))
    _ = view.reduce(.second)
    #expect(title().contains("○ no sound"))
    _ = view.reduce(
      .notice(
        .event(
          try Fixture.event(
            MeetingPartial.type, PartialData(text: "So", fromMs: 0, toMs: 900)))))
    #expect(title().contains("● recording"))
    let effects = view.reduce(
      .notice(try Fixture.notice(MeetingRecordingStopped(elapsedMs: 5_000))))
    #expect(effects == [.stopAudio])
    #expect(title().contains("not recorded"))
    #expect(view.panel(width: 80, ink: off).contains { $0.contains("no longer allowed") })
    // A viewer that only reads the meeting again sees it, too.
    view = LiveView(Fixture.live(isRecording: true))
    _ = view.begin(Fixture.live(isRecording: true))
    #expect(view.reduce(.reread(Fixture.live())) == [.stopAudio])
  }

  @Test(
    "Whoever opens the view later is shown the same as everybody else",
    arguments: [(31_000, "● recording"), (30_000, "○ no sound")])
  func soundOfALateViewer(untilMs: Int64, state: String) {
    var live = Fixture.live(elapsedMs: 60_000, isRecording: true)
    live.session.floor = [
      .init(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)
    ]
    live.session.heard = .init(stream: "s", untilMs: untilMs)
    #expect(panel(view(live), 80)[0].contains(state))
  }

  @Test("A turn that has just begun ends only when its speaker is meant")
  func pressedTogether() throws {
    var view = view(Fixture.live(isRecording: true))
    let bob = Fixture.standup().attendees[1]
    let change = MeetingSpeakerChanged(
      speaker: 1, attendee: bob, elapsedMs: 12_000, cause: .skipped)
    for key in ["n", "l"] as [Character] {
      view = self.view(Fixture.live(isRecording: true))
      _ = view.reduce(.notice(try Fixture.notice(change)))
      // Another viewer was faster, and this key was meant for Ann.
      #expect(view.reduce(.key(.character(key))).isEmpty)
      #expect(panel(view, 80).contains { $0.contains("Bob has just started") })
      let effect: LiveView.Effect = key == "n" ? .next(from: 1) : .postpone(from: 1)
      #expect(view.reduce(.key(.character(key))) == [effect])
    }
    view = self.view(Fixture.live(isRecording: true))
    _ = view.reduce(.notice(try Fixture.notice(change)))
    for _ in 0..<2 { _ = view.reduce(.second) }
    #expect(view.reduce(.key(.character("n"))) == [.next(from: 1)])
  }

  @Test("What is asked before anybody speaks is printed with the way to answer it")
  func askedFirst() {
    let alert = MeetingSession.Alert.speechRestricted(reason: "There is no engine.")
    let automatic = AutomaticAnswers(allowsRecording: true)
    var view = LiveView(Fixture.live(alert: alert), automatic: automatic)
    #expect(view.begin(Fixture.live(alert: alert)) == [.print([.asked(alert)])])
    let text = LiveLine.asked(alert).rows(in: view, width: 1000, ink: off).joined()
    #expect(text.contains("There is no engine."))
    #expect(
      text.hasSuffix(
        "Answers: continue-without-recording, cancel"
          + " (standups answer \(Fixture.standup().id.description.prefix(8)) ANSWER)."))
    #expect(
      view.reduce(.answered(.live(Fixture.live()))) == [
        .print([.turn(0, Fixture.standup().attendees[0])])
      ])
  }

  @Test(
    "What is asked has a stop between its title and its message",
    arguments: [
      (.speechAuthorization, "Record this meeting? Standups can write"),
      (.speechDenied, "Recording is off for this standup. You can meet"),
      (.speechFailed(reason: "It ended."), "Speech recognition failed. It ended. The transcript"),
      (.endMeeting(isDiscardable: true), "End meeting? Someone asked"),
    ] as [(MeetingSession.Alert, String)])
  func stop(alert: MeetingSession.Alert, beginning: String) {
    let view = LiveView(Fixture.live(alert: alert), automatic: AutomaticAnswers())
    let text = LiveLine.asked(alert).rows(in: view, width: 1000, ink: off).joined()
    #expect(text.hasPrefix("? \(beginning)"))
    #expect(LiveVerbs.lines(Fixture.live(alert: alert))[1].hasPrefix(beginning))
  }

  @Test("Audio starts when recording does, and once")
  func audio() throws {
    var view = view(Fixture.live(alert: .speechAuthorization))
    let started = try Fixture.notice(
      MeetingStarted(standup: Fixture.standup(), isRecording: true))
    #expect(
      view.reduce(.notice(started)) == [
        .print([.turn(0, Fixture.standup().attendees[0])]), .startAudio,
      ])
    #expect(view.reduce(.notice(started)).isEmpty)
    #expect(view.reduce(.reread(Fixture.live(isRecording: true))).isEmpty)
  }

  @Test("A meeting is discarded by the second press only")
  func discarding() {
    let alert = MeetingSession.Alert.endMeeting(isDiscardable: true)
    var view = view(Fixture.live(alert: alert))
    #expect(view.reduce(.key(.character("2"))).isEmpty)
    #expect(panel(view, 100).contains { $0.contains("Press again to discard") })
    // Another answer needs no second press, and a new question starts over.
    #expect(view.reduce(.key(.character("1"))) == [.answer(.saveAndEnd)])
    view = self.view(Fixture.live(alert: alert))
    _ = view.reduce(.key(.character("d")))
    #expect(view.reduce(.key(.character("d"))) == [.answer(.discard)])
    view = self.view(Fixture.live(alert: alert))
    _ = view.reduce(.key(.character("2")))
    (view.alert, view.alert) = (nil, alert)
    #expect(view.reduce(.key(.character("2"))).isEmpty)
  }

  @Test("The end comes from the event, from an answer, or from looking for it")
  func endings() throws {
    var view = view()
    #expect(
      view.reduce(.notice(try Fixture.notice(Fixture.finished))) == [
        .stop
      ])
    #expect(view.ending == .finished(Fixture.meeting()))
    view = self.view()
    #expect(view.reduce(.answered(.discarded)) == [.stop])
    #expect(view.ending == .discarded)
    view = self.view()
    _ = view.reduce(.gone(nil))
    #expect(view.ending == .discarded)
    #expect(view.reduce(.key(.character("n"))).isEmpty)
  }

  @Test("What is refused is said, and a conflict looks again")
  func refused() {
    var view = view()
    _ = view.reduce(.key(.character("n")))
    let conflict = Failure(.data, code: "conflict", "There is a question open.")
    #expect(view.reduce(.failed(conflict)) == [.reread])
    #expect(panel(view, 80).contains("There is a question open."))
    #expect(view.reduce(.key(.character("e"))) == [.end])
  }

  @Test("Speech that failed, or an alert that was answered, changes what is shown")
  func speechFailed() throws {
    var view = view()
    _ = view.reduce(.notice(try Fixture.notice(MeetingSpeechFailed(reason: "x"))))
    #expect(panel(view, 80)[0].hasSuffix("not recorded "))
    let dismissed = try Fixture.notice(MeetingAlertDismissed(action: .resume, elapsedMs: 15_000))
    #expect(view.reduce(.notice(dismissed)) == [.print([.decided(.resume)]), .reread])
  }

  @Test("The floor’s log says how much real time passed, pauses included")
  func realTime() {
    var live = Fixture.live(elapsedMs: 20_000)
    #expect(live.realMs == 20_000)
    live.session.floor = [
      .init(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true),
      .init(sinceMs: 18_000, elapsedMs: 12_000, speakerIndex: 1, isRunning: true),
    ]
    #expect(live.realMs == 26_000)
    live.session.floor.append(
      .init(sinceMs: 26_000, elapsedMs: 20_000, speakerIndex: 1, isRunning: false))
    #expect(live.realMs == 26_000)
  }
}
