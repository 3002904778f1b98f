import Audio
import CommandLineKit
import Foundation
import SoundFiles
import Standups
import StandupsAPI

/// The `standups update` command and its subcommands.
enum UpdateVerbs {
  private static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  private static let text = Argument<[String]>.rest(
    "TEXT",
    help:
      "Text of the update, in one or several lines: at most \(WrittenUpdate.longestText) characters."
      + " Several words are joined by spaces."
  )
  private static let person = Argument<String?>.option(
    "--for", placeholder: "NAME",
    help: "Attendee whose update it is. Default: the attendee who is linked to you.")
  private static let audio = Argument<String?>.option(
    "--audio", placeholder: "FILE", completion: .file,
    help:
      "Recording of at most 2 minutes with your update, instead of TEXT (WAV, FLAC, Ogg, Opus, MP3 …). The"
      + " recognised text is shown, and saved if you confirm it; the audio is not stored.")
  private static let name = Argument<String>.required(
    "NAME", help: "Name of the attendee whose update is removed.")
  private static let json = "{“attendee”: {“id”, “name”}, “text”, “atMs”, “by”}"

  static let verb = Verb(
    "update", summary: "Write an update for a meeting that you cannot attend.",
    details: """
      An update is shown in the attendee’s turn, or at the end if the attendee is absent, and is part of the minutes. \
      It waits for the next meeting that is saved; an attendee has at most one, and a new one replaces it. An update \
      that is written during a meeting appears in that meeting.
      """,
    examples: [
      .init("standups update write Daily \"Login page: done.\" --for Ann", "Ann’s update."),
      .init("standups update list Daily", "The updates for the next meeting."),
      .init("standups update remove Daily Ann", "Ann attends after all."),
    ], verbs: [write, list, remove])

  private static let write = Verb(
    "write", summary: "Write the update of an attendee.",
    arguments: [standup, text, person, audio, Confirmation.yes],
    examples: [
      .init("standups update write Daily \"Login page: done.\" --for Ann", "Ann’s update."),
      .init("standups update write Daily --audio update.wav", "Your update, dictated."),
    ],
    json: "{“attendee”: {“id”, “name”}, “atMs”, “by”, “meeting”: the live meeting that shows it}"
  ) { values, context in
    let typed = try values[text].joined(separator: " ")
    let recording = try values[audio].map { AudioSource.recording($0) }
    guard typed.isEmpty != (recording == nil) else {
      throw Failure.usage(
        typed.isEmpty
          ? "TEXT is missing; specify the text of the update, or --audio FILE."
          : "TEXT and --audio cannot be used together.")
    }
    let isConfirmed = try values[Confirmation.yes]
    let samples: [Int16]
    if let recording {
      try Confirmation.check(isGiven: isConfirmed, context)
      samples = try await DictatedText.samples(of: recording)
    } else {
      samples = []
    }
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let attendee = try values[person].map { try LiveVerbs.attendee($0, of: found.standup) }
      var text = typed
      if !samples.isEmpty {
        let dictated = DictatedText(
          connection: connection, standup: found.id, tool: context.uuid())
        let lines = try await dictated.lines(of: samples)
        guard !lines.isEmpty else { throw Failure.usage("No words were recognised.") }
        text = lines.joined(separator: "\n")
        if !isConfirmed {
          for line in lines { context.console.note(DisplayText.safe(line)) }
        }
        guard try Confirmation.ask("Save this update?", isGiven: isConfirmed, context) else {
          return context.console.note("Nothing was saved.")
        }
      }
      let written = try await connection.send(
        WriteUpdate(standup: found.id, attendee: attendee, text: text))
      try context.show(written) {
        let name = DisplayText.safe(written.attendee.displayName)
        return [
          "Saved the update of \(name)"
            + (written.meeting == nil
              ? " for the next meeting." : "; it is shown in the live meeting.")
        ]
      }
    }
  }

  private static let list = Verb(
    "list", summary: "List the written updates for the next meeting, or for the live one.",
    arguments: [standup],
    examples: [.init("standups update list Daily", "All updates, oldest first.")],
    json: "{“updates”: [\(json)]}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let reply = try await connection.send(ListUpdates(standup: found.id))
      try context.show(reply) {
        reply.updates.isEmpty ? ["No written updates."] : context.page.lines(reply.updates)
      }
    }
  }

  private static let remove = Verb(
    "remove", summary: "Remove the written update of an attendee.",
    arguments: [standup, name],
    examples: [.init("standups update remove Daily Ann", "Removes Ann’s update.")]
  ) { values, context in
    let name = try values[name]
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let attendee = try LiveVerbs.attendee(name, of: found.standup)
      let done = try await connection.send(RemoveUpdate(standup: found.id, attendee: attendee))
      let shown = found.standup.attendees[id: attendee]?.displayName ?? name
      try context.show(done) { ["Removed the update of \(DisplayText.safe(shown))."] }
    }
  }
}

extension MeetingPage {
  /// Written updates, each with the attendee and the time.
  func lines(_ updates: [WrittenUpdate]) -> [String] {
    updates.flatMap { update -> [String] in
      let written = date(Date(timeIntervalSince1970: Double(update.atMs) / 1000))
      return [
        console.ink.bold(DisplayText.safe(update.attendee.displayName))
          + console.ink.dim("  " + written)
      ] + text(update.lines)
    }
  }

  /// Lines of an update, indented.
  func text(_ lines: [Substring]) -> [String] {
    lines.flatMap {
      DisplayText.wrap(DisplayText.safe(String($0)), width: max(28, (console.width ?? 100) - 2))
    }
    .map { "  " + $0 }
  }
}
