import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell

extension PeopleReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    /// Saves a person. The sort key is the time at which the person was added, in milliseconds since
    /// 1970-01-01 UTC.
    case put(Person, sortKey: Int64, replacing: Person?)
    case remove(Person)
    /// Removes a person whose document is invalid.
    case discard(PersonID)
    /// Saves a team; nil as its name removes it.
    case team(String, name: String?)
    /// Opens a team whose removal was interrupted.
    case open(String)
    /// Erases the content of saved replies and events about a person.
    case erase(PersonID)
    /// Saves a consent to the recognition of a voice, with the print.
    case putVoice(PersonID, SavedVoice)
    /// Removes the consent and the print of a person, if there is one.
    case removeVoice(PersonID)
    /// Erases the documents that the same transaction removes from the disk, too.
    case eraseRemoved

    func document() throws -> DocumentChange {
      switch self {
      case .put(let person, let sortKey, _):
        .put(
          Document(
            collection: Person.collection, id: person.id, sortKey: sortKey,
            body: try RawJSON(encoding: person)))
      case .remove(let person): .delete(collection: Person.collection, id: person.id)
      case .discard(let id): .delete(collection: Person.collection, id: id)
      case .team(let id, let name):
        .put(
          Document(
            collection: SavedTeam.collection, id: id,
            body: try RawJSON(encoding: SavedTeam(name: name))))
      case .open(let id): .delete(collection: ClosedTeam.collection, id: id)
      case .erase(let id): .erase(Erasure(subject: id))
      case .putVoice(let id, let voice):
        .put(
          Document(
            collection: SavedVoice.collection, id: id, body: try RawJSON(encoding: voice)))
      case .removeVoice(let id): .delete(collection: SavedVoice.collection, id: id)
      case .eraseRemoved: .erase(.removed)
      }
    }
  }
}

/// Loads the saved state at the start, and changes it when a command is durable.
extension PeopleReduction {
  mutating func read(_ document: Document) {
    if document.collection == SavedTeam.collection { return readTeam(document) }
    if document.collection == SavedVoice.collection { return readVoice(document) }
    do {
      let person = try document.value(as: Person.self)
      if let claim = Claim.all(of: person).first(where: { state.saved.owners[$0] != nil }),
        let other = state.saved.owners[claim]
      {
        // No command would have written this, and both persons would sign in as one.
        throw BusError(
          .invalid,
          "Its e-mail address or an identity is also that of person \(other.lowercaseText).")
      }
      state.saved.put(person, replacing: nil)
    } catch {
      let error = BusError(any: error)
      state.saved.unreadable[document.id] = error.message
      log(.error, "Cannot read person \(document.id); left unchanged: \(error)")
    }
  }

  private mutating func readTeam(_ document: Document) {
    do {
      let team = try document.value(as: SavedTeam.self)
      state.saved.setTeam(document.id, name: team.name)
    } catch {
      state.saved.unreadableTeams.insert(document.id)
      log(.error, "Cannot read team “\(document.id)”; left unchanged: \(error)")
    }
  }

  mutating func allIsRead() {
    beginLoad()
    state.voices.isChecked = state.voices.all.isEmpty
    if !state.voices.isChecked { start(.checkVoices) }
    log(
      .info,
      "Loaded. Persons: \(state.saved.persons.count), teams: \(state.saved.teamIDs.count).")
  }

  private mutating func beginLoad() { state.load = reducer.uuid().lowercaseText }

  mutating func apply(_ change: PeopleReducer.Change, of operation: Operation) {
    switch change {
    case .put(let person, _, let earlier): state.saved.put(person, replacing: earlier)
    case .remove(let person): state.saved.remove(person)
    case .discard(let id): state.saved.unreadable[id] = nil
    case .team(let id, let name):
      state.saved.setTeam(id, name: name)
      guard state.saved.unreadableTeams.remove(id) != nil, name != nil else { return }
      state.saved.findMembers(of: id)
      // The router does not know these roles, and loads all again.
      beginLoad()
    case .putVoice(let id, let voice): state.voices.put(voice, of: id)
    case .removeVoice(let id): state.voices.remove(id)
    case .open, .erase, .eraseRemoved: break
    }
  }
}
