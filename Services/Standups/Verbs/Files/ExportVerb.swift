import Bus
import Standups
import StandupsAPI

/// The `standups export` command.
enum ExportVerb {
  /// Format of the exported file.
  enum Format: String, CaseIterable, ArgumentValue {
    case standups, syncUps = "syncups"
    case archive
    case markdown, html, json, csv, srt, vtt
    static var placeholder: String { "FORMAT" }

    /// True for the formats of a single meeting.
    var isOfMeeting: Bool { ![.standups, .syncUps, .archive].contains(self) }
    /// True for formats that contain only the transcript.
    var isWords: Bool { self == .srt || self == .vtt }
  }

  static let which = Argument<[StandupReference]>.rest(
    "STANDUP", help: "Standups to export. Default: all.")
  static let format = Argument<Format?>.option(
    "--format", "-f",
    help:
      "Default: standups, a standups.json that “standups import” reads without loss. syncups is a"
      + " standups.json that the SyncUps app reads as well. archive contains everything that users own."
      + " For one meeting: markdown or html for minutes, json for all data, csv for turns, srt or vtt"
      + " for subtitles."
  )
  static let meeting = Argument<MeetingReference?>.option(
    "--meeting", help: "Meeting to export, in a format for one meeting. Default: the last one.")
  static let output = Argument<String?>.option(
    "--output", "-o", placeholder: "FILE", completion: .file,
    help: "File to write. Default: standard output.")
  static let force = Argument<Bool>.flag("--force", help: "Replace an existing file.")
  static let secrets = Argument<Bool>.flag(
    "--secrets",
    help:
      "Include the secrets of webhooks in an archive, and the URLs of chats, which are also secret."
  )

  static let verb = Verb(
    "export",
    summary:
      "Export standups as a standups.json, everything as an archive, or a meeting as minutes or a table.",
    details: """
      An archive contains all standups with their past meetings, schedules and recording decisions, all webhooks, \
      focus items, persons and teams, from all cells if there are several. Any installation can import it, regardless \
      of its database. It is written while the services run: each standup is a consistent snapshot, but different \
      standups may have been read at different times. Live meetings, logins, keys and the journal are not included. A \
      file name that ends in .gz compresses the archive. Only the owner of the file can read it.
      """,
    arguments: [which, format, meeting, output, force, secrets],
    examples: [
      .init(
        "standups export -o standups.json", "All standups, with all data of each meeting."),
      .init("standups export --format syncups Daily", "One standup, for SyncUps."),
      .init("standups export --format markdown Daily > minutes.md", "Minutes of the last meeting."),
      .init(
        "standups export --format html Daily -o minutes.html", "The same as HTML, for printing."),
      .init(
        "standups export --format csv Daily -o turns.csv",
        "Turns of the last meeting, for a spreadsheet."),
      .init(
        "standups export --format archive -o standups-archive.gz",
        "Everything, for another installation."),
      .init(
        "standups export --format vtt Daily -o standup.vtt",
        "Subtitles for a recording of the meeting."),
    ],
    json:
      "With --output: {“path”, “bytes”}, and for an archive also “documents”, “counts”, “live”, “changes”,"
      + " “torn” and “unreadable”. Without --output: the file itself."
  ) { values, context in
    let format = try values[format] ?? .standups
    guard try values[meeting] == nil || format.isOfMeeting else {
      throw Failure.usage(
        "--meeting needs a format for one meeting, such as --format markdown.")
    }
    if format == .archive { return try await archive(values, context) }
    guard try !values[secrets] else {
      throw Failure.usage("--secrets needs --format archive.")
    }
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      func write(_ page: (String) throws -> Void) async throws {
        guard format.isOfMeeting else {
          return try await file(values, format == .syncUps ? .syncUps : .standups, finder, page)
        }
        try page(try await meeting(values, format, finder, context))
      }
      // Human-readable meeting formats contain no characters that could control a terminal.
      let isPlain = format.isOfMeeting && format != .json
      try await context.write(values, shown: { isPlain ? $0 : DisplayText.safeJSON($0) }, write)
      // Unreadable documents are missing from the file, and are known only after everything has
      // been read.
      guard !format.isOfMeeting else { return }
      context.note(try await connection.send(GetListStatus()).unreadableSentence)
    }
  }

  private static func meeting(
    _ values: Values, _ format: Format, _ finder: Finder, _ context: CommandContext
  ) async throws -> String {
    let references = try values[which]
    guard references.count == 1, let reference = references.first else {
      throw Failure.usage("--format \(format.rawValue) exports one meeting. Name one standup.")
    }
    let found = try await finder.standup(reference)
    let past = try await finder.meeting(try values[meeting] ?? .last, of: found.id)
    if format.isWords, past.segments.isEmpty {
      context.note("This meeting’s transcript has no timestamps, so the subtitles are empty.")
    }
    return switch format {
    case .html: MinutesHTML.document(past, of: found.standup)
    case .json: String(decoding: try BusJSON.encode(past), as: UTF8.self) + "\n"
    case .csv: TurnsCSV.table(past, of: found.standup)
    case .srt: Subtitles.srt(past)
    case .vtt: Subtitles.vtt(past)
    case .markdown, .standups, .syncUps, .archive: Minutes.markdown(past, of: found.standup)
    }
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
  /// Writes text in chunks to the `--output` file, with progress, or to standard output.
  ///
  /// - Parameters:
  ///   - values: the arguments, including `ExportVerb.output` and `.force`.
  ///   - shown: converts a chunk for standard output, which may be a terminal.
  ///   - body: receives a function that writes a chunk.
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

/// The result of writing a file.
private struct Written: Codable {
  var path: String
  var bytes: Int64
}
