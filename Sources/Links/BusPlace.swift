/// A place for those who look after the services.
public enum BusPlace: Hashable, Sendable {
  /// What is well and what is not.
  case health
  /// The services that are connected.
  case services
  /// How they are wired together.
  case bindings
  /// What could not be delivered.
  case deadLetters
  /// All that one command led to, by an id in it or how one begins: 8 to 36 hexadecimal digits in lower
  /// case, and hyphens.
  case trace(String)
}

extension BusPlace {
  /// What is told of a trace's id: from so many characters on it stands for one.
  private static let traceCharacters = 8...36

  /// The place that begins with a step; nil if none does.
  init?(_ first: String, reading steps: inout LinkSteps) throws(DeepLinkError) {
    switch first {
    case "health": self = .health
    case "services": self = .services
    case "bindings": self = .bindings
    case "dead-letters": self = .deadLetters
    case "traces":
      guard let step = steps.next() else {
        throw steps.error("expected the id of a trace after “traces”")
      }
      let digits = step.lowercased().utf8
      guard Self.traceCharacters.contains(digits.count), digits.allSatisfy(Self.isOfAnID) else {
        throw steps.error(
          "“\(step)” is not a trace id; expected the id, or at least its first"
            + " \(Self.traceCharacters.lowerBound) characters")
      }
      self = .trace(step.lowercased())
      try steps.end(after: "the trace")
      return
    default: return nil
    }
    try steps.end(after: first)
  }

  private static func isOfAnID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  var path: String {
    switch self {
    case .health: "/health"
    case .services: "/services"
    case .bindings: "/bindings"
    case .deadLetters: "/dead-letters"
    case .trace(let id): "/traces/\(id)"
    }
  }
}
