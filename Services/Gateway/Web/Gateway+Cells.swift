import Bus
import CellsAPI
import Connecting
import Foundation

/// The ways to other cells, by where their routers are.
struct OtherCells: Sendable {
  var caller: @Sendable (_ router: String) async throws -> any TargetCaller
  /// Leaves those that are at none of these routers any more.
  var keep: @Sendable (Set<String>) async -> Void = { _ in }
  var close: @Sendable () async -> Void = {}
}

extension OtherCells {
  init(_ neighbours: Neighbours) {
    self.init(
      caller: { try await neighbours.caller(at: $0) }, keep: { await neighbours.keep($0) },
      close: { await neighbours.close() })
  }
}

/// Commands for other cells: they go there with the gateway’s own key, for whoever may send them here.
extension Gateway {
  /// How long it holds which cells there are, in milliseconds.
  private static let cellsMs: Int64 = 5000

  /// Sends a command here, or to another cell.
  ///
  /// - Parameter cell: its name; nil for this one.
  /// - Throws: `BusError`: what was answered, `not_found` if there is no such cell, and `unavailable` where it does not answer.
  func request(
    _ target: String, of cell: String?, body: Data, key: String?, options: CallOptions
  ) async throws -> Data {
    guard let cell, let router = try await router(of: cell) else {
      return try await bus.request(
        target, body: body, attachments: [], key: key, options: options)
    }
    do {
      return try await neighbours.caller(router).request(
        target, body: body, attachments: [], key: key, options: options)
    } catch let error as BusError where ![.unavailable, .expired].contains(error.code) {
      throw error
    } catch {
      let reason = (error as? BusError)?.message ?? "\(error)"
      throw BusError(.unavailable, "Cell “\(cell)” is unavailable: \(reason)")
    }
  }

  /// Where another cell is; nil for this one.
  private func router(of cell: String) async throws -> String? {
    let status = try await knownCells()
    guard let place = status.cells.first(where: { $0.name == cell }) else {
      throw BusError(.notFound, "Cell “\(cell)” not found; “standups cells” lists all cells.")
    }
    return cell == status.cell ? nil : place.router
  }

  /// Asked once for all who want to know meanwhile.
  private func knownCells() async throws -> CellsStatus {
    if let cells, uptimeMs < cells.untilMs { return try await cells.asked.value }
    let asked = Task {
      let status = try await bus.send(GetCells(), options: CallOptions(timeoutMs: 5000))
      await neighbours.keep(Set(status.cells.map(\.router)))
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
