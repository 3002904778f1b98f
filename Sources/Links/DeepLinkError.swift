/// The reason why a link is invalid.
public struct DeepLinkError: Error, Hashable, Sendable {
  /// The link or path as it was passed in.
  public var link: String
  /// The problem, as a clause without a full stop.
  public var problem: String

  init(_ link: String, _ problem: String) {
    self.link = link
    self.problem = problem
  }
}

extension DeepLinkError: CustomStringConvertible {
  /// A sentence with the link and its problem.
  public var description: String { "Invalid link “\(link)”: \(problem)." }
}
