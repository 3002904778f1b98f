/// Pages of the list that were read lately. They hold until any standup changes.
struct ListPages: Hashable, Sendable {
  /// How much of them is kept, in bytes.
  private static let maxBytes = 4 << 20

  struct Key: Hashable {
    var after: String?
    var limit: Int
  }

  private var pages: [Key: ListedStandups] = [:]
  private var bytes = 0
  /// Counts the changes: a page that was asked for before one of them may be older than it.
  private(set) var revision = 0

  subscript(key: Key) -> ListedStandups? { pages[key] }

  /// Keeps a page, without live meetings.
  ///
  /// - Parameter asked: the revision when it was asked for.
  mutating func keep(_ page: ListedStandups, for key: Key, asked: Int) {
    guard asked == revision else { return }
    let size = page.standups.reduce(200) { $0 + $1.summary.count + 64 }
    if bytes + size > Self.maxBytes { forget() }
    guard size <= Self.maxBytes, pages.updateValue(page, forKey: key) == nil else { return }
    bytes += size
  }

  /// A standup changed.
  mutating func standupChanged() {
    revision += 1
    if !pages.isEmpty { forget() }
  }

  /// What is not of the standups themselves changed.
  mutating func forget() {
    pages.removeAll()
    bytes = 0
  }
}
