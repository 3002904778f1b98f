import ArchiveAPI
import Bus
import CellsAPI
import StandupsConfiguration
import Documents
import Foundation

/// Reads all of the users' data over the bus and writes it as an archive.
///
/// Compares each slot before and after reading it, and reads it again if it changed, so that the
/// data of each standup is a consistent snapshot. Snapshots of different standups may be from
/// different times.
struct ArchiveExport {
  let connection: Connection
  let progress: Progress
  let date: Date
  let withSecrets: Bool

  /// Maximum number of times that a changing slot is read.
  private static let maxRounds = 5
  private static let maxNames = 1000

  /// An installation, and its state at the start of the export.
  private struct Cell {
    var connection: Connection
    var name: String?
    var slots: Set<Int>
    var live: Int
    var place: ArchiveLine.Header.Cell
  }

  /// Exports everything.
  ///
  /// - Parameter write: receives the bytes of the archive, in order.
  /// - Returns: the end record, and the number of events that the journals gained during the
  ///   export.
  func run(_ write: @escaping (Data) throws -> Void) async throws -> (
    end: ArchiveLine.End, changes: Int64
  ) {
    let cells = try await cells()
    var writer = try ArchiveWriter(
      .init(
        version: ArchiveLine.Header.version, program: Version.current, date: date,
        cells: cells.map(\.place), hasSecrets: withSecrets), write)
    let slots = cells.reduce(into: Set()) { $0.formUnion($1.slots) }.sorted()
    var torn: [Int] = []
    var unreadable: [String] = []
    for (index, slot) in slots.enumerated() {
      progress.show("archived", index, of: slots.count + cells.count)
      let isWhole = try await section(slot, connection, nil, &writer, &unreadable)
      if !isWhole { torn.append(slot) }
    }
    for cell in cells {
      _ = try await section(nil, cell.connection, cell.name, &writer, &unreadable)
    }
    var (ends, changes): ([ArchiveLine.Header.Cell], Int64) = ([], 0)
    for cell in cells {
      let now = try await Self.look(at: cell.connection, pages: 1).cell.place
      ends.append(now)
      changes += now.epoch == cell.place.epoch ? now.sequence - cell.place.sequence : 1
    }
    let end = try writer.finish(
      torn: torn, unreadable: unreadable, live: cells.reduce(0) { $0 + $1.live }, cells: ends)
    return (end, changes)
  }

  // MARK: Cells

  private func cells() async throws -> [Cell] {
    let (own, contents) = try await Self.look(at: connection)
    var cells = [own]
    for other in try await connection.others(contents.elsewhere) {
      cells.append(try await Self.look(at: other).cell)
    }
    return cells
  }

  private static func look(
    at connection: Connection, pages: Int = .max
  ) async throws -> (cell: Cell, contents: GetArchiveContents.Reply) {
    let first = try await connection.send(GetArchiveContents())
    var slots = Set(first.slots.map(\.number))
    var (next, count) = (first.next, 1)
    while let after = next, count < pages {
      let page = try await connection.send(GetArchiveContents(after: after))
      slots.formUnion(page.slots.map(\.number))
      (next, count) = (page.next, count + 1)
    }
    let cell = Cell(
      connection: connection, name: first.cell, slots: slots, live: first.live,
      place: .init(name: first.cell, epoch: first.epoch, sequence: first.sequence))
    return (cell, first)
  }

  // MARK: Sections

  /// Exports a slot's documents, or those outside of all slots if `slot` is nil.
  ///
  /// - Returns: true if the section is a consistent snapshot.
  private func section(
    _ slot: Int?, _ connection: Connection, _ cell: String?, _ writer: inout ArchiveWriter,
    _ unreadable: inout [String]
  ) async throws -> Bool {
    for round in 1... {
      let before = try await digests(slot, connection)
      try writer.begin(slot: slot, cell: cell)
      var lost: [String] = []
      var start = before.startIndex
      while start < before.endIndex {
        let collection = before[start].key.collection
        let end =
          before[start...].firstIndex { $0.key.collection != collection } ?? before.endIndex
        try await documents(
          slot, collection, before[start..<end].map(\.key.id), connection, &writer, &lost)
        start = end
      }
      // Documents outside of standups are independent of each other, so each document is consistent
      // in any case.
      let isWhole = slot == nil ? true : try await digests(slot, connection) == before
      let isKept = isWhole || round >= Self.maxRounds
      try writer.end(isKept: isKept)
      guard isKept else { continue }
      unreadable += lost.prefix(max(0, Self.maxNames - unreadable.count))
      return isWhole
    }
    return false
  }

  private func digests(_ slot: Int?, _ connection: Connection) async throws -> [DocumentDigest] {
    var digests: [DocumentDigest] = []
    var after: String?
    repeat {
      let page = try await connection.send(GetArchiveDigests(slot: slot, after: after))
      digests += page.digests
      after = page.next
    } while after != nil
    return digests
  }

  private func documents(
    _ slot: Int?, _ collection: String, _ ids: [String], _ connection: Connection,
    _ writer: inout ArchiveWriter, _ unreadable: inout [String]
  ) async throws {
    var rest = ids[...]
    while !rest.isEmpty {
      let asked = Array(rest.prefix(DocumentQuery.maxIDs))
      let page = try await connection.send(
        GetArchiveDocuments(
          slot: slot, collection: collection, ids: asked,
          withSecrets: withSecrets ? true : nil))
      for document in page.documents { try writer.add(document) }
      unreadable += (page.unreadable ?? []).map { "\(collection)/\($0)" }
      let answered = page.next.flatMap { asked.firstIndex(of: $0) } ?? asked.count
      guard answered > 0 else {
        throw BusError(
          .internal, "“\(GetArchiveDocuments.target)” returned none of the requested documents.")
      }
      rest = rest.dropFirst(answered)
    }
  }
}
