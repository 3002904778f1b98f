/// The names of the journal's views in `heads`.
enum View {
  static func type(_ type: String) -> String { "t/" + type }
  static func standup(_ id: String) -> String { "s/" + id }
  static func meeting(_ id: String) -> String { "m/" + id }
}
