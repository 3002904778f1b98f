import Bus
import Cells
import Foundation
import Standups
import StandupsAPI

/// The share of the standups that this instance serves. Commands about standups of another cell are
/// rejected with its address.
extension StandupsReduction {
  /// The slots that belong to this instance; nil for all. They exclude slots that are being copied
  /// to this instance, and those that are not removed yet.
  var here: SlotSet? { state.share.slots.isAll ? nil : state.share.slots }

  /// The cells of the other standups, with their addresses; nil for a single cell.
  var elsewhere: [StandupsPlace]? { state.share.elsewhere.isEmpty ? nil : state.share.elsewhere }

  /// Returns an id for a standup that is created here.
  ///
  /// - Throws: `moved` if none can be created here.
  func newStandupID() throws -> Standup.ID {
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
    guard !state.share.slots.isAll, !command.isReport else { return }
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
