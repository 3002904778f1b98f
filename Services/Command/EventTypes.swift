import ServiceCatalog

/// The known event types.
enum EventTypes {
  /// The durable types, which the journal stores.
  static let durable = ServiceCatalog.durableEvents
  /// The ephemeral types, which are published but not stored.
  static let ephemeral = ServiceCatalog.ephemeralEvents
  static let all = durable + ephemeral
  /// The event families: prefixes of the durable types up to and including the first dot.
  static let families = Set(durable.map { String($0.prefix { $0 != "." }) + "." }).sorted()

  /// Notice that a view shows for an event that it cannot decode.
  static func unreadableNotice(_ type: String) -> String {
    "Cannot read the event \(type). This program may be out of date."
  }

  /// Types that a word selects: a type, or all types of a family such as `meeting` or `meeting.`.
  /// An unknown word is returned unchanged, because the router may know it.
  static func expanded(_ word: String) -> [String] {
    if all.contains(word) { return [word] }
    let family = all.filter { $0.hasPrefix(word.hasSuffix(".") ? word : word + ".") }
    return family.isEmpty ? [word] : family
  }
}
