import Bus
import CellsAPI
import Connecting
import Foundation

/// Connections to other cells, by the address of their router.
struct OtherCells: Sendable {
  var caller: @Sendable (_ router: String) async throws -> any TargetCaller
  /// Closes the connections to routers that are not in the set.
  var keepOnly: @Sendable (Set<String>) async -> Void = { _ in }
  var close: @Sendable () async -> Void = {}
}

extension OtherCells {
  init(_ neighbours: Neighbours) {
    self.init(
      caller: { try await neighbours.caller(at: $0) }, keepOnly: { await neighbours.keep($0) },
      close: { await neighbours.close() })
  }
}

/// Sends commands to other cells. The gateway sends them with its own key, for visitors who may
/// send them here; the routers of other cells do not know its persons and tokens. These therefore have
/// to operate the installation: with a role in one team, they could otherwise read and change the data of all teams.
extension Gateway {
  /// Cache lifetime of the cell list, in milliseconds.
  private static let cellsMs: Int64 = 5000

  /// Sends a command to this or another cell.
  ///
  /// - Parameter cell: name of the cell; nil for this one.
  /// - Throws: `BusError`: the error of the reply, `notFound` for an unknown cell, `denied` for a
  ///   person or token that does not operate the installation, `unavailable` if the cell does not respond.
  func request(
    _ target: String, of cell: String?, body: Data, key: String?, options: CallOptions
  ) async throws -> Data {
    guard let cell, let router = try await router(of: cell) else {
      return try await bus.request(
        target, body: body, attachments: [], key: key, options: options)
    }
    guard options.principal.map(isOperator) ?? true else {
      throw BusError(
        .denied, "Your roles do not apply in other cells; only an operator may send commands there."
      )
    }
    var options = options
    options.principal = nil
    do {
      return try await otherCells.caller(router).request(
        target, body: body, attachments: [], key: key, options: options)
    } catch let error as BusError where ![.unavailable, .expired].contains(error.code) {
      throw error
    } catch {
      let reason = (error as? BusError)?.message ?? "\(error)"
      throw BusError(.unavailable, "Cell “\(cell)” is unavailable: \(reason)")
    }
  }

  /// True if a person or token operates the installation.
  private func isOperator(_ principal: Principal) -> Bool {
    switch principal {
    case .person(let person): persons[person]?.isOperator == true
    case .token(_, let role): role == .operator
    }
  }

  /// Router address of another cell; nil for this one.
  private func router(of cell: String) async throws -> String? {
    let status = try await knownCells()
    guard let place = status.cells.first(where: { $0.name == cell }) else {
      throw BusError(.notFound, "Cell “\(cell)” not found; “standups cells” lists all cells.")
    }
    return cell == status.cell ? nil : place.router
  }

  /// The cell list; concurrent callers share one request.
  private func knownCells() async throws -> CellsStatus {
    if let cells, uptimeMs < cells.untilMs { return try await cells.asked.value }
    let asked = Task {
      let status = try await bus.send(GetCells(), options: CallOptions(timeoutMs: 5000))
      await otherCells.keepOnly(Set(status.cells.map(\.router)))
      return status
    }
    let untilMs = uptimeMs + Self.cellsMs
    cells = (asked, untilMs)
    do {
      return try await asked.value
    } catch {
      if cells?.untilMs == untilMs { cells = nil }
      throw error
    }
  }
}
