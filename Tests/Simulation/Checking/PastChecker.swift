#if DEBUG || SIMULATION
  import Bus
  import Documents
  import Foundation
  import Standups
  import StandupsAPI

  /// Reads the journal as it grows, and knows from it which past meetings exist, with which words and updates, and which
  /// updates wait. At the end, it compares this with the saved documents, and with the commands of clients and services.
  struct PastChecker: Sendable {
    /// A meeting that was saved or discarded, or is live.
    struct Talk: Sendable {
      var standup: String
      /// Texts of the lines so far, each of which is unique in a run.
      var words: [String] = []
      /// Updates that a past meeting saved, which wait again if its end is undone.
      var updates: [String: Int64] = [:]
      /// Time at which its last end became durable, in milliseconds since the start.
      var endedMs: Int64?
      var isLive = true
    }

    private(set) var talks: [String: Talk] = [:]
    /// The past meetings of each standup.
    private(set) var past: [String: [String: Meeting]] = [:]
    /// The times of the updates that wait in each standup, by the ids of their attendees.
    private(set) var waiting: [String: [String: Int64]] = [:]
    /// Number of past meetings without speech, by standup and date.
    private var written: [String: Int] = [:]
    /// The number of events of each type, by the id of the command from which they result.
    private(set) var effects: [String: [String: Int]] = [:]
    private(set) var findings: [Finding] = []
    private var nowMs: Int64 = 0

    init() {}

    private mutating func found(_ invariant: Invariant, _ details: String) {
      findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
    }

    // MARK: The journal

    /// Applies the next event of the journal.
    ///
    /// - Parameter nowMs: time at which the event became durable, in milliseconds since the start.
    mutating func take(_ event: JournalEvent, nowMs: Int64) {
      self.nowMs = nowMs
      let type = event.event.labels.type
      if let correlation = event.correlation {
        effects[correlation, default: [:]][type, default: 0] += 1
      }
      do {
        try read(event.event)
      } catch {
        found(.journalIsWhole, "An event of the type \(type) cannot be read: \(error)")
      }
    }

    private mutating func read(_ event: NewEvent) throws {
      let standup = event.labels.standup ?? ""
      let meeting = event.labels.meeting ?? ""
      switch event.labels.type {
      case StandupDeleted.type: (past[standup], waiting[standup]) = (nil, nil)
      case StandupUpdated.type:
        if let deleted = try event.data.decode(as: StandupUpdated.self).deletedMeeting {
          past[standup]?["\(deleted)"] = nil
        }
      case MeetingStarted.type: talks[meeting, default: Talk(standup: standup)].isLive = true
      case MeetingSegment.type:
        said(try event.data.decode(as: MeetingSegment.self).segment.text, in: meeting, standup)
      case UpdateWritten.type:
        let update = try event.data.decode(as: UpdateWritten.self)
        // Its text would survive the erasure of the meeting.
        if (update.text == nil) != (event.labels.meeting == nil) {
          found(.updatesAppearOnce, "The text of an update is in the journal without a meeting.")
        }
        waiting[standup, default: [:]]["\(update.attendee.id)"] = update.atMs
      case UpdateRemoved.type:
        let attendee = try event.data.decode(as: UpdateRemoved.self).attendee
        if waiting[standup]?.removeValue(forKey: "\(attendee)") == nil {
          found(.doneOnce, "An update was removed that does not exist: \(attendee).")
        }
      case MeetingFinished.type:
        finished(try event.data.decode(as: MeetingFinished.self).meeting, meeting, standup)
      case MeetingDiscardedEvent.type: end(meeting, standup)
      case MeetingReopened.type:
        reopened(try event.data.decode(as: MeetingReopened.self).kind, meeting, standup)
      default: break
      }
    }

    private mutating func said(_ text: String, in meeting: String, _ standup: String) {
      if talks.contains(where: { $0.value.words.contains(text) }) {
        found(.wordsAreKept, "The line “\(text)” is in the journal twice.")
      }
      talks[meeting, default: Talk(standup: standup)].words.append(text)
    }

    private mutating func end(_ meeting: String, _ standup: String) {
      talks[meeting, default: Talk(standup: standup)].isLive = false
      talks[meeting]?.endedMs = nowMs
    }

    private mutating func finished(_ past: Meeting, _ meeting: String, _ standup: String) {
      if self.past.values.contains(where: { $0[meeting] != nil }) {
        found(.pastMeetingsAgree, "The meeting \(meeting) became a past meeting twice.")
      }
      let words = talks[meeting]?.words ?? []
      if past.segments.map(\.text).sorted() != words.sorted() {
        found(
          .wordsAreKept,
          "The meeting \(meeting) was saved with the lines \(past.segments.map(\.text)) of \(words)."
        )
      }
      let updates = Self.times(of: past.updates ?? [])
      if updates.count != past.updates?.count ?? 0 || updates != waiting[standup] ?? [:] {
        found(
          .updatesAppearOnce,
          "The meeting \(meeting) was saved with the updates \(updates) of \(waiting[standup] ?? [:])."
        )
      }
      end(meeting, standup)
      talks[meeting]?.updates = updates
      waiting[standup] = nil
      self.past[standup, default: [:]][meeting] = past
      if past.ending == .written { written["\(standup)/\(past.ms)", default: 0] += 1 }
    }

    private mutating func reopened(
      _ kind: MeetingSession.Ended.Kind, _ meeting: String, _ standup: String
    ) {
      if talks[meeting]?.isLive != false {
        found(.meetingsContinue, "A meeting was continued that had not ended: \(meeting).")
      }
      talks[meeting]?.isLive = true
      guard kind == .saved else { return }
      if past[standup]?.removeValue(forKey: meeting) == nil {
        found(.pastMeetingsAgree, "The end of \(meeting) was undone, which is no past meeting.")
      }
      if waiting[standup]?.isEmpty == false {
        found(.updatesAppearOnce, "An end was undone although updates wait for the next meeting.")
      }
      waiting[standup] = talks[meeting]?.updates
    }

    private static func times(of updates: [WrittenUpdate]) -> [String: Int64] {
      Dictionary(
        updates.map { ("\($0.attendee.id)", $0.atMs) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: The end

    /// Contradictions between the journal, the saved documents, and what clients and services did.
    ///
    /// - Parameter documents: returns the documents of a collection.
    func findings(
      _ documents: (String) -> [Document], _ history: History,
      spoken: [String: Cluster.SpokenLine] = [:], written ends: [String: Cluster.WrittenEnd] = [:],
      atMs nowMs: Int64
    ) throws -> [Finding] {
      var findings: [Finding] = []
      func found(_ invariant: Invariant, _ details: String) {
        findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
      }
      for (id, line) in spoken.sorted(by: { $0.key < $1.key }) where isMissing(id, line) {
        found(.wordsAreKept, "The line “\(id)” was accepted, and is not in the journal.")
      }
      for (key, end) in ends.sorted(by: { $0.key < $1.key }) {
        let count = written["\(end.standup)/\(end.atMs)"] ?? 0
        if count > 1 || end.meetings.count > 1 {
          found(
            .doneOnce, "“\(key)” has \(count) past meetings, and \(end.meetings.count) replies.")
        }
        if count == 0, !end.meetings.isEmpty {
          found(.acknowledgedIsKept, "“\(key)” was acknowledged, and has no past meeting.")
        }
      }
      var saved: [String: [String: Meeting]] = [:]
      for document in documents("meetings") {
        let meeting = try document.body.decode(as: Meeting.self)
        saved[document.parent ?? "", default: [:]][document.id] = meeting
      }
      for (standup, known) in past where saved[standup] ?? [:] != known {
        // Only a follow-up that is done changes a past meeting.
        let unlike = Self.differences(known, saved[standup] ?? [:])
        if !unlike.isEmpty {
          found(.pastMeetingsAgree, "The past meetings \(unlike) of \(standup) differ.")
        }
      }
      for (standup, meetings) in saved.sorted(by: { $0.key < $1.key }) {
        let lost = meetings.keys.filter { past[standup]?[$0] == nil }.sorted()
        if !lost.isEmpty {
          found(.pastMeetingsAgree, "The meetings \(lost) of \(standup) are not in the journal.")
        }
      }
      var pending: [String: [WrittenUpdate]] = [:]
      for document in documents("updates") {
        pending[document.id] = try document.body.decode(as: PendingUpdates.self).updates
      }
      for standup in Set(pending.keys).union(waiting.keys).sorted() {
        let updates = Self.times(of: pending[standup] ?? [])
        if updates != waiting[standup] ?? [:] {
          found(
            .updatesAppearOnce,
            "In \(standup), the updates \(updates) wait, those of the journal are"
              + " \(waiting[standup] ?? [:]).")
        }
      }
      for document in documents("standups") {
        let summary = try document.body.decode(as: StandupSummary.self)
        let known = past[document.id] ?? [:]
        let last = summary.lastMeeting.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
        if summary.meetings != known.count || last != known.values.map(\.ms).max()
          || summary.updates ?? 0 != waiting[document.id]?.count ?? 0
        {
          found(
            .pastMeetingsAgree,
            "The standup \(document.id) counts \(summary.meetings) past meetings, the last at"
              + " \(last ?? 0), and \(summary.updates ?? 0) updates; expected \(known.count), at"
              + " \(known.values.map(\.ms).max() ?? 0), and \(waiting[document.id]?.count ?? 0).")
        }
      }
      findings += textFindings(pending, history, atMs: nowMs)
      return findings
    }

    /// True if a line is not in the journal, although it was accepted while the meeting was live, or while its last end
    /// could be undone and was undone later.
    private func isMissing(_ text: String, _ line: Cluster.SpokenLine) -> Bool {
      guard let talk = talks[line.meeting], let endedMs = talk.endedMs,
        let answeredMs = line.answeredMs, answeredMs < endedMs
      else { return false }
      return !talk.words.contains(text)
    }

    /// Checks that each written update is in one place, with the text that its client sent for this standup.
    private func textFindings(
      _ pending: [String: [WrittenUpdate]], _ history: History, atMs nowMs: Int64
    ) -> [Finding] {
      var findings: [Finding] = []
      var sent: [String: String] = [:]
      for entry in history.entries {
        if case .write(let standup, let text) = entry.what { sent[text] = standup }
      }
      var places: [String: Int] = [:]
      let all =
        pending.map { ($0.key, $0.value) }
        + past.flatMap { standup in standup.value.map { (standup.key, $0.value.updates ?? []) } }
      for (standup, updates) in all {
        for update in updates {
          places[update.text, default: 0] += 1
          if sent[update.text] != standup {
            findings.append(
              Finding(
                invariant: .updatesAppearOnce,
                details: "The update “\(update.text)” of \(standup) was not sent to it.",
                atMs: nowMs))
          }
        }
      }
      for (text, count) in places.sorted(by: { $0.key < $1.key }) where count > 1 {
        findings.append(
          Finding(
            invariant: .updatesAppearOnce, details: "The update “\(text)” is in \(count) places.",
            atMs: nowMs))
      }
      return findings
    }

    /// Ids of the meetings that differ, apart from their follow-ups.
    private static func differences(
      _ known: [String: Meeting], _ saved: [String: Meeting]
    ) -> [String] {
      known.keys.filter { id in
        var (one, other) = (known[id], saved[id])
        one?.notes = nil
        other?.notes = nil
        return one != other
      }.sorted()
    }
  }

  // MARK: Figures

  extension PastChecker {
    /// Figures of an attendee, added up from the past meetings of the journal.
    private struct Sums: Equatable {
      var present = 0
      var late = 0
      var absent = 0
      var spoke = 0
      var spokenMs: Int64 = 0
    }

    /// The contradictions between the figures of a standup and the journal.
    func findings(
      _ stats: GetMeetingStats.Reply, of standup: String, atMs nowMs: Int64
    ) -> [Finding] {
      let meetings = (past[standup] ?? [:]).values
      var differences: [String] = []
      let known = Dictionary(uniqueKeysWithValues: meetings.map { ($0.id, $0) })
      let listed = stats.meetings.map(\.id)
      if listed.count != known.count || Set(listed) != Set(known.keys) {
        differences.append("the meetings are \(listed)")
      }
      if stats.meetings.map(\.date) != stats.meetings.map(\.date).sorted(by: >) {
        differences.append("the newest meeting is not the first")
      }
      for figures in stats.meetings {
        guard let meeting = known[figures.id] else { continue }
        let isCounted = meeting.attendees != nil && meeting.absent != nil
        let absent = Set((meeting.absent ?? []).map(\.id))
        let here = Set((meeting.attendees ?? []).map(\.id)).subtracting(absent)
        let late = here.intersection(meeting.late ?? [])
        let expected = [
          meeting.durationMs, meeting.plannedMs, meeting.pausedMs,
          isCounted ? Int64(here.count) : nil, isCounted ? Int64(late.count) : nil,
          isCounted ? Int64(absent.count) : nil,
        ]
        let told = [
          figures.durationMs, figures.plannedMs, figures.pausedMs,
          figures.present.map { Int64($0) }, figures.late.map { Int64($0) },
          figures.absent.map { Int64($0) },
        ]
        if expected != told { differences.append("\(figures.id): \(told), expected \(expected)") }
      }
      let sums = sums(of: meetings)
      for figures in stats.attendees {
        let told = Sums(
          present: figures.present, late: figures.late, absent: figures.absent,
          spoke: figures.spoke, spokenMs: figures.spokenMs)
        let expected = sums["\(figures.id)"] ?? Sums()
        if told != expected { differences.append("\(figures.name): \(told), expected \(expected)") }
      }
      let missing = Set(sums.keys).subtracting(stats.attendees.map { "\($0.id)" }).sorted()
      if !missing.isEmpty { differences.append("there are no figures of \(missing)") }
      let durationMs = meetings.reduce(0) { $0 + ($1.durationMs ?? 0) }
      if stats.weeks.reduce(0, { $0 + $1.durationMs }) != durationMs
        || stats.weeks.reduce(0, { $0 + $1.meetings }) != meetings.count
        || stats.weeks.reduce(0, { $0 + $1.spokenMs })
          != sums.values.reduce(0, { $0 + $1.spokenMs })
      {
        differences.append("the weeks have other sums")
      }
      return differences.map {
        Finding(
          invariant: .figuresAgree, details: "In the figures of \(standup), \($0).", atMs: nowMs)
      }
    }

    private func sums(of meetings: some Sequence<Meeting>) -> [String: Sums] {
      var sums: [String: Sums] = [:]
      for meeting in meetings {
        let attendees = Set((meeting.attendees ?? []).map(\.id))
        let absent = Set((meeting.absent ?? []).map(\.id))
        for id in attendees.union(absent) {
          var sum = sums["\(id)"] ?? Sums()
          if meeting.attendees != nil, meeting.absent != nil {
            let isHere = !absent.contains(id)
            sum.present += isHere ? 1 : 0
            sum.absent += isHere ? 0 : 1
            sum.late += isHere && meeting.late?.contains(id) == true ? 1 : 0
          }
          if let turns = meeting.turns?.filter({ $0.attendee == id }), !turns.isEmpty {
            sum.spoke += 1
            sum.spokenMs += turns.reduce(0) { $0 + $1.toMs - $1.fromMs }
          }
          sums["\(id)"] = sum
        }
      }
      return sums
    }
  }

  extension Meeting {
    /// Its date, in milliseconds since 1970-01-01 UTC.
    fileprivate var ms: Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }
  }
#endif
