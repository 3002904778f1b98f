import Foundation

extension ExportVerb {
  /// Exports all data as an archive.
  static func archive(_ values: Values, _ context: CommandContext) async throws {
    guard try values[which].isEmpty else {
      throw Failure.usage("An archive always contains all standups. Leave STANDUP out.")
    }
    var context = context
    // A reply takes longer if there is more data.
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

/// The result of an archive export.
struct WrittenArchive: Codable {
  var path: String?
  var bytes: Int64?
  /// Number of documents in the archive.
  var documents: Int
  /// Number of documents, by collection.
  var counts: [String: Int]
  /// Number of live meetings, which are not in the archive.
  var live: Int
  /// Number of events during the export; 0 if the archive is a consistent snapshot.
  var changes: Int64
  /// Slots whose standups kept changing despite all retries; nil for none.
  var torn: [Int]?
  /// Stored documents that could not be read; nil for none.
  var unreadable: [String]?

  init(_ end: ArchiveLine.End, _ changes: Int64) {
    (documents, counts, live) = (end.documents, end.counts, end.live)
    (torn, unreadable) = (end.torn, end.unreadable)
    self.changes = changes
  }

  /// A warning about missing or inconsistent data; nil for none.
  var warning: String? {
    var sentences: [String] = []
    if live > 0 {
      sentences.append(
        "\(DisplayText.count(live, "live meeting")) \(live == 1 ? "is" : "are") not in the archive."
      )
    }
    if changes > 0 {
      sentences.append(
        "\(DisplayText.count(changes, "change")) \(changes == 1 ? "was" : "were") made during the export, so"
          + " standups may have been read at different times.")
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
