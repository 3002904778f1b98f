import Bus
import CommandLineKit
import Foundation
import RouterAPI
import ServiceCatalog

/// `standups services`, `bindings`, `ping` and `health`.
enum BusVerbs {
  static let services = Verb(
    "services", summary: "List the services that are connected.",
    examples: [.init("standups services", "Who is there, and how busy.")],
    json: "{“services”: [{“name”, “instance”, “state”, “capacity”, “inFlight”, “commands”,"
      + " “delegates”, “since”}]}"
  ) { _, context in
    let services = try await context.connected { connection in
      try await ListServices.all { try await connection.send($0) }
    }
    try context.show(ListServices.Reply(services: services)) {
      guard !services.isEmpty else { return ["No service is connected."] }
      var table = Table(
        header: ["SERVICE", "STATE", "BUSY", "COMMANDS", "SINCE", "INSTANCE"], flexible: 5)
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
      "The services know nothing of one another. Each line is a message that one of them sends,"
      + " and the commands for others and the events that it leads to.",
    examples: [.init("standups bindings", "The whole integration as a table.")],
    json: "{“bindings”: [{“child”, “message”, “owner”, “state”, “causes”, “events”, “reason”}],"
      + " “leftOut”}"
  ) { _, context in
    let reply = try await context.send(ListBindings())
    try context.show(reply) {
      let rest = reply.leftOut.map { ["… and \($0) more that nothing handles."] } ?? []
      return bindingLines(reply.bindings, context) + rest
    }
  }

  static func bindingLines(_ bindings: [BindingDescription], _ context: CommandContext) -> [String]
  {
    let ink = context.console.ink
    guard !bindings.isEmpty else { return ["Nothing is bound."] }
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
      case .ignored: effects = ["– ignored: \(binding.reason ?? "no reason is given")"]
      case .unbound: effects = ["✗ nothing handles it"]
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

  static let ping = Verb(
    "ping", summary: "See whether the router and all services answer.",
    details: "The health check of containers: exit code 0 if all is well, 69 if not. It waits 2 s"
      + " unless --timeout says otherwise.",
    arguments: [only],
    examples: [
      .init("standups ping", "Says how long the answer took."),
      .init("standups ping --only router", "The router alone."),
    ],
    json: "{“status”: “ok” or “degraded”, “ms”, “missing”: [service]}"
  ) { values, context in
    var context = context
    context.globals.timeoutMs = context.globals.timeoutMs ?? 2_000
    let begin = ContinuousClock.now
    let health = try await context.send(GetHealth())
    let ms = (ContinuousClock.now - begin).milliseconds
    let wanted = try values[only]
    if let wanted, wanted != "router", !health.services.contains(where: { $0.name == wanted }) {
      throw Failure(.unavailable, code: "unavailable", "There is no service “\(wanted)”.")
    }
    let missing = health.services.filter { $0.state != .up && (wanted ?? $0.name) == $0.name }
      .map(\.name)
    let result = Ping(status: missing.isEmpty ? .ok : .degraded, ms: ms, missing: missing)
    try context.show(result) { missing.isEmpty ? ["All is well (\(ms) ms)."] : [] }
    if !missing.isEmpty {
      throw Failure(
        .unavailable, code: "degraded",
        "The router answers, but missing: \(missing.joined(separator: ", ")).")
    }
  }

  static let only = Argument<String?>.option(
    "--only", placeholder: "SERVICE",
    completion: .words(ServiceCatalog.all.map(\.name)),
    help: "Ask about this one only.")

  struct Ping: Codable {
    var status: GetHealth.Status
    var ms: Int
    var missing: [String]
  }

  static let health = Verb(
    "health", summary: "Say what is well and what is not.",
    details: "Exit code 0 if all is well, 69 if not.",
    examples: [.init("standups health", "Each service, and each problem with its way out.")],
    json: "{“status”, “since”, “services”: [{“name”, “state”, “instances”}], “unbound”,"
      + " “unboundCalls”, “deadLetters”, “parked”, “refusedConnections”, “denied”, “problems”}"
  ) { _, context in
    let reply = try await context.send(GetHealth())
    try context.show(reply) { healthLines(reply, context) }
    if reply.status != .ok {
      throw Failure(
        .unavailable, code: "degraded",
        reply.problems.first.map(DisplayText.safe) ?? "Not all is well.")
    }
  }

  static func healthLines(_ reply: GetHealth.Reply, _ context: CommandContext) -> [String] {
    let ink = context.console.ink
    var lines = [
      reply.status == .ok ? ink.green("All is well.") : ink.red("Not all is well."),
      "Router since \(context.page.date(reply.since))",
    ]
    var table = Table(header: ["SERVICE", "STATE", "INSTANCES"])
    table.rows = reply.services.map {
      [DisplayText.safe($0.name), $0.state.rawValue, String($0.instances)]
    }
    lines += table.lines(width: context.console.width, ink: ink)
    lines.append(
      "Dead letters \(reply.deadLetters), waiting \(reply.parked),"
        + " unbound calls \(reply.unboundCalls)")
    if reply.refusedConnections + reply.denied > 0 {
      lines.append(
        "Refused for want of a key: \(reply.refusedConnections) connections,"
          + " \(reply.denied) messages")
    }
    lines += reply.unbound.map { "Unbound: \(DisplayText.safe($0))" }
    return lines + reply.problems.map { "• " + DisplayText.safe($0) }
  }
}

extension Duration {
  /// Cut to whole milliseconds.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
