import Bus
import FastJSON
import Links

/// Parts of the command line that a feature adds.
///
/// Each feature with a directory `Services/NAME/Verbs` declares one such value there. ``Features``
/// lists all of them.
struct FeatureVerbs: Sendable {
  /// Name of the feature, which is the name of its directory in `Services`.
  var name: String
  /// Commands, in the order in which the help page shows them.
  var commands: [CommandGroup: [Verb]] = [:]
  /// Returns the code that shows a place; nil if the place belongs to another feature.
  var opens: @Sendable (Place) -> Opening? = { _ in nil }
  /// Sentences about the links to those places, for the help page of `standups open`.
  var linksHelp: String?
  /// The collections of documents that `standups export` writes to an archive.
  var archived: [ArchivedCollection] = []
  /// The data about a person that `standups forget` erases.
  var forgets: PersonalData?
  /// Returns the most important data of an event, for `standups watch`. It is empty if the type is
  /// sufficient or if the data cannot be decoded, and nil for an event that the feature does not
  /// know.
  var eventDetail: @Sendable (CloudEvent, MeetingPage) -> String? = { _, _ in nil }
}

/// Group of commands on the help page. ``Program`` combines the groups with its own commands.
enum CommandGroup: Hashable, Sendable {
  case standups, meetings, people, focusAndBrowser, data, events, integrations, services, program
}

/// Code that shows a place for `standups open`.
struct Opening: Sendable {
  let show: @Sendable (CommandContext) async throws -> Void

  init(_ show: @escaping @Sendable (CommandContext) async throws -> Void) { self.show = show }

  /// Runs a command without arguments.
  init(_ verb: Verb) {
    show = { context in try await verb.run?(Values(), context) }
  }
}

/// A collection of documents that archives contain.
struct ArchivedCollection: Sendable {
  /// Name of the collection in the store.
  var name: String
  /// Noun for one of its documents in reports, such as “past meeting”.
  var noun: String
  /// Deletes the document with an id, as the feature's command does, so that the archive's version
  /// can be imported. Nil for documents of a standup, which are deleted together with it.
  var delete: (@Sendable (_ id: String, _ connection: Connection) async throws -> Void)?
}

/// The data about a person that a feature stores.
struct PersonalData: Sendable {
  /// Name of the member in the output of `standups forget --json`.
  var member: String
  /// Values of the member, as the help page describes them.
  var json: String
  /// Sentences for the help page about the data that is erased.
  var help: String
  /// Finds the data about a person.
  ///
  /// If a standup is given, only the data of that standup is found.
  var find:
    @Sendable (_ person: String, _ standup: StandupReference?, _ connection: Connection)
      async throws -> Found

  /// The data that was found.
  struct Found: Sendable {
    /// Value of the JSON member.
    var json: RawJSON
    /// Places that contain data, one per line; empty if no place contains any.
    var lines: [String]
    /// Erases the data, once the user has confirmed.
    var erase: @Sendable (_ connection: Connection) async throws -> Void
  }
}
