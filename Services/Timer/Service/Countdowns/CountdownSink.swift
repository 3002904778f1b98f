import TimerAPI

/// A receiver of the engine's effects, in order.
///
/// For one countdown, the order is that of elapsed time. At the same elapsed time, a change of
/// speaker comes first, then the tick (which names that speaker), then the end.
protocol CountdownSink {
  /// Receives a tick that is due.
  ///
  /// - Returns: true if it had a subscriber. If false, the countdown's ticks are not due any more
  ///   until ``CountdownEngine/resumeTicks(from:count:at:)`` is called.
  mutating func tick(_ data: TickData, from source: inout TickSource) -> Bool
  /// Receives a turn that began because its start time was reached.
  mutating func speakerChanged(_ key: CountdownKey, speaker: Int, elapsedMs: Int64)
  /// Receives the end of a countdown's time.
  mutating func finished(_ key: CountdownKey, elapsedMs: Int64)
  /// Receives the removal of a countdown, or its replacement by another one with the same id, so
  /// that reports about it can stop.
  mutating func ended(_ key: CountdownKey)
}

/// Identifies one countdown. A later countdown with the same id has another serial.
struct CountdownKey: Hashable, Sendable {
  var id: String
  var serial: UInt64
}
