import Foundation
import WebClient

/// What a collector's answer means, as the [OTLP specification](https://opentelemetry.io/docs/specs/otlp/#otlphttp-response)
/// says.
enum ExportAnswer: Hashable, Sendable {
  /// Taken, but for so many spans; what the collector said of them, or in general.
  case taken(rejected: Int, message: String?)
  /// To be sent again, after so many seconds if it says when.
  case again(afterSeconds: Int?, reason: String)
  /// Never to be sent again.
  case refused(reason: String)

  /// - Parameter spans: how many were sent.
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
  /// A 64-bit number, which JSON of protocol buffers has as a string or as a number.
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

  /// A collector need not say anything, or JSON.
  private static func partialSuccess(_ body: Data) -> Partial? {
    guard !body.isEmpty else { return nil }
    return try? JSONDecoder().decode(Body.self, from: body).partialSuccess
  }

  private static func short(_ text: String) -> String { String(text.prefix(300)) }
}

/// How long is waited before a request is sent again, and how often. A value.
struct ExportPatience: Hashable, Sendable {
  private var nextSeconds = 1.0
  private var waitedSeconds = 0.0

  private static let maxSeconds = 30.0
  /// After that much waiting, spans are given up.
  private static let inAllSeconds = 90.0

  /// The next wait: twice as long each time, half of it random; but at least what the collector asked for.
  ///
  /// - Parameter random: from 0 to 1.
  /// - Returns: nil if it is given up.
  mutating func next(atLeast seconds: Int?, random: Double) -> Duration? {
    let asked = Double(seconds ?? 0)
    let wait = max(nextSeconds * (0.5 + random / 2), asked)
    guard waitedSeconds + wait <= Self.inAllSeconds else { return nil }
    waitedSeconds += wait
    nextSeconds = min(2 * nextSeconds, Self.maxSeconds)
    return .milliseconds(Int64(wait * 1000))
  }
}
