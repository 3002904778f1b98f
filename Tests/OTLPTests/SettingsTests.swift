import Bus
import StandupsConfiguration
import Foundation
import TestSupport
import Testing
import WebClient

@testable import OTLP

/// The settings alone, as a program reads them.
private struct Settings: ProgramSettings {
  var tracing: OTLPSettings?
  static let variables: [EnvironmentVariable] = []
  static let standardVariables = OTLPSettings.variables
  init(_ reader: inout EnvironmentReader) { tracing = OTLPSettings.read(&reader) }
}

/// Settings with the names of OpenTelemetry's specification.
@Suite struct SettingsTests {
  private let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"]

  private func read(_ variables: [String: String]) throws -> OTLPSettings {
    try #require(
      try Settings.reading(endpoint.merging(variables) { $1 }).tracing)
  }

  @Test func withoutAnEndpointNothingIsExported() throws {
    #expect(try Settings.reading([:]).tracing == nil)
    #expect(try Settings.reading(["OTEL_SERVICE_NAME": "x"]).tracing == nil)
    for off in [["OTEL_SDK_DISABLED": "true"], ["OTEL_TRACES_EXPORTER": "none"]] {
      #expect(try Settings.reading(endpoint.merging(off) { $1 }).tracing == nil)
    }
    #expect(try Settings.reading(["OTEL_EXPORTER_OTLP_ENDPOINT": ""]).tracing == nil)
  }

  @Test func whatIsNotSetIsAsTheSpecificationHasIt() throws {
    let settings = try read([:])
    #expect(settings.url == "http://localhost:4318/v1/traces")
    #expect(settings.receiver == "localhost:4318")
    #expect(settings.timeoutMs == 10_000)
    #expect(settings.batch == 512)
    #expect(settings.delayMs == 5000)
    #expect(settings.headers == [])
    #expect(settings.sampler == TraceSampler(isParentBased: true, ratio: 1))
    #expect(settings.resource.name == "standups")
  }

  @Test(arguments: [
    ("https://c.example", "https://c.example/v1/traces"),
    ("https://c.example/", "https://c.example/v1/traces"),
    ("https://c.example/otlp/", "https://c.example/otlp/v1/traces"),
  ])
  func aPathIsAddedToAnEndpointForAllSignals(base: String, url: String) throws {
    #expect(try read(["OTEL_EXPORTER_OTLP_ENDPOINT": base]).url == url)
  }

  @Test func whatIsForTracesGoesBeforeWhatIsForAll() throws {
    let settings = try read([
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://traces.example/x?y=1",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1000", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "2000",
      "OTEL_EXPORTER_OTLP_HEADERS": "a=1", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "b=2, c=x%2Cy%20z",
    ])
    #expect(settings.url == "http://traces.example/x?y=1")
    #expect(settings.timeoutMs == 2000)
    #expect(settings.headers == [HTTPHeader("b", "2"), HTTPHeader("c", "x,y z")])
  }

  @Test func theResourceIsWhatBothVariablesSay() throws {
    let settings = try read([
      "OTEL_RESOURCE_ATTRIBUTES":
        "service.name=unused,deployment.environment.name=a%20b,service.version=9",
      "OTEL_SERVICE_NAME": "acme",
    ])
    #expect(
      settings.resource.attributes(of: "timer") == [
        SpanAttribute("service.name", "acme-timer"),
        SpanAttribute("deployment.environment.name", "a b"),
        SpanAttribute("service.version", "9"),
      ])
    let named = try read(["OTEL_RESOURCE_ATTRIBUTES": "service.name=acme"])
    #expect(
      named.resource.attributes(of: "timer")[0] == SpanAttribute("service.name", "acme-timer"))
  }

  @Test(
    arguments: [
      ("always_on", nil, false, 1), ("always_off", nil, false, 0),
      ("traceidratio", "0.25", false, 0.25), ("parentbased_always_on", "0.5", true, 1),
      ("parentbased_always_off", nil, true, 0), ("parentbased_traceidratio", "0.125", true, 0.125),
      ("parentbased_traceidratio", nil, true, 1),
    ] as [(String, String?, Bool, Double)])
  func samplersAreThoseOfTheSpecification(
    name: String, argument: String?, isParentBased: Bool, ratio: Double
  ) throws {
    var variables = ["OTEL_TRACES_SAMPLER": name]
    variables["OTEL_TRACES_SAMPLER_ARG"] = argument
    #expect(
      try read(variables).sampler == TraceSampler(isParentBased: isParentBased, ratio: ratio))
  }

  @Test(arguments: [
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318?x"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://u:secret@localhost"),
    ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "ftp://x"),
    ("OTEL_EXPORTER_OTLP_TIMEOUT", "0"), ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "soon"),
    ("OTEL_EXPORTER_OTLP_HEADERS", "secret"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0d%0ab:c"),
    ("OTEL_EXPORTER_OTLP_HEADERS", "Content-Type=secret"),
    ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a b=secret"),
    ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
    ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/x"), ("OTEL_SDK_DISABLED", "yes"),
    ("OTEL_TRACES_SAMPLER", "jaeger_remote"), ("OTEL_RESOURCE_ATTRIBUTES", "a"),
    ("OTEL_RESOURCE_ATTRIBUTES", "a=%zz"), ("OTEL_BSP_SCHEDULE_DELAY", "0"),
    ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4097"), ("OTEL_TRACES_EXPORTER", "zipkin"),
  ])
  func whatIsWrongIsRefusedByName(name: String, value: String) {
    let variables = endpoint.merging([name: value]) { $1 }
    #expect(Settings.problems(variables) == [name])
    do {
      _ = try Settings.reading(variables)
    } catch {
      #expect(!"\(error)".contains("secret"))
    }
  }

  @Test(arguments: ["-0.1", "1.1", "nan", "all", ""])
  func aRatioIsFromNoneToAll(text: String) {
    #expect(
      Settings.problems(
        endpoint.merging([
          "OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": text,
        ]) { $1 }) == (text.isEmpty ? [] : ["OTEL_TRACES_SAMPLER_ARG"]))
  }

  @Test func everyVariableThatIsExplainedIsRead() throws {
    // Each one rejects something.
    let variables = OTLPSettings.variables.filter { $0.name != "OTEL_SERVICE_NAME" }
    #expect(!variables.isEmpty)
    for variable in variables {
      let wrong =
        variable.name == "OTEL_TRACES_SAMPLER_ARG" ? ["OTEL_TRACES_SAMPLER": "traceidratio"] : [:]
      #expect(
        Settings.problems(endpoint.merging(wrong) { $1 }.merging([variable.name: "\u{1}"]) { $1 })
          == [variable.name])
    }
    #expect(
      Settings.problems(["OTEL_SERVICE_NAME": String(repeating: "x", count: 5000)]) == [
        "OTEL_SERVICE_NAME"
      ])
  }
}
