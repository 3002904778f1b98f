extension Feature {
  /// The bridge, which publishes events to NATS.
  static let bridge = Feature(name: "bridge", bind: { parent, _ in parent.bindBridge() })
}
