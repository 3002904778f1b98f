/// Why a link leads nowhere.
public struct DeepLinkError: Error, Hashable, Sendable {
  /// The link.
  public var link: String
  /// What is wrong with it, without a full stop.
  public var problem: String

  init(_ link: String, _ problem: String) {
    self.link = link
    self.problem = problem
  }
}

extension DeepLinkError: CustomStringConvertible {
  /// A sentence with the link and what is wrong with it.
  public var description: String { "Invalid link “\(link)”: \(problem)." }
}
