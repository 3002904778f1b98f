import Bus
import CommandLineKit
import Foundation
import RouterAPI

/// The `standups services`, `bindings` and `health` commands.
enum BusVerbs {
  static let connections = Argument<Bool>.flag(
    "--connections",
    help: "List all connections instead, with their traffic and queues.")
  static let over = Argument<Seconds?>.option(
    "--over", help: "With --connections: time over which rates are measured. Default: 1s.")

  static let services = Verb(
    "services", summary: "List the connected services, or all connections.",
    details: """
      --connections shows, for each command connection, the messages received and sent per second, the messages \
      dropped because its queue was full, and the bytes that the system has not sent yet. For each event connection it \
      shows the subscriptions, the bytes sent (over TCP only), and the bytes published since the client was last \
      observed reading. Without keys, the owner of an event connection is unknown.
      """,
    arguments: [connections, over],
    examples: [
      .init("standups services", "Services and how busy they are."),
      .init(
        "standups services --connections --over 5s",
        "Traffic of each connection, over five seconds."),
    ],
    json: "{“services”: [{“name”, “instance”, “state”, “capacity”, “inFlight”, “commands”,"
      + " “delegates”, “since”}]}, or {“seconds”, “connections”: [{“connection”, “rates”}]}"
  ) { values, context in
    let seconds = try values[over]
    guard try !values[connections] else {
      return try await ConnectionTable.show(over: seconds?.milliseconds ?? 1000, context)
    }
    guard seconds == nil else { throw Failure.usage("--over needs --connections.") }
    let services = try await context.connected { connection in
      try await ListServices.all { try await connection.send($0) }
    }
    try context.show(ListServices.Reply(services: services)) {
      guard !services.isEmpty else { return ["No service is connected."] }
      var table = Table(
        header: ["SERVICE", "STATE", "BUSY", "COMMANDS", "SINCE", "INSTANCE"], flexible: 0,
        optional: [5, 3, 4])
      table.rows = services.map {
        [
          DisplayText.safe($0.name), $0.state.rawValue, "\($0.inFlight) of \($0.capacity)",
          String($0.commands.count), context.page.date($0.since), DisplayText.safe($0.instance),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let bindings = Verb(
    "bindings", summary: "Show how the services are wired together.",
    details:
      "Services do not know one another. Each line shows a message that a service sends, and the"
      + " commands and events that the router turns it into.",
    examples: [.init("standups bindings", "The whole integration as a table.")],
    json: "{“bindings”: [{“child”, “message”, “owner”, “state”, “causes”, “events”, “reason”}],"
      + " “leftOut”}"
  ) { _, context in
    let reply = try await context.send(ListBindings())
    try context.show(reply) {
      let rest = reply.leftOut.map { ["… and \($0) more without a handler."] } ?? []
      return bindingLines(reply.bindings, context) + rest
    }
  }

  static func bindingLines(_ bindings: [BindingDescription], _ context: CommandContext) -> [String]
  {
    let ink = context.console.ink
    guard !bindings.isEmpty else { return ["No bindings."] }
    var lines: [String] = []
    func name(_ binding: BindingDescription) -> String {
      DisplayText.safe(binding.message + (binding.owner.map { " of \($0)/…" } ?? ""))
    }
    let width = (bindings.map { DisplayText.width(name($0)) }.max() ?? 0) + 2
    var child: String?
    for binding in bindings {
      if binding.child != child {
        if child != nil { lines.append("") }
        lines.append(ink.bold(DisplayText.safe(binding.child)))
        child = binding.child
      }
      var effects = binding.causes.map { "→ \($0)" } + binding.events.map { "⇒ event \($0)" }
      switch binding.state {
      case .bound: if effects.isEmpty { effects = ["answered by the router"] }
      case .ignored: effects = ["– ignored: \(binding.reason ?? "no reason given")"]
      case .unbound: effects = ["✗ no handler"]
      }
      if binding.state == .bound, let reason = binding.reason { effects[0] += "  (\(reason))" }
      for (index, effect) in effects.enumerated() {
        let head = DisplayText.fit(index == 0 ? name(binding) : "", width)
        let text = DisplayText.safe(effect)
        lines.append("  " + head + (binding.state == .unbound ? ink.red(text) : text))
      }
    }
    return lines
  }

  static let check = Argument<Bool>.flag(
    "--check", help: "Print one line and exit like a Nagios plugin.")

  static let health = Verb(
    "health", summary: "Show the health of the services.",
    details: """
      Exits with 0 if all is well, and with 69 if not.

      --check prints one line, “STANDUPS OK - … | …”, with figures after the bar, and exits with 0 for OK, \
      1 for WARNING (something needs attention), 2 for CRITICAL (a service is missing, or the router does not \
      answer), or 3 for UNKNOWN (the check itself failed).
      """,
    arguments: [check],
    examples: [
      .init("standups health", "Each service, and each problem with its solution."),
      .init("standups health --check --timeout 5s", "For a monitoring system."),
    ],
    json:
      "{“status”, “since”, “instance”, “term”, “standbys”: [{“instance”, “since”}], “services”: [{“name”,"
      + " “state”, “instances”, “active”, “standbys”}], “unbound”,"
      + " “unboundCalls”, “deadLetters”, “parked”, “refusedConnections”, “denied”, “problems”}"
  ) { values, context in
    if try values[check] {
      guard !context.globals.isJSON else {
        throw Failure.exclusive("--check", "--json")
      }
      let result = await HealthCheck.ask(context)
      try context.console.print(result.line)
      if result.level != .ok { throw Failure.said(result.level.exit) }
      return
    }
    let reply = try await context.send(GetHealth())
    let loading = context.loading
    try context.show(reply) { healthLines(reply, context, loading: loading) }
    // The problems have been printed.
    if reply.status != .ok { throw Failure.said(.unavailable) }
  }

  /// The health report as text.
  ///
  /// - Parameter loading: services that run on this machine; if they are not connected, they are
  ///   still loading.
  static func healthLines(
    _ reply: GetHealth.Reply, _ context: CommandContext, loading: Set<String> = []
  ) -> [String] {
    let ink = context.console.ink
    var lines = [
      reply.status == .ok ? ink.green("All is well.") : ink.red("There are problems."),
      "Router since \(context.page.date(reply.since))" + stand(reply, at: context.date()),
    ]
    let isPaired = reply.services.contains { $0.standbys != nil }
    var table = Table(header: ["SERVICE", "STATE", "INSTANCES"] + (isPaired ? ["STANDBYS"] : []))
    table.rows = reply.services.map {
      let state = $0.state == .missing && loading.contains($0.name) ? "loading" : $0.state.rawValue
      let row = [DisplayText.safe($0.name), state, String($0.instances)]
      return isPaired ? row + [standbys($0.standbys, at: context.date()) ?? ""] : row
    }
    lines += table.lines(width: context.console.width, ink: ink)
    lines.append(
      "Dead letters: \(reply.deadLetters), waiting messages: \(reply.parked),"
        + " unbound calls: \(reply.unboundCalls)")
    if reply.refusedConnections + reply.denied > 0 {
      lines.append(
        "Rejected by access control: \(DisplayText.count(reply.refusedConnections, "connection")),"
          + " \(DisplayText.count(reply.denied, "message"))")
    }
    lines += reply.unbound.map { "Unbound: \(DisplayText.safe($0))" }
    return lines + reply.problems.map { "• " + DisplayText.safe($0) }
  }

  /// The router's role among several routers, with its standbys.
  private static func stand(_ reply: GetHealth.Reply, at now: Date) -> String {
    guard let term = reply.term else { return "" }
    let name = reply.instance.map { "\(DisplayText.safe($0.prefix(8).description)), " } ?? ""
    let others = standbys(reply.standbys, at: now) ?? "none"
    return ": \(name)active, writer epoch \(term); standbys: \(others)"
  }

  /// The standbys and how long they have been waiting; nil for none.
  private static func standbys(_ standbys: [Standby]?, at now: Date) -> String? {
    guard let standbys, !standbys.isEmpty else { return nil }
    let words = standbys.map { one in
      let ms = max(0, Int64(exactly: now.timeIntervalSince(one.since).rounded()) ?? 0) * 1000
      return
        "\(DisplayText.safe(one.instance.prefix(8).description)) for \(DurationText.words(ms))"
    }
    return words.joined(separator: ", ")
  }
}
