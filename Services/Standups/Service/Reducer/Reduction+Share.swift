import Bus
import Cells
import Documents
import Foundation
import Standups
import StandupsAPI

/// Sharing of the standups among several installations. Commands about standups of another one are
/// rejected with its address.
extension Reduction {
  /// Applies a new share. Commands about standups that leave are rejected from now on, and these
  /// standups are removed once no operation changes them. Standups that arrive are served once they
  /// are loaded.
  mutating func setShare(_ operation: Operation, _ command: SetStandupsShare) {
    let share = command.share
    guard share.version > state.share.version else { return finish(operation.id, .success(.done)) }
    state.share.slots = state.share.slots.intersection(share.slots)
    state.share.elsewhere = share.elsewhere
    state.pages.forget()
    state.sharing = operation.id
    step(operation.id, .sharing)
  }

  /// Continues with a new share once no operation changes the standups that leave.
  mutating func goOnSharing() {
    guard let id = state.sharing else { return }
    guard let operation = state.operations[id], case .setShare(let command) = operation.command
    else { return state.sharing = nil }
    guard operation.step == .sharing else { return }
    let others = SlotSet.all.subtracting(command.share.slots)
    guard !state.operations.values.contains(where: { $0.changes(in: others) }) else { return }
    for meeting in state.saved.leave(others) {
      watch(meeting)
      state.lastWords[meeting] = nil
      effects.append(.discardWork(meeting))
    }
    let loading = ShareLoading(
      gone: state.counted.subtracting(command.share.slots),
      come: command.share.slots.subtracting(state.counted))
    guard let loading else { return shared(operation, command.share, SlotSet()) }
    load(operation, loading)
  }

  private mutating func load(_ operation: Operation, _ loading: ShareLoading) {
    step(operation.id, .loading(.share(loading)))
    effects.append(.load(operation.id, loading.query))
  }

  mutating func loadedShare(
    _ operation: Operation, _ command: SetStandupsShare, _ loading: ShareLoading,
    _ result: Result<DocumentPage, BusError>
  ) throws {
    if case .failure(let error) = result, error.code == .tooLarge, loading.limit > 1 {
      var loading = loading
      loading.limit /= 2
      return load(operation, loading)
    }
    let page = try result.get()
    if let part = loading.read {
      read(page.documents, of: part)
    } else if loading.part == .gone {
      state.saved.count -= page.total ?? 0
      state.counted = state.counted.subtracting(loading.gone)
    } else {
      state.saved.count += page.total ?? 0
      state.nextSortKey = max(
        state.nextSortKey, Self.sortKey(after: page.documents.first?.sortKey ?? 0))
      state.counted = state.counted.union(loading.come)
    }
    if let next = loading.next(page) { return load(operation, next) }
    shared(operation, command.share, loading.come)
  }

  private mutating func shared(_ operation: Operation, _ share: StandupsShare, _ come: SlotSet) {
    state.sharing = nil
    state.share = share
    state.pages.forget()
    let meetings = state.saved.sessions.map(\.id).filter { come.contains(Slot(of: $0.rawValue)) }
    for meeting in meetings { watch(meeting) }
    state.untold += meetings.filter { state.saved.sessions[id: $0]?.startedAt != nil }
    hasRoom = true
    log(.info, "Serving \(share.slots.count) of \(Slot.count) slots.")
    finish(operation.id, .success(.done))
  }

  /// The slots that belong to this instance; nil for all. They exclude slots that are being copied
  /// to this instance, and those that are not removed yet.
  var here: SlotSet? { state.share.slots.isAll ? nil : state.share.slots }

  /// The places of the other standups; nil without other installations.
  var elsewhere: [StandupsPlace]? { state.share.elsewhere.isEmpty ? nil : state.share.elsewhere }

  /// Returns an id for a standup that is created here.
  ///
  /// - Throws: `moved` if none can be created here.
  func drawnID() throws -> Standup.ID {
    let id = reducer.uuid()
    guard !state.share.slots.contains(Slot(of: id)) else { return Standup.ID(id) }
    let slots = Array(state.share.slots)
    guard !slots.isEmpty else { throw moved(Slot(of: id)) }
    return Standup.ID(id.inSlot(slots[Slot(of: id).number % slots.count]))
  }

  /// Checks that a command is about standups of this instance. Reports of other services about a
  /// meeting are accepted as long as the meeting is known.
  ///
  /// - Throws: `moved` if it is about a standup, or a meeting of a standup, of another instance.
  func checkShare(_ command: StandupsCommand) throws {
    guard !state.share.slots.isAll, !command.mayOvertakeWork else { return }
    let ids = named(by: command) + [command.meeting?.rawValue].compactMap { $0 }
    for slot in ids.lazy.map(Slot.init) where !state.share.slots.contains(slot) {
      throw moved(slot)
    }
  }

  /// Ids of the standups that a command names.
  private func named(by command: StandupsCommand) -> [UUID] {
    switch command {
    case .create(let command): [command.id?.rawValue].compactMap { $0 }
    case .getPart(let command): [command.standup.rawValue]
    default: subjects(of: command).map(\.rawValue)
    }
  }

  private func moved(_ slot: Slot) -> BusError {
    guard let place = state.share.elsewhere.first(where: { $0.slots.contains(slot) }) else {
      return BusError(
        .unavailable, "No cell is serving this standup at the moment; try again.", retryAfterMs: 100
      )
    }
    return .moved(
      to: place.router, web: place.web,
      "This standup is in another cell; connect to \(place.router).")
  }
}
