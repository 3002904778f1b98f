import Bus
import CellsAPI
import ServiceShell

extension CellsReducer: ServiceLogic {
  typealias Term = NoTerm
  typealias Decided = NothingDecided

  static var initial: CellsState { CellsState() }
  static var start: CellsAction { .start }
  static var drain: CellsAction { .drain }

  static func received(
    _ caller: CallerID, _ command: CellsCommand, _ header: Header
  ) -> CellsAction {
    .received(caller, command)
  }

  func isReady(_ state: CellsState) -> Bool {
    state.phase == .running && (cell == nil || state.map != nil)
  }
  /// Who wants to change the map hears what became of it.
  func isAtRest(_ state: CellsState) -> Bool { state.adding.isEmpty }

  /// How long the parent may take, in milliseconds.
  private static let parentPatienceMs = 5000

  func work(_ effect: CellsEffect, _ state: CellsState) -> ShellWork<CellsAction> {
    let world = world
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .read(let token, let known):
      return .run { _ in .read(token, await world.read(known)) }
    case .add(let caller, let name, let router, let known):
      return .run { _ in .added(caller, await world.add(name, router, known)) }
    case .tell(let share):
      return .tell(CellShareChanged(share: share), timeoutMs: Self.parentPatienceMs) { result in
        switch result {
        case .success: .told(share, nil)
        case .failure(let error): .told(share, error)
        }
      }
    case .close:
      return .run { _ in
        await world.close()
        return .closed
      }
    }
  }
}
