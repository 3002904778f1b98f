import Bus
import Foundation
import Messages
import Standups

/// Writing a file of the apps, page by page: past meetings are not in memory and may be many.
///
/// A standup that is deleted between two pages is closed and left; the file is well formed always.
extension Turn {
  /// A page ends after as many characters; it has to fit a message.
  private static let enough = 200_000

  mutating func export(_ operation: Operation, _ command: ExportStandups) throws {
    for id in command.ids ?? [] where command.after == nil { _ = try record(id) }
    var page = try ExportPage(cursor: command.after)
    if command.after == nil { page.text = StandupsJSON.start }
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
          step(operation.id, .loading(.export(page)))
          effects.append(
            .load(
              operation.id,
              Load(
                collection: Collection.meetings, parent: record.id.description, after: page.after,
                limit: page.limit, newestFirst: true)))
          return
        }
        close(&page)
      }
      if page.text.utf8.count >= Self.enough { break }
      guard let next = nextToExport(command, after: page.sortKey) else {
        let reply = ExportStandups.Reply(json: page.text + StandupsJSON.end)
        return finish(operation.id, .success(.exported(reply)))
      }
      page.text += try StandupsJSON.opening(
        of: next.standup, isFirst: page.sortKey == nil,
        dialect: command.dialect == .syncUps ? .syncUps : .standups)
      page.sortKey = next.sortKey
      page.isOpen = true
      page.hasMeetings = false
      page.after = nil
      if next.meetings == 0 { close(&page) }
    }
    finish(operation, page)
  }

  mutating func exported(
    _ operation: Operation, _ command: ExportStandups, _ export: ExportPage,
    _ result: Result<Load.Reply, BusError>
  ) throws {
    var page = export
    if case .failure(let error) = result, error.code == .tooLarge, page.limit > 1 {
      page.limit /= 2
      return try self.export(operation, command, page)
    }
    let loaded = try result.get()
    let text = try StandupsJSON.meetings(meetings(in: loaded), areFirst: !page.hasMeetings)
    page.text += text
    page.hasMeetings = page.hasMeetings || !text.isEmpty
    page.after = loaded.next
    if loaded.next == nil {
      close(&page)
    } else if page.text.utf8.count >= Self.enough {
      return finish(operation, page)
    }
    try self.export(operation, command, page)
  }

  private mutating func finish(_ operation: Operation, _ page: ExportPage) {
    let reply = ExportStandups.Reply(json: page.text, next: page.cursor)
    finish(operation.id, .success(.exported(reply)))
  }

  private func close(_ page: inout ExportPage) {
    page.text += StandupsJSON.closing
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
