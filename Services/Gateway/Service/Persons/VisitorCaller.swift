import Bus
import Foundation
import ZeroMQ

/// Sends the commands for persons and tokens over the registered connection, and all others as a tool.
struct VisitorCaller: TargetCaller {
  var tool: any TargetCaller
  var registered: RegisteredCaller

  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    let caller: any TargetCaller = options.principal == nil ? tool : registered
    return try await caller.request(
      target, body: body, attachments: attachments, key: key, options: options)
  }
}

/// Sends commands over the connection on which the gateway is registered, so that the router
/// accepts those for persons and tokens without keys, too.
///
/// A router that was restarted denies them until the gateway has registered again.
struct RegisteredCaller: TargetCaller {
  var peer: Peer

  /// Interval between attempts, in milliseconds.
  private static let pauseMs = 200

  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    var options = options
    if options.retries, options.idempotencyKey == nil {
      options.idempotencyKey = Header.risingID().lowercaseText
    }
    while true {
      do {
        return try await peer.request(
          target, body: body, attachments: attachments, key: key, options: options)
      } catch let error as BusError where error.code == .denied && error.detail?["member"] == "for"
      {
        options.timeoutMs -= Self.pauseMs
        guard options.retries, options.timeoutMs > 0 else {
          throw BusError(
            .unavailable, "The gateway is not registered with the router yet; try again.",
            retryAfterMs: 500)
        }
        try await Task.sleep(for: .milliseconds(Self.pauseMs))
      }
    }
  }
}
