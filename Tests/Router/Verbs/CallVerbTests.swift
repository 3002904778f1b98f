import Bus
import enum CommandLineKit.ExitCode
import FastJSON
import Foundation
import RouterAPI
import TestSupport
import Testing
import ZeroMQ

@testable import Command

/// Answers commands by their names.
private struct NamedCaller: TargetCaller {
  let sent = Recorder<String>()

  func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    sent.record(
      "\(target) \(String(decoding: body, as: UTF8.self)) \(key ?? "-") \(options.idempotencyKey ?? "-")"
    )
    if target == "nobody.here" { throw BusError(.unroutable, "Nobody answers “nobody.here”.") }
    return Data("{\"told\":\"\u{9B}2J\"}".utf8)
  }
}

@Suite("Any command of the bus")
struct CallVerbTests {
  private func run(
    _ words: [String], typing data: Data = Data()
  ) async -> (code: ExitCode, output: String, errors: String, sent: [String]) {
    let (bench, caller) = (Bench(), NamedCaller())
    var context = bench.context(data: data)
    let events = bench.events
    context.connect = { _ in Connection(caller: caller, events: events) }
    let code = await Program.run(["call"] + words, in: context)
    return (code, bench.output, bench.errors, caller.sent.values)
  }

  @Test("It is sent as it is, and the reply is printed as a terminal may show it")
  func sent() async {
    let plain = await run(["standups.list"])
    #expect(plain.code == .ok)
    #expect(plain.output == "{\"told\":\"\\u009b2J\"}\n")
    #expect(plain.sent == ["standups.list {} - -"])
    let whole = await run(
      ["timer.start", "-", "--about", "tool/egg", "--idempotency-key", "k1"],
      typing: Data(#"{"id":"tool/egg"}"#.utf8))
    #expect(whole.sent == [#"timer.start {"id":"tool/egg"} tool/egg k1"#])
  }

  @Test("A member that the command does not have is sent with a warning")
  func unknownMembers() async {
    let typo = await run([
      "standups.create",
      #"{"title":"A","durationMS":1,"attendees":[{"name":"B"},{"name":"C","wieght":2}]}"#,
    ])
    #expect(typo.code == .ok && typo.sent.count == 1)
    #expect(
      typo.errors
        == "standups.create ignores the unknown members “attendees.wieght”, “durationMS”. See"
        + " docs/asyncapi.yaml for its members.\n"
    )
    let good = #"{"title":"A","durationMs":60000,"attendees":[{"name":"B"}],"theme":null}"#
    #expect(await run(["standups.create", good]).errors.isEmpty)
    #expect(await run(["standups.list", #"{"limit":1}"#]).errors.isEmpty)
    // The service reports an invalid body, and a command that only it knows.
    #expect(await run(["standups.create", #"{"title":7,"x":1}"#]).errors.isEmpty)
    #expect(await run(["nobody.there", #"{"x":1}"#]).errors.isEmpty)
  }

  @Test("The members of every command that tools may send are known")
  func known() throws {
    let file = Checkout.file("docs/asyncapi.yaml")
    var (targets, title, isCommand): (Set<String>, String, Bool) = ([], "", false)
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if let match = line.wholeMatch(of: #/      title: (\S+)/#) { title = String(match.1) }
      if line.hasPrefix("      x-kind: ") { isCommand = line == "      x-kind: CMD" }
      if isCommand, line.hasPrefix("      x-access: "), !line.hasSuffix(": parent") {
        targets.insert(title)
      }
    }
    try #require(targets.count > 60)
    #expect(Set(CallTarget.known.map { $0.target }) == targets)
  }

  @Test("Every command that docs/asyncapi.yaml has can be named")
  func names() throws {
    let file = Checkout.file("docs/asyncapi.yaml")
    let targets = try String(contentsOf: file, encoding: .utf8)
      .matches(of: /\n    address: (\w+\.\w+)\n/).map { String($0.1) }
    try #require(targets.count > 60)
    for target in targets { #expect(throws: Never.self) { try CallTarget(argument: target) } }
  }

  @Test("What can be completed is what the document has, but for what bindings alone may send")
  func completed() async throws {
    let file = Checkout.file("docs/asyncapi.yaml")
    var (ofRouter, name): ([String], String) = ([], "")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if let match = line.wholeMatch(of: #/      name: (\S+)/#) { name = String(match.1) }
      if line == "      x-service: router" { ofRouter.append(name) }
    }
    #expect(Set(ofRouter) == Set(CallTarget.ofRouter.map { $0.target }))
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in
      let commands = [
        CommandDeclaration(target: "standups.list", access: .observer),
        CommandDeclaration(target: "standups.setShare", access: .parent),
        CommandDeclaration(target: "timer.start", access: .owner),
      ]
      return .init(services: [
        .init(
          name: "standups", instance: "1", state: .up, capacity: 1, inFlight: 0,
          commands: commands, delegates: [], since: Date(timeIntervalSince1970: 0))
      ])
    }
    #expect(await bench.run("complete methods") == .ok)
    let names = bench.output.split(separator: "\n").map(String.init)
    #expect(names == names.sorted() && names.contains("router.health"))
    #expect(names.contains("standups.list") && names.contains("timer.start"))
    #expect(!names.contains("standups.setShare"))
    let away = Bench()
    away.caller.on(ListServices.self) { _ in throw BusError(.unavailable, "Away.") }
    #expect(await away.run("complete methods") == .ok)
    #expect(away.output.isEmpty && away.errors.isEmpty)
  }

  @Test("What is no object and what is no name is not sent")
  func refused() async {
    for body in ["7", "[]", "{", "{version:7}"] {
      let result = await run(["standups.list", body])
      #expect(result.code == .data && result.sent.isEmpty, "\(body)")
    }
    for target in ["standups", "a..b", ".a", "a b.c", "a.b/c"] {
      #expect(await run([target]).code == .usage, "\(target)")
    }
    let nobody = await run(["nobody.here"])
    #expect(nobody.code == ExitCode(BusError(.unroutable, "")))
    #expect(nobody.errors.hasPrefix("standups: Nobody answers"))
  }
}
