import Composition

extension Integration {
  /// Binds the people service. Persistence stores its decisions, and the router publishes them.
  mutating func bindPeople() {
    bindStore(of: .people, publishing: ["person.*", "team.*"])
  }
}
