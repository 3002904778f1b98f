import Bus
import Composition
import Foundation
import ServiceCatalog
import StandupsConfiguration
import TimerAPI

/// Services that this program does not know, with their access to the store, and the bindings that
/// the installation configures for their delegate messages.
struct OutsideServices: Hashable, Sendable {
  /// The configured bindings, in the order of the setting.
  private(set) var rules: [BindingRule] = []
  /// Services that the setting names without a binding, because they only store documents.
  private(set) var services: [String] = []

  static let variable = "STANDUPS_BINDINGS"

  /// The router's own commands that a registered outside service may send.
  static let commands: Set<String> = ["events.publish"]

  /// Sentence for the sender of a delegate message that no binding handles.
  static let remedy =
    "To lead it to a command, set \(variable)=MESSAGE=COMMAND for the router; see"
    + " docs/outside-services.md."

  /// Sentence for the sender of a message of the store that the setting does not name.
  static let senderRemedy =
    "An outside service that stores documents needs \(variable)=NAME for the router; see"
    + " docs/outside-services.md."

  /// First words of the collections of all features. A service with such a name could use them.
  private static let collectionWords = Set(
    DocumentKind.all.map { kind in String(kind.collection.prefix { $0 != "." }) })

  /// The timer's reports and requests that can be bound for an outside owner.
  private enum TimerMessage {
    static let finished = CountdownFinished.target
    static let speakerChanged = CountdownSpeakerChanged.target
    static let requested = CountdownsRequested.target
    static let all: Set<String> = [finished, speakerChanged, requested]
  }

  /// Receivers to which no outside message may be bound, with the reasons.
  private static let closed = [
    "persistence": "it stores the documents of all services without checking their owner",
    "transcription": "it accepts only the audio of meetings",
    "router": "these commands are for operators",
    "events": "an outside service sends “events.publish” itself",
    "archive": "these commands are for operators",
  ]

  /// No outside services.
  init() {}

  /// Reads the setting; problems are reported to the reader.
  init(_ reader: inout EnvironmentReader) {
    guard let text = reader.value(Self.variable) else { return }
    let (rules, services, invalid) = BindingRule.list(text)
    self.rules = rules
    self.services = services
    for part in invalid {
      reader.refuse(Self.variable, "Invalid binding “\(part)”; expected \(BindingRule.form).")
    }
    for problem in problems { reader.refuse(Self.variable, problem) }
  }

  /// Creates the services of some rules, and further services without rules; `problems` checks them.
  init(_ rules: [BindingRule], services: [String] = []) {
    self.rules = rules
    self.services = services
  }

  /// Names of the outside services, sorted.
  var names: [String] {
    let named = rules.flatMap { [$0.owner ?? $0.sender, $0.receiver] } + services
    return Set(named.filter(Self.isOutside)).sorted()
  }

  /// Services with countdowns: those that the timer reports to, and those that start some.
  private var owners: [String] {
    Set(rules.compactMap { $0.owner ?? ($0.receiver == "timer" ? $0.sender : nil) }).sorted()
  }

  private static func isOutside(_ name: String) -> Bool {
    !ServiceCatalog.reservedWords.contains(name) && !collectionWords.contains(name)
      && OwnedID.isOwner(name) && ![OwnedID.tool, OwnedID.load].contains(name)
  }

  // MARK: Checks

  /// Contradictions and gaps, as sentences; empty if the rules are valid.
  var problems: [String] {
    let wrong =
      services.compactMap { Self.problem(ofService: $0) } + rules.compactMap { Self.problem($0) }
      + repeated
    guard wrong.isEmpty else { return wrong }
    return owners.flatMap { owner in
      [TimerMessage.finished, TimerMessage.requested].filter { message in
        !rules.contains { $0.owner == owner && $0.message == message }
      }.map {
        "Missing binding “\($0)/\(owner)=COMMAND”: the service “\(owner)” has countdowns, so it must"
          + " be notified of their end, and list them when the timer or the router restarts."
      }
    }
  }

  /// A sentence for each message that has two bindings.
  private var repeated: [String] {
    var known: Set<String> = []
    return rules.compactMap { rule in
      known.insert(rule.subject).inserted
        ? nil : "“\(rule.subject)” is bound twice; expected one command for each message."
    }
  }

  private static func problem(ofService name: String) -> String? {
    isOutside(name)
      ? nil
      : "“\(name)” is not the name of an outside service. Expected 1 to 32 lower-case letters that no"
        + " service or collection of this installation uses."
  }

  private static func problem(_ rule: BindingRule) -> String? {
    if let owner = rule.owner { return problem(rule, owner) }
    if let problem = problem(ofService: rule.sender) {
      return "“\(rule.message)” cannot be bound: \(problem)"
    }
    if let reason = closed[rule.receiver] {
      return
        "“\(rule.message)” cannot lead to “\(rule.command)”: \(reason)."
    }
    let known = ServiceCatalog.children.flatMap(\.words)
    guard known.contains(rule.receiver) || isOutside(rule.receiver) else {
      return "“\(rule.message)” cannot lead to “\(rule.command)”: no service handles it."
    }
    return nil
  }

  private static func problem(_ rule: BindingRule, _ owner: String) -> String? {
    guard TimerMessage.all.contains(rule.message) else {
      return
        "“\(rule.message)” cannot be bound for the owner “\(owner)”; expected one of"
        + " \(TimerMessage.all.sorted().joined(separator: ", "))."
    }
    guard isOutside(owner), rule.receiver == owner else {
      return
        "“\(rule.message)/\(owner)” cannot lead to “\(rule.command)”: the owner is the outside service"
        + " that receives the command, so expected “\(rule.message)/NAME=NAME.VERB”."
    }
    return nil
  }

  // MARK: Bindings

  /// Adds the services and their bindings to the integration.
  func bind(_ parent: inout Integration) {
    for name in names {
      parent.child(name)
      parent.bindStore(ofOutside: name)
    }
    for rule in rules where rule.owner == nil {
      // Only the timer's commands are about work that has an owner.
      parent.relay(rule, of: rule.sender, about: rule.receiver == "timer" ? rule.sender : nil)
    }
    for owner in owners { bindCountdowns(of: owner, &parent) }
  }

  private func bindCountdowns(of owner: String, _ parent: inout Integration) {
    let own = rules.filter { $0.owner == owner }
    for rule in own where rule.message != TimerMessage.requested {
      parent.relay(rule, of: "timer")
    }
    if !own.contains(where: { $0.message == TimerMessage.speakerChanged }) {
      parent.ignore(
        CountdownSpeakerChanged.self, of: "timer", for: owner,
        because: "\(Self.variable) does not bind it for “\(owner)”.")
    }
    for rule in own where rule.message == TimerMessage.requested {
      parent.gather(
        CountdownsRequested.self, of: "timer",
        alsoFrom: .owner(owner, asking: rule.command) { _, after, parent in
          try await Self.countdowns(of: owner, rule.command, after, parent)
        })
    }
  }

  /// Returns a page of a service's countdowns.
  ///
  /// - Throws: only `unavailable`, after which the timer keeps the countdowns that it has: a defect
  ///   of an outside service must not keep the clocks of meetings from the timer.
  private static func countdowns(
    of owner: String, _ command: String, _ after: String?, _ parent: Parent
  ) async throws -> CountdownsRequested.Reply {
    let page: CountdownsRequested.Reply
    do {
      let query = try BusJSON.encode(CountdownsRequested(after: after))
      page = try BusJSON.decode(
        from: try await parent.relay(command, body: query, timeoutMs: Parent.patienceMs))
    } catch {
      throw BusError(.unavailable, "“\(command)” did not return the countdowns: \(error)")
    }
    guard !page.countdowns.isEmpty || page.next == nil else {
      throw BusError(
        .unavailable, "“\(command)” returned a page without countdowns, and a cursor to the next.")
    }
    guard page.countdowns.allSatisfy({ OwnedID($0.id)?.owner == owner }) else {
      throw BusError(
        .unavailable, "“\(command)” returned countdowns whose ids do not begin with “\(owner)/”.")
    }
    return page
  }
}
