import Bus
import Collections
import FocusAPI
import ServiceShell

typealias Operation = LaneOperation<FocusReducer>
typealias Waiting = WaitingCommand<FocusCommand>

/// All that the focus service knows: what is saved, and what is under way.
struct FocusState: LaneState {
  var saved = Saved()
  var commands = CommandBook<FocusReducer>()
  var clocks = ClockNews()

  /// Whether nothing is under way that has to end before the process does.
  var isAtRest: Bool { commands.operations.isEmpty && clocks.telling.isEmpty }
}

/// What is durable. Items are not in memory.
struct Saved: Hashable, Sendable {
  /// Those that run, or have a title.
  private(set) var people: [Person: SavedFocus] = [:]
  /// Whose runs, in order.
  private(set) var running = SortedIDs<Person>()
  /// Those whose documents cannot be read; they are kept as they are until their focus is stopped.
  var unreadable: Set<Person> = []
  /// The items that were met and cannot be read, at most `maxUnreadable`.
  private(set) var unreadableItems: Set<FocusItem.ID> = []

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

/// Whose clocks the parent has yet to be told of. Told is what holds when it is told; one message about
/// a person is under way at a time, so that none overtakes another.
struct ClockNews: Hashable, Sendable {
  var untold: [Person] = []
  /// The headers of the commands that changed what is to be told.
  var causes: [Person: Header] = [:]
  /// Those of whom is being told, and whether that is out of date.
  var telling: [Person: Bool] = [:]
  /// How many messages are under way.
  var messages = 0
}
