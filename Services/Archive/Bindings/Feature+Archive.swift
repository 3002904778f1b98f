import ArchiveAPI
import Bus

extension Feature {
  /// Archives of the documents that users own.
  static let archive = Feature(
    name: "archive", commands: { table, own in own.addArchive(to: &table) })
}

extension RouterCommands {
  fileprivate func addArchive(to table: inout CommandTable) {
    table.on(GetArchiveContents.self) { [self] in try await archive($1).contents($0) }
    table.on(GetArchiveDigests.self) { [self] in try await archive($1).digests($0) }
    table.on(GetArchiveDocuments.self) { [self] in try await archive($1).documents($0) }
    table.on(RestoreDocuments.self) { [self] in try await archive($1).restore($0) }
    table.on(FinishRestore.self) { [self] _, call in try await archive(call).finish() }
  }

  private func archive(_ call: Call) throws -> ArchiveOffice {
    ArchiveOffice(router: try started(), cell: cell, cause: call.header)
  }
}
