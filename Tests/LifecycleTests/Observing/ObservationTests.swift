import StandupsConfiguration
import Foundation
import Glibc
import HTTPServer
import StandupsLogging
import StandupsMetrics
import TestSupport
import Testing
import ZeroMQ

@testable import StandupsLifecycle

/// The HTTP pages of a service, over a real socket.
@Suite struct ObservationTests {
  private func context(_ log: Log = .discarded) throws -> ServiceContext {
    ServiceContext(
      name: "timer", environment: try BusEnvironment([:], userID: 1, isTerminal: false), log: log)
  }

  private func serving(
    _ context: ServiceContext, _ body: (UInt16) async throws -> Void
  ) async throws {
    let lines = Recorder<String>()
    var context = context
    context.log = Log(service: "timer", sink: LogSink(lines.record))
    let server = try ObservationServer(context, at: HTTPAddress(port: 0))
    // As an operator finds it.
    let port = try #require(lines.values.first?.firstMatch(of: /"port":(\d+)/)?.output.1)
    do {
      try await body(try #require(UInt16(port)))
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  @Test func metricsAreThoseOfTheServiceAndOfItsProcess() async throws {
    let context = try context()
    context.metrics.counter("standups_test_total", "A test.").add(2)
    try await serving(context) { port in
      let answer = try await blocking { try HTTPClient.ask("GET", "/metrics", port: port) }
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == MetricText.contentType)
      #expect(answer.body.contains("\nstandups_test_total 2\n"))
      #expect(answer.body.contains("\nstandups_scrape_complete 1\n"))
      #expect(answer.body.contains("standups_build_info{version="))
      for name in [
        "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
        "process_max_fds", "process_start_time_seconds", "process_virtual_memory_bytes",
        "process_threads",
      ] {
        let value = answer.body.split(separator: "\n").first { $0.hasPrefix(name + " ") }
          .flatMap { Double($0.dropFirst(name.count + 1)) }
        #expect((value ?? 0) > 0, "\(name)")
      }
    }
  }

  @Test func healthAndReadinessAreTold() async throws {
    let context = try context()
    try await serving(context) { port in
      let status = { @Sendable (path: String) async throws -> Int in
        try await blocking { try HTTPClient.ask("GET", path, port: port).status }
      }
      var found: [Int] = []
      found.append(try await status("/healthz"))
      found.append(try await status("/readyz"))
      context.checks.add("router", .ready) { nil }
      found.append(try await status("/readyz"))
      context.checks.add("work", .alive) { "It hangs." }
      found.append(try await status("/healthz"))
      found.append(try await status("/nothing"))
      found.append(try await status("/"))
      #expect(found == [200, 503, 200, 503, 404, 200])
    }
  }

  /// A hung thread makes the service not alive, and metrics are still shown.
  @Test func aLoopThatHangsIsFound() async throws {
    let context = try context()
    let loop = try SocketLoop(name: "hangs")
    context.observe(loop)
    context.metrics.counter("standups_test_total", "A test.").add()
    func ask(_ path: String, patience: Duration = .milliseconds(100)) async throws -> HTTPResponse {
      let pages = ObservationPages(context: context, patience: patience)
      return try await blocking { pages.answer(HTTPRequest(method: "GET", path: path)) }
    }
    // On a busy machine, a loop that does not hang may need longer, too.
    #expect(try await ask("/healthz", patience: .seconds(300)).status == 200)
    let gate = DispatchSemaphore(value: 0)
    loop.async { gate.wait() }
    let hung = try await ask("/healthz")
    let metrics = try await ask("/metrics")
    gate.signal()
    await loop.stop()
    #expect(hung.status == 503)
    #expect(hung.body.contains(#""name":"loop""#))
    #expect(metrics.body.contains("\nstandups_test_total 1\n"))
    #expect(metrics.body.contains("\nstandups_scrape_complete 0\n"))
  }

  @Test func theProcessKnowsItself() throws {
    #expect(try #require(ProcessMetrics.statm()).resident > 100)
    let start = try #require(ProcessMetrics.startTime())
    #expect(start > 1_700_000_000)
    #expect(ProcessMetrics.cpuMicroseconds() > 0)
  }

  @Test(
    arguments: [
      ("9464", "127.0.0.1", 9464), ("*:0", "*", 0), ("localhost:80", "localhost", 80),
      ("[::1]:9464", "[::1]", 9464), ("0.0.0.0:65535", "0.0.0.0", 65535),
    ] as [(String, String, UInt16)])
  func addressesAreRead(_ text: String, _ host: String, _ port: UInt16) {
    #expect(HTTPAddress(text) == HTTPAddress(host: host, port: port))
  }

  @Test(arguments: ["", ":", "*", "x", "host:", "host:65536", ":9464", "a b:1", "http://x:1", "-1"])
  func whatIsNoAddressIsRefusedByName(_ text: String) {
    #expect(HTTPAddress(text) == nil)
    // Returns because an empty variable counts as unset.
    guard !text.isEmpty else { return }
    let error = #expect(throws: ConfigurationError.self) {
      try BusEnvironment(["STANDUPS_HTTP": text], userID: 1, isTerminal: false)
    }
    #expect(error?.problems.map(\.variable) == ["STANDUPS_HTTP"])
  }

  @Test func severalOnOneMachineFollowEachOther() {
    #expect(HTTPAddress(port: 9464).advanced(by: 2) == HTTPAddress(port: 9466))
    #expect(HTTPAddress(port: 0).advanced(by: 2) == HTTPAddress(port: 0))
    #expect(HTTPAddress(port: 65_535).advanced(by: 2) == HTTPAddress(port: 0))
  }
}
