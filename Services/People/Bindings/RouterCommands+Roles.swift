import AccessRights
import Bus

extension RouterCommands {
  /// Applies the changes of roles that these events report, before the command that led to them is
  /// answered: a role that was acknowledged as removed grants nothing any more. If an event cannot
  /// be read, all roles are loaded again.
  func noteRoles(in published: [Publication]) async {
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
    guard !changes.isEmpty || !isComplete else { return }
    await router?.changePeople { [changes, isComplete] register in
      register.apply(changes)
      if !isComplete { register.reload() }
    }
  }
}
