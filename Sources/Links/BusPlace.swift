/// A page of the bus, for the operators of the services.
public enum BusPlace: Hashable, Sendable {
  /// The list of these pages.
  case system
  /// The health of the services.
  case health
  /// The services that are connected.
  case services
  /// The bindings between the services.
  case bindings
  /// The messages of the dead-letter queue.
  case deadLetters
  /// The trace of a command, selected by one of its ids or the beginning of one: 8 to 36 lowercase
  /// hexadecimal digits and hyphens.
  case trace(String)
}

extension BusPlace {
  /// Minimum and maximum length of a trace id or of its beginning, in characters.
  private static let traceCharacters = 8...36

  /// Reads the place from the steps of a link.
  ///
  /// - Parameter first: the step that selects the place.
  /// - Returns: nil if no place starts with that step.
  init?(_ first: String, reading steps: inout LinkSteps) throws(DeepLinkError) {
    switch first {
    case "system": self = .system
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
    case .system: "/system"
    case .health: "/health"
    case .services: "/services"
    case .bindings: "/bindings"
    case .deadLetters: "/dead-letters"
    case .trace(let id): "/traces/\(id)"
    }
  }
}
