import Bus
import Documents
import Foundation
import Standups
import StandupsAPI

/// Writing a file of the apps, page by page: past meetings are not in memory and may be many.
///
/// A standup that is deleted between two pages is closed and left; the file is well formed always. Only
/// what fits no page is divided, and must not change until all of it is written.
extension Reduction {
  mutating func export(_ operation: Operation, _ command: ExportStandups) throws {
    for id in command.ids ?? [] where command.after == nil { _ = try record(id) }
    var page = try ExportPage(cursor: command.after)
    if command.after == nil { page.write(StandupsJSON.start) }
    try export(operation, command, page)
  }

  /// Writes until meetings have to be loaded, or the page is full, or nothing is left.
  private mutating func export(
    _ operation: Operation, _ command: ExportStandups, _ page: ExportPage
  ) throws {
    var page = page
    while true {
      if page.isOpen {
        if let record = state.saved.standups.first(where: { $0.sortKey == page.sortKey }) {
          return loadMeetings(of: record, operation, page)
        }
        try page.checkNothingBegun()
        close(&page)
      }
      if page.isFull { break }
      guard let next = nextToExport(command, after: page.sortKey) else {
        try page.checkNothingBegun()
        page.write(StandupsJSON.end)
        let reply = ExportStandups.Reply(json: page.text)
        return finish(operation.id, .success(.exported(reply)))
      }
      let opening = try StandupsJSON.opening(
        of: next.standup, isFirst: page.sortKey == nil,
        dialect: command.dialect == .syncUps ? .syncUps : .standups)
      guard try page.add(opening) else { break }
      page.sortKey = next.sortKey
      page.isOpen = true
      page.hasMeetings = false
      page.after = nil
      if next.meetings == 0 { close(&page) }
    }
    finish(operation, page)
  }

  private mutating func loadMeetings(
    of record: StandupRecord, _ operation: Operation, _ page: ExportPage
  ) {
    step(operation.id, .loading(.export(page)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, parent: record.id.description, after: page.after,
          limit: page.limit, newestFirst: true)))
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
      for meeting in meetings(in: [document]) {
        let text = try StandupsJSON.meetings([meeting], areFirst: !page.hasMeetings)
        if try page.add(text) {
          page.hasMeetings = true
        } else if index == 0 {
          return finish(operation, page)
        } else {
          // The store alone knows how to go on after those before.
          page = export
          page.limit = index
          return try self.export(operation, command, page)
        }
      }
    }
    try page.checkNothingBegun()
    page.after = loaded.next
    if loaded.next == nil {
      close(&page)
    } else if page.isFull {
      return finish(operation, page)
    }
    try self.export(operation, command, page)
  }

  private mutating func finish(_ operation: Operation, _ page: ExportPage) {
    let reply = ExportStandups.Reply(json: page.text, next: page.cursor)
    finish(operation.id, .success(.exported(reply)))
  }

  private func close(_ page: inout ExportPage) {
    page.write(StandupsJSON.closing)
    page.isOpen = false
    page.after = nil
  }

  private func nextToExport(_ command: ExportStandups, after key: Int64?) -> StandupRecord? {
    let ids = command.ids.map(Set.init)
    return state.saved.standups.first { record in
      key.map { record.sortKey > $0 } ?? true && ids?.contains(record.id) ?? true
    }
  }
}
