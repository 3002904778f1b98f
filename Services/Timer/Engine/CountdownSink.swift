import TimerAPI

/// Takes the effects of the engine, in the order in which they happened.
///
/// Within one countdown the order is that of elapsed time; at one and the same elapsed time first the
/// speaker changes, then the tick (which names that speaker), then the finish.
protocol CountdownSink {
  /// A tick is due.
  ///
  /// - Returns: whether anybody wanted it. If not, none of this countdown's are due any more until
  ///   ``CountdownEngine/listen(from:count:at:)``.
  mutating func tick(_ data: TickData, from source: inout TickSource) -> Bool
  /// The next speaker's turn began because its time came.
  mutating func speakerChanged(_ key: CountdownKey, speaker: Int, elapsedMs: Int64)
  /// The time is up.
  mutating func finished(_ key: CountdownKey, elapsedMs: Int64)
  /// It is gone, or another one of the same id took its place; nothing of it need be told any more.
  mutating func ended(_ key: CountdownKey)
}

/// Names one countdown; another one that is started later under the same id has another serial.
struct CountdownKey: Hashable, Sendable {
  var id: String
  var serial: UInt64
}
