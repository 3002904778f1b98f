/// A problem of a saved or imported value, and its place.
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
  /// The problem of a part of a value.
  func within(_ path: String) -> ValueProblem { ValueProblem(path + self.path, problem) }
}

extension Int64 {
  /// The problem of a number outside a range; nil for one inside.
  func problem(_ path: String, in range: ClosedRange<Int64>) -> ValueProblem? {
    range.contains(self)
      ? nil : ValueProblem(path, "expected \(range.lowerBound) to \(range.upperBound), not \(self)")
  }
}

extension Sequence {
  /// The first problem of an element, with its place.
  func firstProblem(_ path: String, _ problem: (Element) -> ValueProblem?) -> ValueProblem? {
    for (index, element) in enumerated() {
      if let problem = problem(element) { return problem.within("\(path)[\(index)]") }
    }
    return nil
  }
}
