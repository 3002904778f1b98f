public import Foundation

/// The way out for events that are not kept: ticks and partial transcripts.
public protocol EphemeralPublisher: Sendable {
  /// Publishes under every view that the labels name. Dropped if nobody subscribed; never blocks.
  ///
  /// - Parameters:
  ///   - data: the CloudEvent's data, JSON in UTF-8.
  ///   - labels: the views.
  func publish(_ data: Data, labels: EventLabels)
}
