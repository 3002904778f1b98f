import StandupsCollections
import FocusAPI
import ServiceShell

typealias Operation = LaneOperation<FocusReducer>

/// State of the focus service: the saved state, and the operations in progress.
struct FocusState: LaneState {
  var saved = Saved()
  var commands = CommandBook<FocusReducer>()
  var clocks = ClockNotifications()

  /// True if no work is in progress that has to end before the process exits.
  var isAtRest: Bool { commands.operations.isEmpty && clocks.inProgress.isEmpty }
}

/// Durable state. Recorded items are not kept in memory.
struct Saved: Hashable, Sendable {
  /// People with a session that runs or has a title.
  private(set) var people: [Person: SavedFocus] = [:]
  /// People with a running session, in order.
  private(set) var running = SortedIDs<Person>()
  /// People whose documents are unreadable. The documents are left unchanged until the session is
  /// stopped.
  var unreadable: Set<Person> = []
  /// Unreadable items that were found, at most `maxUnreadable`.
  private(set) var unreadableItems: Set<FocusItem.ID> = []

  /// Maximum number of unreadable items in memory.
  static let maxUnreadable = 1000

  mutating func note(unreadable item: FocusItem.ID) {
    if unreadableItems.count < Self.maxUnreadable { unreadableItems.insert(item) }
  }

  mutating func forget(_ item: FocusItem.ID) { unreadableItems.remove(item) }

  subscript(person: Person) -> SavedFocus { people[person] ?? SavedFocus() }

  mutating func put(_ focus: SavedFocus, of person: Person) {
    people[person] = focus == SavedFocus() ? nil : focus
    if focus.run == nil { running.remove(person) } else { running.insert(person) }
  }
}
