import Bus
import Cells
import Foundation
import Standups
import StandupsAPI

/// Several installations may share the standups: commands about those of others are refused, with where they are.
extension Reduction {
  /// Takes a share. What is under way is finished; what comes is looked at with the new one.
  mutating func setShare(_ operation: Operation, _ command: SetStandupsShare) {
    if command.share.version > state.share.version {
      state.share = command.share
      state.pages.forget()
      log(.info, "there are \(command.share.slots.count) of \(Slot.count) slots here")
    }
    finish(operation.id, .success(.done))
  }

  /// Where other standups are; nil where there are none.
  var elsewhere: [StandupsPlace]? { state.share.elsewhere.isEmpty ? nil : state.share.elsewhere }

  /// An id for a standup that is made here.
  ///
  /// - Throws: `moved` if none may be made here.
  func drawnID() throws -> Standup.ID {
    let id = reducer.uuid()
    guard !state.share.slots.contains(Slot(of: id)) else { return Standup.ID(id) }
    let slots = Array(state.share.slots)
    guard !slots.isEmpty else { throw moved(Slot(of: id)) }
    return Standup.ID(id.inSlot(slots[Slot(of: id).number % slots.count]))
  }

  /// - Throws: `moved` if a command is about a standup that is not here, or about a meeting of one.
  func checkShare(_ command: StandupsCommand) throws {
    guard !state.share.slots.isAll else { return }
    let ids = named(by: command) + [command.meeting?.rawValue].compactMap { $0 }
    for slot in ids.lazy.map(Slot.init) where !state.share.slots.contains(slot) {
      throw moved(slot)
    }
  }

  /// The standups that a command names.
  private func named(by command: StandupsCommand) -> [UUID] {
    switch command {
    case .create(let command): [command.id?.rawValue].compactMap { $0 }
    case .recordingDenied(let command): [command.standup.rawValue]
    case .getPart(let command): [command.standup.rawValue]
    default: subjects(of: command).map(\.rawValue)
    }
  }

  private func moved(_ slot: Slot) -> BusError {
    guard let place = state.share.elsewhere.first(where: { $0.slots.contains(slot) }) else {
      return BusError(
        .unavailable, "This standup is in no cell at present; try again.", retryAfterMs: 500)
    }
    return .moved(to: place.router, "This standup is in another cell: connect to \(place.router).")
  }
}
