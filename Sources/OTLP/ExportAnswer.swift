import Foundation
import WebClient

/// Meaning of a collector's response, according to the [OTLP
/// specification](https://opentelemetry.io/docs/specs/otlp/#otlphttp-response).
enum ExportAnswer: Hashable, Sendable {
  /// Accepted, except for the number of rejected spans; the message is the collector's.
  case taken(rejected: Int, message: String?)
  /// Retry, after the given number of seconds if the collector named one.
  case again(afterSeconds: Int?, reason: String)
  /// Rejected; do not retry.
  case refused(reason: String)

  /// Interprets the outcome of a request.
  ///
  /// - Parameter spans: number of spans in the request.
  init(_ result: Result<HTTPResponse, HTTPFailure>, spans: Int) {
    switch result {
    case .failure(let failure):
      self = .again(afterSeconds: nil, reason: failure.message)
    case .success(let response):
      let reason = "The collector responded with status \(response.status)."
      switch response.status {
      case 200..<300:
        let partial = Self.partialSuccess(response.body)
        let rejected = min(max(0, partial?.rejectedSpans?.number ?? 0), spans)
        let message = partial?.errorMessage.map { Self.short($0) }
        self = .taken(rejected: rejected, message: message?.isEmpty == true ? nil : message)
      case 429, 502, 503, 504: self = .again(afterSeconds: response.retryAfter, reason: reason)
      default: self = .refused(reason: reason)
      }
    }
  }

  private struct Body: Decodable { var partialSuccess: Partial? }
  private struct Partial: Decodable {
    var rejectedSpans: Count?
    var errorMessage: String?
  }
  /// A 64-bit number, which protobuf's JSON encodes as a string or as a number.
  private struct Count: Decodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self.number = number
      } else {
        number = Int(try container.decode(String.self)) ?? 0
      }
    }
  }

  /// Reads the partial success from a response. A collector may respond without a body, or with one
  /// that is not JSON.
  private static func partialSuccess(_ body: Data) -> Partial? {
    guard !body.isEmpty else { return nil }
    return try? JSONDecoder().decode(Body.self, from: body).partialSuccess
  }

  private static func short(_ text: String) -> String { String(text.prefix(300)) }
}

/// Retry policy of an export: the delay before each retry and the maximum total. A value type.
struct ExportPatience: Hashable, Sendable {
  private var nextSeconds = 1.0
  private var waitedSeconds = 0.0

  private static let maxSeconds = 30.0
  /// Maximum total wait, after which the spans are dropped.
  private static let inAllSeconds = 90.0

  /// Returns the next delay. It doubles with each retry up to 30 s, half of it is random, and it is
  /// at least the delay that the collector requested.
  ///
  /// - Parameter random: from 0 to 1.
  /// - Returns: nil if the spans are to be dropped.
  mutating func next(atLeast seconds: Int?, random: Double) -> Duration? {
    let asked = Double(seconds ?? 0)
    let wait = max(nextSeconds * (0.5 + random / 2), asked)
    guard waitedSeconds + wait <= Self.inAllSeconds else { return nil }
    waitedSeconds += wait
    nextSeconds = min(2 * nextSeconds, Self.maxSeconds)
    return .milliseconds(Int64(wait * 1000))
  }
}
