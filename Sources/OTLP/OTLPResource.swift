/// Who did what is told of: what all participants have in common, and how each is called.
public struct OTLPResource: Hashable, Sendable {
  /// What the names of the participants begin with: `standups` makes `standups-timer` of the timer.
  public var name: String
  /// What is said of each, besides its name.
  public var shared: [SpanAttribute]
  /// The version of the programs.
  public var version: String

  /// - Parameter shared: an attribute that is set twice counts as it was set first.
  public init(name: String, shared: [SpanAttribute] = [], version: String) {
    self.name = name
    self.shared = shared
    self.version = version
  }

  /// The attributes of a participant.
  func attributes(of participant: String) -> [SpanAttribute] {
    let own = [
      SpanAttribute("service.name", "\(name)-\(participant)"),
      SpanAttribute("service.version", version),
    ]
    var names: Set<String> = []
    return ([own[0]] + shared + [own[1]]).filter { names.insert($0.key).inserted }
  }
}
