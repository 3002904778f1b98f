/// A link that leads straight to a place, such as `standups:///standups/<id>/record`.
///
/// An open alert is `…/alert/<name>` after the list (`standups:///alert/dataFailedToLoad`) or after
/// a live meeting (`standups:///standups/<id>/record/alert/endMeeting`).
///
/// ```swift
/// let link = DeepLink(.record(standup.id))
/// let text = link.description  // standups:///standups/<id>/record
/// let same = try DeepLink(text)
/// ```
public struct DeepLink: Hashable, Sendable {
  /// Where the link leads.
  public var place: Place

  /// The link to a place; each place has one.
  public init(_ place: Place) { self.place = place }

  /// The scheme of every link.
  public static let scheme = "standups"

  /// Reads a link.
  ///
  /// - Parameter text: the scheme in any case; one slash at the end is allowed.
  /// - Throws: `DeepLinkError`, which says what is wrong with it.
  public init(_ text: String) throws(DeepLinkError) {
    place = try Self.place(of: try Self.path(of: text), in: text)
  }

  /// The steps of the path.
  private static func path(of text: String) throws(DeepLinkError) -> [String] {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == scheme else {
      throw DeepLinkError(text, "a link begins with “standups:///”")
    }
    guard parts[1].hasPrefix("///") else {
      throw DeepLinkError(text, "there are three slashes after “standups:”, for there is no host")
    }
    if let character = parts[1].first(where: { "?#%".contains($0) }) {
      throw DeepLinkError(text, "a link has no “\(character)”")
    }
    var steps = parts[1].dropFirst(3).split(separator: "/", omittingEmptySubsequences: false)
    if steps.last?.isEmpty == true { steps.removeLast() }
    return steps.map(String.init)
  }

  private static func place(
    of steps: [String], in text: String
  ) throws(DeepLinkError) -> Place {
    guard let first = steps.first else { return .list }
    switch first {
    case "alert":
      return .listAlert(try name(in: steps.dropFirst(), of: text))
    case "standups":
      guard steps.count >= 2 else {
        throw DeepLinkError(text, "after “standups” comes the id of a standup")
      }
      let standup: Standup.ID = try id(steps[1], of: "standup", in: text)
      return try place(under: standup, steps.dropFirst(2), in: text)
    case "edit", "record", "meetings", "settings":
      throw DeepLinkError(
        text, "“\(first)” belongs to a standup: standups:///standups/<id>/\(first)")
    default:
      throw DeepLinkError(text, "there is no “\(first)”; expected “standups” or “alert”")
    }
  }

  private static func place(
    under standup: Standup.ID, _ steps: ArraySlice<String>, in text: String
  ) throws(DeepLinkError) -> Place {
    guard let first = steps.first else { return .standup(standup) }
    let rest = steps.dropFirst()
    switch first {
    case "edit":
      try nothing(rest, after: first, of: text)
      return .edit(standup)
    case "settings":
      try nothing(rest, after: first, of: text)
      return .settings(standup)
    case "meetings":
      guard let meeting = rest.first else {
        throw DeepLinkError(text, "after “meetings” comes the id of a meeting")
      }
      try nothing(rest.dropFirst(), after: "the meeting", of: text)
      return .meeting(standup, try id(meeting, of: "meeting", in: text))
    case "record":
      guard let next = rest.first else { return .record(standup) }
      guard next == "alert" else {
        throw DeepLinkError(text, "after “record” there can only be “alert”, not “\(next)”")
      }
      return .recordAlert(standup, try name(in: rest.dropFirst(), of: text))
    default:
      throw DeepLinkError(
        text, "a standup has no “\(first)”; expected “edit”, “settings”, “meetings” or “record”")
    }
  }

  private static func id<Owner>(
    _ step: String, of thing: String, in text: String
  ) throws(DeepLinkError) -> Identifier<Owner> {
    guard let id = Identifier<Owner>(step) else {
      throw DeepLinkError(text, "“\(step)” is not the id of a \(thing), which is a UUID")
    }
    return id
  }

  private static func name<Name: RawRepresentable<String> & CaseIterable>(
    in steps: ArraySlice<String>, of text: String
  ) throws(DeepLinkError) -> Name {
    guard let step = steps.first, let name = Name(rawValue: step) else {
      let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw DeepLinkError(text, "after “alert” comes one of \(names)")
    }
    try nothing(steps.dropFirst(), after: step, of: text)
    return name
  }

  private static func nothing(
    _ steps: ArraySlice<String>, after last: String, of text: String
  ) throws(DeepLinkError) {
    if let step = steps.first {
      throw DeepLinkError(text, "nothing can come after \(last), but there is “\(step)”")
    }
  }
}

extension DeepLink: CustomStringConvertible {
  /// The link as text, with ids in lower case; `init(_:)` reads it.
  public var description: String {
    let root = "\(Self.scheme):///"
    return switch place {
    case .list: root
    case .listAlert(let name): "\(root)alert/\(name.rawValue)"
    case .standup(let id): "\(root)standups/\(id)"
    case .edit(let id): "\(root)standups/\(id)/edit"
    case .settings(let id): "\(root)standups/\(id)/settings"
    case .meeting(let id, let meeting): "\(root)standups/\(id)/meetings/\(meeting)"
    case .record(let id): "\(root)standups/\(id)/record"
    case .recordAlert(let id, let name):
      "\(root)standups/\(id)/record/alert/\(name.rawValue)"
    }
  }
}
