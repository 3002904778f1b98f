import BridgeAPI
import Bus
import Foundation

/// The `standups bridge` command.
enum BridgeVerb {
  static let verb = Verb(
    "bridge", summary: "Show the bridge to NATS, and repair its stream.",
    details: """
      The bridge publishes every durable event to a JetStream stream. The sequence of an event in the stream is \
      its sequence in the journal minus a base, which is part of the stream’s name. The bridge runs if \
      STANDUPS_NATS_URL is set. The journal is the source of truth: events that the stream has lost are \
      published again.
      """,
    examples: [
      .init("standups bridge status", "State and position of the bridge."),
      .init("standups bridge status --json", "As JSON."),
    ],
    verbs: [status, rebuild, remove])

  private static let json =
    "{“state”: “off”, “away” or “live”, “reason”, “awaySince”, “server”, “stream”, “base”, “epoch”,"
    + " “sequence”, “behind”, “published”, “omitted”, “erased”, “rebuilt”,"
    + " “left”: [{“name”, “messages”, “bytes”}]}"

  private static let status = Verb(
    "status", summary: "Show the state of the bridge.",
    details: "Exits with 69 if NATS is configured and no events get through.",
    examples: [.init("standups bridge status", "State, stream and position.")], json: json
  ) { _, context in
    let bridge = try await context.send(GetBridge())
    try context.show(bridge) { lines(bridge, context) }
    if bridge.state == .away {
      throw Failure(
        .unavailable, code: "away", bridge.reason ?? "No events are getting through to NATS.")
    }
  }

  private static let rebuild = Verb(
    "rebuild", summary: "Delete the stream and rebuild it from the journal.",
    details: """
      Sequences stay the same, unless the journal no longer contains the first events. NATS consumers are deleted \
      with the stream; clients must create their consumers again, and can then continue where they were.
      """,
    arguments: [Confirmation.yes],
    examples: [.init("standups bridge rebuild --yes", "Without confirmation, for scripts.")],
    json: json
  ) { values, context in
    let bridge = try await context.connected { connection in
      let agreed = try Confirmation.ask(
        "Delete the stream and rebuild it from the journal?", isGiven: values[Confirmation.yes],
        context)
      return agreed
        ? try await connection.send(RebuildBridge()) : try await connection.send(GetBridge())
    }
    try context.show(bridge) { lines(bridge, context) }
  }

  private static let stream = Argument<String>.required(
    "STREAM", help: "Name of the stream, as shown by “standups bridge status”.")

  private static let remove = Verb(
    "remove", summary: "Remove a stream that an earlier journal left behind.",
    arguments: [stream, Confirmation.yes],
    examples: [
      .init(
        "standups bridge remove standups_0b1c2d3e_0 --yes", "Without confirmation, for scripts.")
    ], json: json
  ) { values, context in
    let name = try values[stream]
    let bridge = try await context.connected { connection in
      let agreed = try Confirmation.ask(
        "Remove the stream \(DisplayText.safe(name))?", isGiven: values[Confirmation.yes], context)
      return agreed
        ? try await connection.send(RemoveBridgeStream(name: name))
        : try await connection.send(GetBridge())
    }
    try context.show(bridge) { lines(bridge, context) }
  }

  static func lines(_ bridge: BridgeStatus, _ context: CommandContext) -> [String] {
    guard bridge.state != .off else {
      return ["The bridge is off: STANDUPS_NATS_URL is not set."]
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
      ("Published", "\(bridge.published) since it started"),
      ("Omitted", bridge.omitted > 0 ? "\(bridge.omitted), too large for NATS" : nil),
      ("Erased", bridge.erased > 0 ? "\(bridge.erased)" : nil),
      ("Rebuilt", bridge.rebuilt > 0 ? DisplayText.count(bridge.rebuilt, "time") : nil),
    ]
    return rows.compactMap { name, value in
      value.map { name.padding(toLength: 10, withPad: " ", startingAt: 0) + $0 }
    }
      + bridge.left.map {
        "Leftover  \(DisplayText.safe($0.name)), \(DisplayText.count($0.messages, "message")),"
          + " \(DisplayText.count($0.bytes, "byte"))"
      }
  }
}
