import AccessRights
import Bus

extension RouterCommands {
  /// Applies the changes of roles that these events report, before the command that led to them is
  /// answered: a role that was acknowledged as removed grants nothing any more.
  ///
  /// - Returns: false if an event cannot be read, so that all roles have to be loaded again.
  func noteRoles(in published: [Publication]) async -> Bool {
    var changes: [PeopleDirectory.Change] = []
    var isComplete = true
    // A repeated command must not put an old role in force again.
    for publication in published where !publication.isEarlier {
      do {
        if let change = try PeopleDirectory.Change(publication.event) { changes.append(change) }
      } catch {
        isComplete = false
      }
    }
    if !changes.isEmpty { await router?.changePeople { [changes] in $0.apply(changes) } }
    return isComplete
  }
}
