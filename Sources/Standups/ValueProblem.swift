/// A problem of a saved or imported value, with the path of its member.
public struct ValueProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Path of the member, with a dot before it, such as `.segments[2].speaker`.
  public var path: String
  /// The problem, or the expected value.
  public var problem: String

  init(_ path: String, _ problem: String) { (self.path, self.problem) = (path, problem) }

  /// A sentence that names the member and the problem.
  public var description: String {
    "“\(path.dropFirst())”: \(problem.hasSuffix(".") ? problem : problem + ".")"
  }
}

extension ValueProblem {
  /// Returns the same problem with a path that begins with the enclosing value.
  func within(_ path: String) -> ValueProblem { ValueProblem(path + self.path, problem) }
}

extension Int64 {
  /// Returns a problem if the number is outside the range; nil otherwise.
  func problem(_ path: String, in range: ClosedRange<Int64>) -> ValueProblem? {
    range.contains(self)
      ? nil : ValueProblem(path, "expected \(range.lowerBound) to \(range.upperBound), not \(self)")
  }
}

extension Sequence {
  /// Returns the first problem of an element, with its index in the path.
  func firstProblem(_ path: String, _ problem: (Element) -> ValueProblem?) -> ValueProblem? {
    for (index, element) in enumerated() {
      if let problem = problem(element) { return problem.within("\(path)[\(index)]") }
    }
    return nil
  }
}
