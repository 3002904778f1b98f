#if DEBUG || SIMULATION
  import StandupsDependencies
  import Foundation
  import WebClient
  import ZeroMQ

  @testable import WebhooksService

  /// A receiver of webhooks, which stores the accepted deliveries.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Receiver: @unchecked Sendable {
    private var random: SeededGenerator
    /// Number of deliveries per thousand that fail. Half of them are rejected; for the others, the reply is
    /// lost.
    var failsOfThousand: Int64 = 0
    /// Ids of the accepted events in order, including duplicates.
    private(set) var taken: [String] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    func post(_ request: HTTPRequest, on loop: SocketLoop) async -> Result<
      HTTPResponse, HTTPFailure
    > {
      let fails = Int64.random(in: 0..<1000, using: &random) < failsOfThousand
      let isLost = Bool.random(using: &random)
      let ms = Int64.random(in: 1...20, using: &random)
      guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(ms)))) != nil else {
        return .failure(HTTPFailure(code: .cancelled, message: "The service ended."))
      }
      if fails, !isLost { return .success(HTTPResponse(status: 503, retryAfter: nil)) }
      if let id = request.headers.first(where: { $0.name == "ce-id" })?.value { taken.append(id) }
      if fails { return .failure(HTTPFailure(code: .timeout, message: "No answer.")) }
      return .success(HTTPResponse(status: 200, retryAfter: nil))
    }
  }
#endif
