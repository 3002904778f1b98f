/// The router's part in one feature, which the feature declares in its `Bindings`.
struct Feature: Sendable {
  /// Name of its service, or of the feature if it has none.
  var name: String
  /// Documents that the feature stores.
  var documents: [DocumentKind] = []
}
