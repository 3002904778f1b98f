/// Names of topic families in the table `heads`.
enum View {
  static func type(_ type: String) -> String { "t/" + type }
  static func standup(_ id: String) -> String { "s/" + id }
  static func meeting(_ id: String) -> String { "m/" + id }
}
