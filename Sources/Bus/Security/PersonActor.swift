public import Foundation

/// The id of a person as an actor: `person/UUID`, in the members `by` and `for` of a header and in
/// the attribute `by` of an event.
public enum PersonActor {
  private static let prefix = "person/"

  /// Returns the id of the actor.
  public static func id(of person: UUID) -> String { prefix + person.lowercaseText }

  /// Returns the person; nil for another actor, or an invalid id.
  public static func person(in id: String) -> UUID? {
    id.hasPrefix(prefix) ? UUID(text: String(id.dropFirst(prefix.count))) : nil
  }
}
