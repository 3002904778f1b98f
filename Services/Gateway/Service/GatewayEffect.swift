import Bus
import Documents
import FastJSON
import StandupsLogging
import ServiceShell

/// Work that the reducer requests from the shell.
enum GatewayEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved documents.
  case loadPage(DocumentQuery)
  /// Delivers an action after a delay in milliseconds.
  indirect case wait(ms: Int, then: GatewayAction)
  case commit(OperationID, ChangesDecided)
  case log(LogEntry)
  /// Everything has been loaded.
  case ready
}

extension GatewayReducer {
  /// Timeouts of calls to the router, in milliseconds.
  private enum Timeouts {
    static let commit = 8000
    static let loading = 5000
  }

  func work(_ effect: GatewayEffect, _ state: GatewayState) -> ShellWork<GatewayAction> {
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .loadPage(let query):
      return .tell(DocumentsRequested(query: query), timeoutMs: Timeouts.loading) {
        .loaded($0)
      }
    case .commit(let id, let decided):
      return .save(
        decided, causedBy: state.commands.operations[id]?.header, timeoutMs: Timeouts.commit
      ) {
        .committed(id, $0)
      }
    }
  }
}
