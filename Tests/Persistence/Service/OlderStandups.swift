import Testing

@testable import PersistenceService

/// Standups that were saved before their titles and names were searchable, some of them unreadable.
enum OlderStandups {
  static let bodies = [
    ("a", #"{"standup":{"title":"Design","attendees":[{"id":"1","name":"Ada"},{"name":""}]}}"#),
    ("b", #"{"standup":{"title":"","attendees":[{"name":"Ada Lovelace"},{"name":"Grace"}]}}"#),
    ("c", #"{"standup":{"title":"Product","attendees":[]}}"#),
    ("d", #"{"standup":{"title":"Ada","attendees":["Ada",7,null]},"meetings":1}"#),
    ("e", "{}"), ("f", #"{"standup":7}"#), ("g", "null"), ("h", "{not JSON"), ("i", "[1]"),
  ]

  /// Checks that they are found once the store was opened.
  static func check(_ store: any Store) async throws {
    for (text, ids) in [
      ("ada", ["a", "b", "d"]), ("design", ["a"]), ("prod", ["c"]), ("design ada", ["a"]),
      ("\"ada lovelace\"", ["b"]), ("7", []), ("json", []),
    ] as [(String, [String])] {
      #expect(try await store.search("standups", for: text).sorted() == ids, "\(text)")
    }
  }
}
