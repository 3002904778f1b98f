import Documents
import FastJSON
import Standups
import StandupsAPI

/// The list of standups, page by page.
extension StandupsReduction {
  mutating func list(_ operation: Operation, _ command: ListStandups) throws {
    let limit = try Self.limit(command.limit, from: 1, default: 1000)
    try DocumentCursor.check(command.after)
    let key = ListPages.Key(after: command.after, limit: limit, teams: scope.teams)
    if let page = state.pages[key] { return finish(operation.id, .success(.list(live(page)))) }
    step(operation.id, .loading(.list(key, revision: state.pages.revision)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.standups, teams: key.teams, after: key.after, limit: limit,
          slots: here)))
  }

  /// Builds a page of the list from the saved documents, which have the form of a list's elements.
  mutating func listed(
    _ operation: Operation, _ key: ListPages.Key, _ revision: Int, _ loaded: DocumentPage
  ) {
    var page = ListedStandups(next: loaded.next, elsewhere: elsewhere)
    var isComplete = true
    for document in loaded.documents {
      do {
        let id = try document.value(as: StandupSummary.self).id
        page.standups.append(.init(id: id, summary: document.body))
      } catch {
        isComplete = false
        note(unreadable: document, error)
      }
    }
    // A standup that becomes readable again would be missing from a kept page.
    if isComplete { state.pages.keep(page, for: key, asked: revision) }
    finish(operation.id, .success(.list(live(page))))
  }

  /// Adds the live meetings to a page, because these are not saved with the standups.
  private func live(_ page: ListedStandups) -> ListedStandups {
    guard !state.saved.live.isEmpty else { return page }
    var page = page
    for index in page.standups.indices {
      page.standups[index].live = state.saved.live[page.standups[index].id]
    }
    return page
  }
}

/// Pages of the list that were read recently. A changed standup is replaced in them; a new or deleted one only
/// invalidates the pages to which it belongs.
struct ListPages: Hashable, Sendable {
  /// Maximum size of all pages, in bytes.
  private static let maxBytes = 4 << 20

  struct Key: Hashable {
    var after: String?
    var limit: Int
    /// Nil for all teams.
    var teams: [String]?
  }

  private var pages: [Key: ListedStandups] = [:]
  private var bytes = 0
  /// Number of changes: a page that was requested before a change may be outdated.
  private(set) var revision = 0

  subscript(key: Key) -> ListedStandups? { pages[key] }

  /// Keeps a page, without live meetings.
  ///
  /// - Parameter asked: the revision at the time of the request.
  mutating func keep(_ page: ListedStandups, for key: Key, asked: Int) {
    guard asked == revision else { return }
    let size = Self.size(page)
    if bytes + size > Self.maxBytes { forget() }
    guard size <= Self.maxBytes, pages.updateValue(page, forKey: key) == nil else { return }
    bytes += size
  }

  private static func size(_ page: ListedStandups) -> Int {
    page.standups.reduce(200) { $0 + $1.summary.count + 64 }
  }

  /// Follows a durable change. A change of no standup has no effect.
  mutating func apply(_ change: Change) {
    guard let standup = change.standup else { return }
    revision += 1
    guard !pages.isEmpty else { return }
    switch change {
    case .putStandup(let record):
      replace(record)
    case .addStandup(let record):
      // A new standup is the last one of the lists of its team, unless a later one was saved before it.
      drop { key, page in
        let last = page.next.flatMap { DocumentCursor($0)?.sortKey } ?? .max
        return last >= record.sortKey && key.teams?.contains(record.standup.teamID) ?? true
      }
    case .removeStandup:
      drop { $1.standups.contains { $0.id == standup } }
    default:
      forget()
    }
  }

  private mutating func replace(_ record: StandupRecord) {
    let places = pages.compactMap { key, page in
      page.standups.firstIndex { $0.id == record.id }.map { (key, $0) }
    }
    guard !places.isEmpty else { return }
    guard let summary = try? RawJSON(encoding: record.summary()) else {
      // Reading it again reports why it has no valid form.
      return forget()
    }
    for (key, index) in places {
      guard let before = pages[key]?.standups[index].summary else { continue }
      pages[key]?.standups[index].summary = summary
      bytes += summary.count - before.count
    }
    if bytes > Self.maxBytes { forget() }
  }

  private mutating func drop(where isOutdated: (Key, ListedStandups) -> Bool) {
    for (key, page) in pages where isOutdated(key, page) {
      pages[key] = nil
      bytes -= Self.size(page)
    }
  }

  /// Drops all pages, also those that are being read, because of a change other than to the standups themselves.
  mutating func forget() {
    revision += 1
    pages.removeAll()
    bytes = 0
  }
}

/// A page of the list as bytes, with saved values copied unchanged: the reply to `ListStandups`.
struct ListedStandups: Hashable, Sendable, FastEncodable {
  struct Element: Hashable, Sendable, FastEncodable {
    var id: Standup.ID
    /// A `StandupSummary` without a live meeting.
    var summary: RawJSON
    var live: Meeting.ID?

    func write(to writer: inout JSONWriter) {
      guard let live else { return summary.write(to: &writer) }
      writer.open()
      writer.member(#""live":"#, live)
      writer.byte(UInt8(ascii: ","))
      // The opening bracket of the summary is already written.
      summary.bytes.dropFirst().withUnsafeBytes { writer.raw($0) }
    }
  }

  var standups: [Element] = []
  var next: String?
  var elsewhere: [StandupsPlace]?

  func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""elsewhere":"#, elsewhere)
    writer.member(#""next":"#, next)
    writer.member(#""standups":"#, standups)
    writer.close()
  }
}
