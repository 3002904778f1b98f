public import Foundation

/// Publishes ephemeral events: ticks and partial transcripts.
public protocol EphemeralPublisher: Sendable {
  /// Publishes an event in each topic family that the labels name. Drops it if no client has
  /// subscribed. Never blocks.
  ///
  /// - Parameters:
  ///   - data: the CloudEvent's data, JSON in UTF-8.
  ///   - labels: the topic families.
  func publish(_ data: Data, labels: EventLabels)
}
