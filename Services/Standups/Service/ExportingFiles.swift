import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Export of a file for the apps, page by page, because standups and past meetings are on disk and
/// can be many.
///
/// If a standup is deleted between two pages, its object is closed and the rest of it is missing;
/// the file is always well-formed. Only a piece that is larger than a page is divided, and it must
/// not change until it is written completely.
extension StandupsReduction {
  mutating func export(_ operation: Operation, _ command: ExportStandups) throws {
    for id in command.ids ?? [] where command.after == nil { _ = try record(id, operation) }
    var page = try ExportPage(after: command.after, ids: command.ids)
    if command.after == nil { page.write(StandupsJSON.start) }
    try export(operation, command, page)
  }

  /// Writes until something must be loaded, the page is full, or everything is written.
  private mutating func export(
    _ operation: Operation, _ command: ExportStandups, _ page: ExportPage
  ) throws {
    var page = page
    while true {
      if let open = page.cursor.open { return loadMeetings(of: open, operation, page) }
      if page.isFull { break }
      guard let document = page.ahead.first else {
        guard page.isLast else { return try loadStandups(operation, page) }
        try page.checkNothingBegun()
        page.write(StandupsJSON.end)
        let reply = ExportStandups.Reply(json: page.text)
        return finish(operation.id, .success(.exported(reply)))
      }
      guard try write(document, command, to: &page) else { break }
      page.cursor.after = try Self.place(of: document, page)
      page.ahead.removeFirst()
    }
    try finish(operation, page)
  }

  /// Writes a standup up to its meetings. An unreadable one is skipped.
  ///
  /// - Returns: false if the page has no room for it.
  private mutating func write(
    _ document: Document, _ command: ExportStandups, to page: inout ExportPage
  ) throws -> Bool {
    let record: StandupRecord
    do {
      record = try StandupRecord(document)
    } catch {
      note(unreadable: document, error)
      return true
    }
    let opening = try StandupsJSON.opening(
      of: record.standup, isFirst: !page.cursor.hasStandups,
      dialect: command.dialect == .syncUps ? .syncUps : .standups)
    guard try page.add(opening) else { return false }
    page.cursor.hasStandups = true
    page.cursor.open = record.id
    page.cursor.hasMeetings = false
    page.cursor.meetings = nil
    if record.meetings == 0 { close(&page) }
    return true
  }

  // MARK: Standups

  /// Number of standups that are read at once.
  private static let maxStandups = 50

  private mutating func loadStandups(_ operation: Operation, _ page: ExportPage) throws {
    step(operation.id, .loading(.exportedStandups(page)))
    var query = DocumentQuery(
      collection: Collection.standups, teams: scope.teams, after: page.cursor.after,
      limit: Self.maxStandups, slots: here)
    if let ids = page.ids {
      let begin = try Self.index(page.cursor.after)
      query.ids = ids.dropFirst(begin).prefix(Self.maxStandups).map(\.description)
    }
    effects.append(.load(operation.id, query))
  }

  mutating func exported(
    _ operation: Operation, _ command: ExportStandups, _ export: ExportPage, _ loaded: DocumentPage
  ) throws {
    var page = export
    page.ahead = loaded.documents
    if let ids = page.ids {
      let end = try Self.index(page.cursor.after) + Self.maxStandups
      page.isLast = loaded.next == nil && end >= ids.count
      // All of these were deleted: continue after them.
      if page.ahead.isEmpty, !page.isLast { page.cursor.after = "\(end)" }
    } else {
      page.isLast = loaded.next == nil
    }
    try self.export(operation, command, page)
  }

  /// The place after a standup in the file.
  private static func place(of document: Document, _ page: ExportPage) throws -> String {
    guard let ids = page.ids else { return document.cursor }
    let rest = ids.dropFirst(try index(page.cursor.after))
    return "\((rest.firstIndex { $0.description == document.id } ?? ids.count) + 1)"
  }

  private static func index(_ place: String?) throws -> Int {
    guard let place else { return 0 }
    guard let index = Int(place), (0...1_000_000).contains(index) else {
      throw BusError(.invalid, "Invalid “after”; it belongs to an export of other standups.")
    }
    return index
  }

  // MARK: Meetings

  private mutating func loadMeetings(
    of standup: Standup.ID, _ operation: Operation, _ page: ExportPage
  ) {
    step(operation.id, .loading(.exportedMeetings(page)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          // The cursor comes from the client, and may name a standup of another team.
          collection: Collection.meetings, parent: standup.description, teams: scope.teams,
          after: page.cursor.meetings, limit: page.limit, newestFirst: true)))
  }

  mutating func exported(
    _ operation: Operation, _ command: ExportStandups, _ export: ExportPage,
    _ result: Result<DocumentPage, BusError>
  ) throws {
    var page = export
    if case .failure(let error) = result, error.code == .tooLarge, page.limit > 1 {
      page.limit /= 2
      return try self.export(operation, command, page)
    }
    let loaded = try result.get()
    for (index, document) in loaded.documents.enumerated() {
      for var meeting in meetings(in: [document]) {
        if let parts = meeting.parts {
          if let whole = page.whole, whole.id == meeting.id {
            meeting = whole
          } else if index == 0 {
            let rest = (2...max(2, parts)).map { Change.part($0, of: meeting.id) }
            return loadParts(operation, page, [meeting], rest)
          } else {
            // It comes first in the next query.
            page = export
            page.limit = index
            return try self.export(operation, command, page)
          }
        }
        let text = try StandupsJSON.meetings([meeting], areFirst: !page.cursor.hasMeetings)
        if try page.add(text) {
          page.cursor.hasMeetings = true
        } else if index == 0 {
          return try finish(operation, page)
        } else {
          // The meetings before it are read again without it: a page of meetings is written
          // completely or not at all.
          page = export
          page.limit = index
          return try self.export(operation, command, page)
        }
      }
    }
    try page.checkNothingBegun()
    page.cursor.meetings = loaded.next
    if loaded.next == nil {
      close(&page)
    } else if page.isFull {
      return try finish(operation, page)
    }
    try self.export(operation, command, page)
  }

  private mutating func loadParts(
    _ operation: Operation, _ page: ExportPage, _ parts: [Meeting], _ rest: [String]
  ) {
    step(operation.id, .loading(.exportedParts(page, parts, rest: rest)))
    effects.append(
      .load(
        operation.id, DocumentQuery(collection: Collection.parts, ids: rest, teams: scope.teams)))
  }

  mutating func exportedParts(
    _ operation: Operation, _ command: ExportStandups, _ export: ExportPage, _ parts: [Meeting],
    _ asked: [String], _ loaded: DocumentPage
  ) throws {
    // Unreadable parts are missing, and were reported.
    let all = parts + meetings(in: loaded.documents)
    let rest = Array(asked.dropFirst(loaded.answered(of: asked)))
    if !rest.isEmpty, rest.count < asked.count {
      return loadParts(operation, export, all, rest)
    }
    var page = export
    page.whole = Meeting.joined(all)
    try self.export(operation, command, page)
  }

  private mutating func finish(_ operation: Operation, _ page: ExportPage) throws {
    let reply = ExportStandups.Reply(json: page.text, next: try page.next)
    finish(operation.id, .success(.exported(reply)))
  }

  private func close(_ page: inout ExportPage) {
    page.write(StandupsJSON.closing)
    page.cursor.open = nil
    page.cursor.meetings = nil
  }
}
