public import Foundation

/// The roles of persons as the router learns them: page by page when the people service has loaded
/// its state, and from the events about changes. A value type.
///
/// A page may be older than an event that arrives before it. The changes that arrive during the
/// loading are therefore applied after the last page. That is correct for pages that contain them
/// already, because each change states a value and not a difference.
public struct PeopleRegister: Sendable {
  /// The known roles; nil until all of them were loaded once.
  public private(set) var directory: PeopleDirectory? { didSet { version += 1 } }
  /// Differs after each change of the known roles.
  package private(set) var version = 0
  /// Identifies the loading of the people service whose roles are known; nil if they have to be
  /// loaded.
  public private(set) var load: String?
  private var loading: Loading?
  /// The changes before the first loading.
  private var early: [PeopleDirectory.Change] = []

  private struct Loading {
    var load: String
    var directory = PeopleDirectory()
    var changes: [PeopleDirectory.Change]
  }

  /// Creates a register that knows no roles yet.
  public init() {}

  /// Starts to load the roles. The known ones remain in force until they are all loaded.
  ///
  /// The changes that arrived since an attempt that failed are kept, unless it was to load another
  /// state: they may be those of another database.
  ///
  /// - Parameter load: identifies the loading of the people service.
  public mutating func begin(_ load: String) {
    let changes = loading.map { $0.load == load ? $0.changes : [] } ?? early
    loading = Loading(load: load, changes: changes)
  }

  /// Adds a person of a page.
  public mutating func add(
    _ person: UUID, isOperator: Bool, _ memberships: [PeopleDirectory.Membership]
  ) {
    loading?.directory.put(person, isOperator: isOperator, memberships)
  }

  /// Adds the teams that were removed, in which tools may still have roles.
  public mutating func addRemoved(_ teams: [String]) {
    for team in teams { loading?.directory.apply(.teamRemoved(team)) }
  }

  /// Ends the loading: the loaded roles are in force, with the changes since its start.
  public mutating func finish() {
    guard var loaded = loading else { return }
    for change in loaded.changes { loaded.directory.apply(change) }
    directory = loaded.directory
    loading = nil
    early = []
    load = loaded.load
  }

  /// Requests that all roles be loaded again. The known ones remain in force until then.
  public mutating func reload() { load = nil }

  /// Applies changes that were saved, in their order.
  public mutating func apply(_ changes: [PeopleDirectory.Change]) {
    // In place: the directory is large.
    if directory != nil { for change in changes { directory?.apply(change) } }
    if directory == nil, loading == nil { early += changes }
    loading?.changes += changes
  }
}
