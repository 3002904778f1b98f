import BridgeAPI
import Bus
import Foundation

/// `standups bridge`
enum BridgeVerb {
  static let verb = Verb(
    "bridge", summary: "See how the bridge to NATS is, and mend its stream.",
    details: """
      The bridge publishes every kept event to a JetStream stream, whose sequences are those of the journal \
      less a number that is in its name. It runs where STANDUPS_NATS_URL is set. The journal is the truth: \
      what the stream has lost is made again from it.
      """,
    examples: [
      .init("standups bridge status", "Whether events get through, and how far."),
      .init("standups bridge status --json", "For programs."),
    ],
    verbs: [status, rebuild, remove])

  private static let json =
    "{“state”: “off”, “away” or “live”, “reason”, “awaySince”, “server”, “stream”, “base”, “epoch”,"
    + " “sequence”, “behind”, “published”, “omitted”, “erased”, “rebuilt”,"
    + " “left”: [{“name”, “messages”, “bytes”}]}"

  private static let status = Verb(
    "status", summary: "Show how the bridge is.",
    details: "Exit code 69 while NATS is set and no events get through.",
    examples: [.init("standups bridge status", "All about it.")], json: json
  ) { _, context in
    let bridge = try await context.send(GetBridge())
    try context.show(bridge) { lines(bridge, context) }
    if bridge.state == .away {
      throw Failure(
        .unavailable, code: "away", bridge.reason ?? "No events get through to NATS at present.")
    }
  }

  private static let rebuild = Verb(
    "rebuild", summary: "Drop the stream, and make it anew from the journal.",
    details: """
      Sequences stay the same, unless the journal no longer has the first events. Consumers of NATS are \
      dropped with the stream; those who follow it make theirs again and go on where they were.
      """,
    arguments: [DeleteVerb.yes],
    examples: [.init("standups bridge rebuild --yes", "Does not ask; for scripts.")], json: json
  ) { values, context in
    let bridge = try await context.connected { connection in
      let agreed = try Confirmation.ask(
        "drop the stream and make it anew from the journal?", isGiven: values[DeleteVerb.yes],
        context)
      return agreed
        ? try await connection.send(RebuildBridge()) : try await connection.send(GetBridge())
    }
    try context.show(bridge) { lines(bridge, context) }
  }

  private static let stream = Argument<String>.required(
    "STREAM", help: "Its name, as “standups bridge status” shows it.")

  private static let remove = Verb(
    "remove", summary: "Remove a stream that an earlier journal has left.",
    arguments: [stream, DeleteVerb.yes],
    examples: [
      .init("standups bridge remove standups_0b1c2d3e_0 --yes", "Does not ask; for scripts.")
    ], json: json
  ) { values, context in
    let name = try values[stream]
    let bridge = try await context.connected { connection in
      let agreed = try Confirmation.ask(
        "remove the stream \(DisplayText.safe(name))?", isGiven: values[DeleteVerb.yes], context)
      return agreed
        ? try await connection.send(RemoveBridgeStream(name: name))
        : try await connection.send(GetBridge())
    }
    try context.show(bridge) { lines(bridge, context) }
  }

  static func lines(_ bridge: BridgeStatus, _ context: CommandContext) -> [String] {
    guard bridge.state != .off else {
      return ["No NATS is set (STANDUPS_NATS_URL), so no events go there."]
    }
    let rows: [(String, String?)] = [
      ("State", bridge.state.rawValue),
      ("Reason", bridge.reason.map(DisplayText.safe)),
      ("Since", bridge.awaySince.map(context.page.date)),
      ("Server", bridge.server.map(DisplayText.safe)),
      ("Stream", bridge.stream.map(DisplayText.safe)),
      (
        "Position",
        bridge.sequence.map { "\($0)" + (bridge.behind.map { ", \($0) behind" } ?? "") }
      ),
      ("Published", "\(bridge.published) since the start"),
      ("Omitted", bridge.omitted > 0 ? "\(bridge.omitted), too large for NATS" : nil),
      ("Erased", bridge.erased > 0 ? "\(bridge.erased)" : nil),
      ("Rebuilt", bridge.rebuilt > 0 ? "\(bridge.rebuilt) times" : nil),
    ]
    return rows.compactMap { name, value in
      value.map { name.padding(toLength: 10, withPad: " ", startingAt: 0) + $0 }
    }
      + bridge.left.map {
        "Left      \(DisplayText.safe($0.name)), \($0.messages) messages, \($0.bytes) bytes"
      }
  }
}
