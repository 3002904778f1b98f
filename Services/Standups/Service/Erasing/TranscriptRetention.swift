import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Words that are erased after a time: the retention period, which is a setting of the service and may be
/// shorter for a team, and for discarded meetings at most `DiscardedMeeting.days`.
enum RetainedWords: Hashable, Sendable {
  case discarded, transcripts, updates
  /// Transcripts of a team with a shorter retention.
  case ofTeam(String)

  /// The words that are searched for hourly; the search for discarded meetings starts those of teams.
  static let hourly: [RetainedWords] = [.discarded, .transcripts, .updates]

  var collection: String {
    switch self {
    case .transcripts, .ofTeam: Collection.meetings
    case .updates: Collection.updates
    case .discarded: Collection.discarded
    }
  }

  /// Time from the start of the service to the first search, in milliseconds. Discarded meetings are also
  /// searched for without a retention period, and the start needs no other search.
  var firstSearchMs: Int {
    switch self {
    case .transcripts, .updates, .ofTeam: 0
    case .discarded: 60_000
    }
  }

  /// Maximum number of documents that are read at once.
  var pageSize: Int {
    switch self {
    case .transcripts, .ofTeam: 200
    case .updates, .discarded: 20
    }
  }
}

/// Erasure of words past their retention period.
extension StandupsReduction {
  /// Interval between searches, in milliseconds.
  private static let forgetEveryMs = 3_600_000

  /// Looks for words past their retention period, and schedules the next search in an hour.
  mutating func forgetDue(_ words: RetainedWords, after: String?) {
    guard !state.isDraining, isDue(words, after: after) else { return }
    if after == nil, RetainedWords.hourly.contains(words) {
      effects.append(.wait(ms: Self.forgetEveryMs, then: .forgetDue(words, after: nil)))
    }
    if after == nil, words == .discarded { forgetOfTeams() }
    receive(Waiting(caller: nil, command: .findOld(words, after: after), header: nil))
  }

  private func isDue(_ words: RetainedWords, after: String?) -> Bool {
    switch words {
    case .discarded: true
    case .transcripts: reducer.transcriptDays != nil
    // The search for discarded meetings starts that for the updates of teams.
    case .updates: (after == nil ? reducer.transcriptDays : shortestDays) != nil
    case .ofTeam(let team): isShorter(team)
    }
  }

  mutating func findOld(_ operation: Operation, _ words: RetainedWords, after: String?) {
    let teams: [String]? = if case .ofTeam(let team) = words { [team] } else { nil }
    step(operation.id, .loading(.old))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: words.collection, teams: teams, after: after, limit: words.pageSize,
          slots: here)))
  }

  /// Requests the erasure of words on this page that are too old. The oldest meetings come first,
  /// so the search ends at the first one that is recent.
  ///
  /// - Parameter team: the team whose retention applies; nil for that of the installation.
  mutating func foundOld(_ operation: Operation, _ page: DocumentPage, of team: String? = nil) {
    guard let oldest = oldestWords(of: team) else { return finish(operation.id, .success(.done)) }
    let old = meetings(in: page.documents).filter { $0.date < oldest }
    let parents = Dictionary(
      page.documents.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
    let worded = old.filter(\.hasWords).compactMap { meeting in
      parents[meeting.id.description]?.flatMap { Standup.ID($0) }
        .map { DeleteMeeting(standup: $0, meeting: meeting.id) }
    }
    finish(operation.id, .success(.done))
    if !worded.isEmpty {
      receive(Waiting(caller: nil, command: .forgetWords(worded), header: nil))
    }
    if let next = page.next, let last = page.documents.last?.sortKey,
      Double(last) < oldest.timeIntervalSince1970 * 1000
    {
      let words = team.map(RetainedWords.ofTeam) ?? .transcripts
      effects.append(.wait(ms: 1000, then: .forgetDue(words, after: next)))
    }
  }

  /// Start of the oldest meeting whose words a team retains now; nil without a limit.
  private func oldestWords(of team: String?) -> Date? {
    transcriptDays(of: team).map { reducer.date().addingTimeInterval(-86_400 * Double($0)) }
  }

  /// Reads the meetings again, now that no other command changes their standups.
  mutating func forgetWords(_ operation: Operation, _ meetings: [DeleteMeeting]) throws {
    step(operation.id, .loading(.old))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, ids: meetings.map(\.meeting.description))))
  }

  /// Erases the words of these meetings, unless they have moved to a team that retains them longer, or
  /// their team does since. The next search finds meetings that do not fit in the commit, and those that
  /// a file that is being imported may contain.
  mutating func foundWords(
    _ operation: Operation, _ wanted: [DeleteMeeting], _ page: DocumentPage
  ) throws {
    let standups = Dictionary(
      wanted.map { ($0.meeting, $0.standup) }, uniquingKeysWith: { first, _ in first })
    var decision = Decision([], reply: .done)
    var bytes = 0
    for (document, meeting) in page.documents.flatMap({ document in
      meetings(in: [document]).map { (document, $0) }
    }) {
      guard let standup = standups[meeting.id], document.parent == standup.description,
        let oldest = oldestWords(of: document.team), meeting.date < oldest, meeting.hasWords,
        bytes < Self.maxRewritten,
        !isImporting(document.team ?? TeamScope.defaultTeam)
      else { continue }
      let left = meeting.withoutWords
      bytes += left.committedBytes
      if let team = document.team { decision.noteTeams(of: [standup: team]) }
      decision.changes += [.putMeeting(left, of: standup)]
      decision.changes += Change.laterParts(of: meeting.id, meeting.parts ?? 1)
      decision.changes += Change.lostFollowUps(of: meeting, left: left)
      decision.changes += [.erase(Erasure(meeting: meeting.id))]
      decision.events.append(
        try erased(meeting.id, of: standup, .age, left: left, operation))
    }
    guard !decision.changes.isEmpty else { return finish(operation.id, .success(.done)) }
    log(
      .info, "Erasing transcripts past their retention period (meetings: \(decision.events.count))."
    )
    try decide(operation, decision)
  }
}
