/// Pages of the list that were read recently. They are valid until any standup changes.
struct ListPages: Hashable, Sendable {
  /// Maximum size of all pages, in bytes.
  private static let maxBytes = 4 << 20

  struct Key: Hashable {
    var after: String?
    var limit: Int
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
    let size = page.standups.reduce(200) { $0 + $1.summary.count + 64 }
    if bytes + size > Self.maxBytes { forget() }
    guard size <= Self.maxBytes, pages.updateValue(page, forKey: key) == nil else { return }
    bytes += size
  }

  /// Drops all pages, because a standup changed.
  mutating func standupChanged() {
    revision += 1
    if !pages.isEmpty { forget() }
  }

  /// Drops all pages, because of a change other than to the standups themselves.
  mutating func forget() {
    pages.removeAll()
    bytes = 0
  }
}
