import Standups
import StandupsAPI

/// `standups export`
enum ExportVerb {
  /// What is written.
  enum Format: String, CaseIterable, ArgumentValue {
    case standups, syncUps = "syncups", markdown
    static var placeholder: String { "FORMAT" }
  }

  static let which = Argument<[StandupReference]>.rest(
    "STANDUP", help: "Only these; all of them unless told.")
  static let format = Argument<Format?>.option(
    "--format", "-f",
    help:
      "standups (unless told) or syncups: a standups.json that an import reads without loss, and that"
      + " app, too; markdown for minutes.")
  static let meeting = Argument<MeetingReference?>.option(
    "--meeting", help: "For markdown: which meeting; the last one unless told.")
  static let output = Argument<String?>.option(
    "--output", "-o", placeholder: "FILE", completion: .file,
    help: "Write there; to standard output unless told.")
  static let force = Argument<Bool>.flag("--force", help: "Replace a file that is there.")

  static let verb = Verb(
    "export", summary: "Write standups as a standups.json, or a meeting as Markdown minutes.",
    arguments: [which, format, meeting, output, force],
    examples: [
      .init(
        "standups export -o standups.json", "All of them, with all that is known of each meeting."),
      .init("standups export --format syncups Daily", "One of them, for SyncUps."),
      .init("standups export --format markdown Daily > minutes.md", "What was said last."),
    ],
    json: "With --output: {“path”, “bytes”}. Without it the file itself."
  ) { values, context in
    let format = try values[format] ?? .standups
    guard try values[meeting] == nil || format == .markdown else {
      throw Failure.usage("--meeting belongs to --format markdown.")
    }
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      func write(_ page: (String) throws -> Void) async throws {
        guard format == .markdown else {
          return try await file(values, format == .syncUps ? .syncUps : .standups, finder, page)
        }
        try page(try await minutes(values, finder))
      }
      // Minutes have nothing left that could steer a terminal.
      try await context.write(
        values, shown: { format == .markdown ? $0 : DisplayText.safeJSON($0) }, write)
      // Known only now that all was read; whoever keeps the file has to know that something is not in it.
      guard format != .markdown else { return }
      context.note(try await connection.send(GetListStatus()).unreadableSentence)
    }
  }

  private static func minutes(_ values: Values, _ finder: Finder) async throws -> String {
    let references = try values[which]
    guard references.count == 1, let reference = references.first else {
      throw Failure.usage("Minutes are of one meeting: name one standup.")
    }
    let found = try await finder.standup(reference)
    let past = try await finder.meeting(try values[meeting] ?? .last, of: found.id)
    return Minutes.markdown(past, of: found.standup)
  }

  private static func file(
    _ values: Values, _ dialect: ExportStandups.Dialect, _ finder: Finder,
    _ write: (String) throws -> Void
  ) async throws {
    let references = try values[which]
    var ids: [Standup.ID]?
    if !references.isEmpty {
      let all = try await finder.standups()
      ids = try references.map { try Finder.match($0, in: all).id }
    }
    var after: String?
    repeat {
      let page = try await finder.connection.send(
        ExportStandups(ids: ids, dialect: dialect, after: after))
      try write(page.json)
      after = page.next
    } while after != nil
  }
}

extension CommandContext {
  /// Writes text piece by piece to the file that `--output` names, with progress, or to standard output.
  ///
  /// - Parameters:
  ///   - values: with `ExportVerb.output` and `.force`.
  ///   - shown: how a piece is written to standard output, which may be a terminal.
  func write(
    _ values: Values, shown: @escaping (String) -> String,
    _ body: @escaping ((String) throws -> Void) async throws -> Void
  ) async throws {
    guard let name = try values[ExportVerb.output], name != "-" else {
      return try await body { try console.write(shown($0)) }
    }
    let progress = Progress(console)
    let written = Written(
      path: path(name),
      bytes: try await write(to: name, overwrites: try values[ExportVerb.force]) { sink in
        defer { progress.clear() }
        try await body { progress.show(bytes: try sink($0)) }
      })
    try show(written) { ["Wrote \(written.path)."] }
  }
}

/// A file that was written.
private struct Written: Codable {
  var path: String
  var bytes: Int64
}
