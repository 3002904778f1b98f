import Foundation
import RouterAPI
import TestSupport
import Testing

@testable import BusRouter
@testable import DeadLetterQueue
@testable import Bus
@testable import RouterService

/// The router's reports about its services fit one message, however many there are and whatever
/// they declare.
@Suite struct ManyServicesTests {
  private func name(_ start: String) -> String {
    start + String(repeating: "x", count: Limits.targetBytes - start.utf8.count)
  }

  private func fits(_ reply: some Encodable) throws -> Bool {
    try BusJSON.encode(reply).count < Limits.bytes - Limits.headBytes
  }

  /// A service with the maximum declarations.
  private func service(_ number: Int, isStandby: Bool = false) -> RouterReport.Service {
    var manifest = Manifest(
      ServiceDefinition(name: name("s\(number % 7)-"), commands: CommandTable()), instance: UUID())
    manifest.commands = (0..<1000).map {
      CommandDeclaration(target: name("c\($0)."), access: .parent)
    }
    manifest.delegates = (0..<1000).map { name("d\(number).\($0).") }
    return RouterReport.Service(
      manifest: manifest, sinceMs: Int64(number), inFlight: 0, isDraining: false,
      isStandby: isStandby)
  }

  @Test func pagesOfServices() throws {
    let all = (0..<20).map { service($0, isStandby: $0 > 15) }
    var after: String?
    var (seen, pages) = ([ConnectedService](), 0)
    repeat {
      let page = try ServiceList(all).page(ListServices(after: after))
      #expect(try fits(page))
      seen += page.services
      after = page.next
      pages += 1
    } while after != nil
    #expect(pages > 5)
    #expect(
      seen.map(\.instance).sorted() == all.map { "\($0.manifest.instance)".lowercased() }.sorted())
    #expect(seen.map(\.name) == seen.map(\.name).sorted())
    // A page can start after an instance that is gone.
    let two = try ServiceList(all).page(ListServices(limit: 2))
    let rest = all.filter { "\($0.manifest.instance)".lowercased() != two.services[1].instance }
    let next = try ServiceList(rest).page(ListServices(after: two.next, limit: 1))
    #expect(next.services[0].instance == seen[2].instance)
  }

  @Test(arguments: [
    ListServices(limit: 0), ListServices(limit: 1001), ListServices(after: ""),
    ListServices(after: "a/b/c/d"),
  ])
  func aWrongPage(_ command: ListServices) {
    let error = #expect(throws: BusError.self) { try ServiceList([]).page(command) }
    #expect(error?.code == .invalid)
  }

  /// Three thousand messages that no binding handles.
  @Test func bindingsAndHealth() async throws {
    let rig = try await BusRig()
    do {
      let tool = try await rig.tool()
      for number in 0..<3 {
        var definition = ServiceDefinition(name: name("m\(number)-"), commands: CommandTable())
        definition.delegateMessages = service(number).manifest.delegates
        _ = try await rig.add(definition)
      }
      // A loaded machine takes long to encode so much, the more so with a sanitizer.
      let patience = CallOptions(timeoutMs: 60_000)
      let bindings = try await tool.send(ListBindings(), options: patience)
      #expect(bindings.leftOut == 2000)
      #expect(bindings.bindings.count { $0.state == .unbound } == 1000)
      let health = try await tool.send(GetHealth(), options: patience)
      #expect(health.unbound.count == 1000)
      #expect(health.problems.contains("Messages without a binding not listed here: 2000."))
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  @Test func problemsHaveAnEnd() throws {
    let problems = (0..<2000).map { "\($0)" + String(repeating: "\u{1}", count: 400) }
    let told = HealthReader.fitting(problems)
    #expect(try fits(told))
    #expect(told.dropLast() == problems.prefix(told.count - 1))
    #expect(
      told.last == "Problems not listed here: \(2001 - told.count). Fix the listed ones first.")
    #expect(HealthReader.fitting(["a", "b"]) == ["a", "b"])
  }

  @Test(arguments: [
    (1, "There is 1 dead letter; see `standups dead-letters`."),
    (2, "There are 2 dead letters; see `standups dead-letters`."),
  ])
  func deadLettersAreCountedInEnglish(count: Int, sentence: String) {
    #expect(HealthReader.sentence(deadLetters: count) == sentence)
  }

  /// A page of traces with names of maximum length.
  @Test func tracesOfLongNames() throws {
    let id = "\(UUID())".lowercased()
    let message = TracedMessage(
      id: id, correlation: id, cause: id, kind: .command, target: name("t"), from: name("f"),
      to: name("o"), attempt: .max, time: Date(timeIntervalSince1970: 1_795_000_000.123),
      clockUs: .max,
      answer: .init(
        id: id, kind: .error, code: BusError.Code(rawValue: String(repeating: "c", count: 32)),
        afterUs: .max))
    let memory = TraceMemory(messages: .max, capacity: .max, since: message.time)
    let page = ListTraces.Reply(traces: Array(repeating: message, count: 1000), memory: memory)
    #expect(try fits(page))
    // Together with events, which persistence limits to this size.
    #expect(try BusJSON.encode(page).count / 2 + 400_000 < Limits.bytes - Limits.headBytes)
  }
}
