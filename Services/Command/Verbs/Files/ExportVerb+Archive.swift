import Foundation

extension ExportVerb {
  /// Writes everything.
  static func archive(_ values: Values, _ context: CommandContext) async throws {
    guard try values[which].isEmpty else {
      throw Failure.usage("An archive always has all standups. Leave STANDUP out.")
    }
    var context = context
    // How long one answer takes is up to how much there is.
    context.globals.timeoutMs = context.globals.timeoutMs ?? 60_000
    let name = try values[output].flatMap { $0 == "-" ? nil : $0 }
    let withSecrets = try values[secrets]
    try await context.connected { [context] connection in
      let progress = Progress(context.console)
      defer { progress.clear() }
      let export = ArchiveExport(
        connection: connection, progress: progress, date: context.date(),
        withSecrets: withSecrets)
      guard let name else {
        let (end, changes) = try await export.run {
          try context.console.write(String(decoding: $0, as: UTF8.self))
        }
        progress.clear()
        return context.note(WrittenArchive(end, changes).warning)
      }
      var written: WrittenArchive?
      let bytes = try await context.write(
        to: name, overwrites: try values[force], mode: 0o600
      ) { sink in
        let gzip = name.hasSuffix(".gz") ? try GzipStream(.compressing) : nil
        func put(_ data: Data) throws { _ = try sink(data) }
        let (end, changes) = try await export.run { data in
          guard let gzip else { return try put(data) }
          try gzip.take(data, put)
        }
        try gzip?.take(Data(), isLast: true, put)
        written = WrittenArchive(end, changes)
      }
      guard var written else { return }
      progress.clear()
      (written.path, written.bytes) = (context.path(name), bytes)
      context.note(context.globals.isJSON ? nil : written.warning)
      try context.show(written) {
        ["Wrote \(context.path(name)): \(ArchiveReport.words(written.counts))."]
      }
    }
  }
}

/// An archive that was written.
struct WrittenArchive: Codable {
  var path: String?
  var bytes: Int64?
  /// How many documents it has.
  var documents: Int
  /// The same by collection.
  var counts: [String: Int]
  /// How many meetings were live; it has nothing of them.
  var live: Int
  /// How many events there were while it was written; 0 where all of it is of one moment.
  var changes: Int64
  /// The slots whose standups were changed however often they were read; nil for none.
  var torn: [Int]?
  /// What is saved and could not be read; nil for nothing.
  var unreadable: [String]?

  init(_ end: ArchiveLine.End, _ changes: Int64) {
    (documents, counts, live) = (end.documents, end.counts, end.live)
    (torn, unreadable) = (end.torn, end.unreadable)
    self.changes = changes
  }

  /// What whoever keeps it has to know; nil for nothing.
  var warning: String? {
    var sentences: [String] = []
    if live > 0 {
      sentences.append(
        "\(DisplayText.count(live, "live meeting")) \(live == 1 ? "is" : "are") not in the archive."
      )
    }
    if changes > 0 {
      sentences.append(
        "\(DisplayText.count(changes, "change")) happened during the export, so standups may have been"
          + " read at different times.")
    }
    if let torn {
      sentences.append(
        "\(DisplayText.count(torn.count, "slot")) changed during every read, so some standups may not"
          + " match their meetings.")
    }
    if let unreadable {
      sentences.append(
        "\(DisplayText.count(unreadable.count, "document")) cannot be read and"
          + " \(unreadable.count == 1 ? "is" : "are") not in the archive. “standups unreadable” lists,"
          + " exports and discards unreadable documents.")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
