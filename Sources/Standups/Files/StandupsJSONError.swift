/// The reason why a `standups.json` was rejected, and its place.
public struct StandupsJSONError: Error, Hashable, Sendable {
  /// Path of the element and its member, such as `[2].attendees[0].name`; empty for the file as a
  /// whole.
  public var path: String
  /// Human-readable description of the problem.
  public var problem: String

  /// Creates an error at a place in the file; an empty path means the file as a whole.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }
}

extension StandupsJSONError: CustomStringConvertible {
  /// A sentence with the place, if there is one, and the problem.
  public var description: String {
    path.isEmpty
      ? "Invalid standups.json: \(problem)."
      : "In standups.json at \(path): \(problem.hasSuffix(".") ? problem : problem + ".")"
  }
}

extension StandupsJSONError {
  /// Converts an error in a part of a file to an error in the whole file.
  ///
  /// - Parameters:
  ///   - standups: number of standups before that part.
  ///   - meetings: number of meetings of its first standup before that part.
  public func moved(standups: Int, meetings: Int) -> StandupsJSONError {
    guard let match = path.wholeMatch(of: /\[(\d+)\](?:\.meetings\[(\d+)\])?(.*)/),
      let standup = Int(match.1)
    else { return self }
    var moved = "[\(standup + standups)]"
    if let meeting = match.2.flatMap({ Int($0) }) {
      moved += ".meetings[\(standup == 0 ? meeting + meetings : meeting)]"
    }
    return StandupsJSONError(path: moved + match.3, problem: problem)
  }

  init(_ error: DecodingError) {
    func path(_ keys: [any CodingKey]) -> String {
      var text = ""
      for key in keys {
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += (text.isEmpty ? "" : ".") + key.stringValue
        }
      }
      return text
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(path: path(context.codingPath + [key]), problem: "a required value is missing")
    case .typeMismatch(_, let context):
      self.init(path: path(context.codingPath), problem: "the value has the wrong type")
    case .valueNotFound(_, let context):
      self.init(path: path(context.codingPath), problem: "the value must not be null")
    case .dataCorrupted(let context):
      self.init(
        path: path(context.codingPath),
        problem: context.codingPath.isEmpty ? "it is not valid JSON" : context.debugDescription)
    @unknown default:
      self.init(path: "", problem: "the file cannot be read")
    }
  }
}
