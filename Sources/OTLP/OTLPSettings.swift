public import StandupsConfiguration
import Foundation
public import WebClient

/// Settings of the export: where spans are sent and which are selected, read from the variables of
/// the OpenTelemetry specification.
///
/// [Exporter](https://opentelemetry.io/docs/specs/otel/protocol/exporter/) and
/// [SDK](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/): the
/// variables for traces override those for all signals, and an empty variable counts as unset.
/// Invalid and unsupported values are rejected.
public struct OTLPSettings: Hashable, Sendable {
  /// URL to which spans are posted.
  public var url: String
  /// Additional request headers; they may hold secrets.
  public var headers: [HTTPHeader] = []
  /// Timeout of a request, in milliseconds.
  public var timeoutMs = 10_000
  /// Selects the traces to export.
  public var sampler = TraceSampler()
  /// Resource that the spans belong to.
  public var resource: OTLPResource
  /// Maximum number of spans per request.
  public var batch = 512
  /// Maximum time that spans wait for others, in milliseconds.
  public var delayMs = 5000

  /// Creates settings with the specification's defaults.
  ///
  /// - Parameters:
  ///   - url: URL to which spans are posted, used unchanged.
  ///   - resource: resource that the spans belong to.
  public init(url: String, resource: OTLPResource) {
    self.url = url
    self.resource = resource
  }

  /// Reads the environment and reports problems to the reader.
  ///
  /// - Returns: nil if nothing is to be exported.
  public static func read(_ reader: inout EnvironmentReader) -> OTLPSettings? {
    refuseUnsupported(&reader)
    let isDisabled = reader.choice("OTEL_SDK_DISABLED", or: Choice.false) == .true
    let exporter = reader.choice("OTEL_TRACES_EXPORTER", or: Exporter.otlp)
    let url = url(&reader)
    var settings = OTLPSettings(
      url: url ?? "", resource: resource(&reader))
    settings.headers = headers(&reader)
    settings.timeoutMs = reader.integer(
      first(of: "TIMEOUT", reader), in: 1...600_000, or: settings.timeoutMs)
    settings.sampler = sampler(&reader)
    settings.batch = reader.integer(
      "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", in: 1...4096, or: settings.batch)
    settings.delayMs = reader.integer(
      "OTEL_BSP_SCHEDULE_DELAY", in: 10...600_000, or: settings.delayMs)
    return url == nil || isDisabled || exporter == .none ? nil : settings
  }

  /// Host and optional port, for logs and messages: the rest of the URL may hold a token.
  public var receiver: String { WebClient.HTTPAddress.receiver(of: url) }

  // MARK: Parts

  private enum Choice: String, CaseIterable { case `true`, `false` }
  private enum Exporter: String, CaseIterable { case otlp, none }
  private enum Transport: String, CaseIterable { case json = "http/json" }
  private enum Compression: String, CaseIterable { case none }

  private static let prefix = "OTEL_EXPORTER_OTLP_"

  /// Returns the variable for traces if it is set, otherwise the one for all signals.
  private static func first(of name: String, _ reader: EnvironmentReader) -> String {
    let own = prefix + "TRACES_" + name
    return reader.value(own) == nil ? prefix + name : own
  }

  /// Rejects settings that are not supported, because ignoring them would be worse, especially
  /// those about trust.
  private static func refuseUnsupported(_ reader: inout EnvironmentReader) {
    _ = reader.choice(first(of: "PROTOCOL", reader), or: Transport.json)
    _ = reader.choice(first(of: "COMPRESSION", reader), or: Compression.none)
    for name in ["CERTIFICATE", "CLIENT_CERTIFICATE", "CLIENT_KEY"] {
      let name = first(of: name, reader)
      guard reader.value(name) != nil else { continue }
      reader.refuse(
        name,
        "Custom certificates are not supported; unset this variable, or export to a collector on the router's host."
      )
    }
  }

  private static func url(_ reader: inout EnvironmentReader) -> String? {
    let name = first(of: "ENDPOINT", reader)
    guard var url = reader.value(name) else { return nil }
    if let problem = WebClient.HTTPAddress.problem(url) {
      // The message omits the value, which may contain a token.
      reader.refuse(name, "It \(problem)")
      return nil
    }
    guard name == prefix + "ENDPOINT" else { return url }
    guard !url.contains("?") else {
      reader.refuse(
        name,
        "Invalid URL with a query; use OTEL_EXPORTER_OTLP_TRACES_ENDPOINT for the complete URL.")
      return nil
    }
    while url.hasSuffix("/") { url.removeLast() }
    return url + "/v1/traces"
  }

  private static func headers(_ reader: inout EnvironmentReader) -> [HTTPHeader] {
    let name = first(of: "HEADERS", reader)
    guard let text = reader.value(name) else { return [] }
    let pairs = pairs(text) ?? []
    let areHeaders = pairs.allSatisfy { key, value in
      key.utf8.allSatisfy(isToken) && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        && !own.contains(key.lowercased())
    }
    guard !pairs.isEmpty, areHeaders else {
      // The message omits the value, which may contain a token.
      reader.refuse(
        name,
        "Invalid headers; expected name=value pairs, comma-separated, with percent-encoded values, and none of"
          + " \(own.sorted().joined(separator: ", ")).")
      return []
    }
    return pairs.map { HTTPHeader($0, $1) }
  }

  /// Headers that the exporter sets itself.
  private static let own: Set<String> = [
    "content-length", "content-type", "host", "transfer-encoding",
  ]

  private static func resource(_ reader: inout EnvironmentReader) -> OTLPResource {
    var attributes: [(key: String, value: String)] = []
    if let text = reader.value("OTEL_RESOURCE_ATTRIBUTES") {
      if let pairs = pairs(text) {
        attributes = pairs
      } else {
        reader.refuse(
          "OTEL_RESOURCE_ATTRIBUTES",
          "Invalid attributes; expected at most \(maxPairs) key=value pairs, comma-separated, with percent-encoded values."
        )
      }
    }
    let named = attributes.last { $0.key == "service.name" }?.value
    let name = reader.value("OTEL_SERVICE_NAME") ?? named ?? "standups"
    if name.utf8.count > maxBytes {
      reader.refuse(
        "OTEL_SERVICE_NAME", "The name is too long; expected at most \(maxBytes) bytes.")
    }
    return OTLPResource(
      name: name,
      shared: attributes.filter { $0.key != "service.name" }.map {
        SpanAttribute($0.key, $0.value)
      },
      version: Version.current)
  }

  private static func sampler(_ reader: inout EnvironmentReader) -> TraceSampler {
    let kind = reader.choice("OTEL_TRACES_SAMPLER", or: SamplerName.parentBasedAlwaysOn)
    var ratio = kind.ratio
    let name = "OTEL_TRACES_SAMPLER_ARG"
    if ratio == nil, let text = reader.value(name) {
      ratio = Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
      if ratio == nil {
        reader.refuse(name, "Invalid number “\(text)”; expected 0 to 1, such as 0.1.")
      }
    }
    return TraceSampler(isParentBased: kind.isParentBased, ratio: ratio ?? 1)
  }

  private enum SamplerName: String, CaseIterable {
    case alwaysOn = "always_on"
    case alwaysOff = "always_off"
    case ratio = "traceidratio"
    case parentBasedAlwaysOn = "parentbased_always_on"
    case parentBasedAlwaysOff = "parentbased_always_off"
    case parentBasedRatio = "parentbased_traceidratio"

    var isParentBased: Bool { rawValue.hasPrefix("parentbased_") }
    /// Sampling ratio that the name implies; nil if another variable specifies it.
    var ratio: Double? {
      switch self {
      case .alwaysOn, .parentBasedAlwaysOn: 1
      case .alwaysOff, .parentBasedAlwaysOff: 0
      case .ratio, .parentBasedRatio: nil
      }
    }
  }

  // MARK: Lists

  private static let maxPairs = 64
  private static let maxBytes = 4096

  /// Parses a list in the format of W3C Baggage: names and percent-encoded values.
  ///
  /// - Returns: nil if the list is invalid or too long.
  private static func pairs(_ text: String) -> [(key: String, value: String)]? {
    var pairs: [(key: String, value: String)] = []
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2,
        let value = sides[1].trimmingCharacters(in: .whitespaces).removingPercentEncoding
      else { return nil }
      let key = sides[0].trimmingCharacters(in: .whitespaces)
      guard !key.isEmpty, key.utf8.count <= 256, value.utf8.count <= maxBytes,
        pairs.count < maxPairs
      else { return nil }
      pairs.append((key, value))
    }
    return pairs
  }

  /// Returns true for a character that a header name may contain (RFC 9110).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
