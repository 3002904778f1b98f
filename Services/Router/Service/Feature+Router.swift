extension Feature {
  /// The router itself, which stores dead letters.
  static let router = Feature(
    name: "router", documents: [DocumentKind(DeadLetterOffice.collection, erasure: .mentioning)])
}
