import Foundation
import Testing

/// No test passes without a check: the rules, and all test files checked with them.
@Suite struct TestRulesTests {
  /// The rules broken by a text in which each line of `body` is a line of a test that asserts.
  private func broken(_ body: String, asserting: Set<String> = []) -> [TestRules.Rule] {
    let lines = body.split(separator: "\n").map { "    \($0)\n" }.joined()
    let text = """
      @Suite struct Example {
        @Test(arguments: [1, 2])
        func anExample(number: Int) async throws {
          #expect(number > 0)
      \(lines)  }
      }
      """
    return TestRules.findings(in: text, asserting: asserting).map(\.rule)
  }

  // MARK: All tests

  @Test func everyTestChecksSomething() throws {
    let package = try PackageText()
    let targets = package.targets.filter { $0.kind == "tests" }
    try #require(targets.count > 20)
    func texts(_ folder: String) throws -> [(file: URL, text: String)] {
      try package.files(in: folder).map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
    }
    let support = try ["Sources/TestSupport", "Sources/StandupsTestKit"].flatMap(texts).map(\.text)
    try #require(!support.isEmpty)
    for target in targets {
      let files = try target.folders.flatMap(texts)
      #expect(!files.isEmpty, "\(target.name)")
      let asserting = TestRules.assertingFunctions(in: files.map(\.text) + support)
      for (file, text) in files {
        let findings = TestRules.findings(
          in: text, asserting: asserting, isTimed: target.name == "IntegrationTests")
        #expect(findings.isEmpty, "\(target.name)/\(file.lastPathComponent): \(findings)")
      }
    }
  }

  // MARK: Each rule

  @Test func aFindingNamesItsLine() {
    let text = """
      @Test func example() {
        #expect(true)
        guard isReady else { return }
      }
      """
    #expect(TestRules.findings(in: text) == [.init(line: 3, rule: .earlyReturn)])
  }

  @Test(arguments: [
    "guard case .exported(let reply) = reply else { return }", "return",
    "guard isReady else {\n  return\n}", "rig.watch { guard isReady else { return } }",
  ])
  func anEarlyReturnIsRefused(body: String) {
    #expect(broken(body) == [.earlyReturn])
  }

  @Test(arguments: [
    // Reads the clock because these are examples.
    "@Suite(.timeLimit(.minutes(1))) struct Other {}",
    // Reads the clock because this is another.
    "let start = ContinuousClock.now",
  ])
  func aClockIsRefusedInTierOneAlone(line: String) {
    #expect(TestRules.findings(in: line).map(\.rule) == [.clock])
    #expect(TestRules.findings(in: line, isTimed: true) == [])
    #expect(TestRules.findings(in: "// Reads the clock because it is virtual.\n" + line) == [])
  }

  @Test(arguments: [
    "return 5", "let reply = try #require(reply.exported)",
    "guard isReady else { throw Missing() }",
    "guard isReady else { return }  // Returns because the rest is of no use.",
    "// Returns because the rest is of no use.\nguard isReady else { return }", "// return",
  ])
  func aValueAnErrorOrAReasonIsNoEarlyReturn(body: String) {
    #expect(broken(body) == [])
  }

  @Test(arguments: ["_ = try? await send()", "let reply = (try? read())?.first"])
  func anIgnoredErrorIsRefused(body: String) {
    #expect(broken(body) == [.ignoredError])
  }

  @Test(arguments: [
    "defer { try? FileManager.default.removeItem(atPath: path) }", "try? socket.close()",
    "while (try? await send()) == nil { await Task.yield() }", "let title = entry?.title",
    "// Ignored because the first error is thrown.\ntry? await ended",
  ])
  func cleaningUpPollingOrAReasonMayIgnoreErrors(body: String) {
    #expect(broken(body) == [])
  }

  @Test(arguments: [
    "for item in items { #expect(item.isGood) }", "for item in items {\n  #expect(item.isGood)\n}",
    "for (index, item) in page.items.enumerated() {\n  try #require(item == index)\n}",
    "for item in try read(5) where item.isGood {\n  #expect(item > 0)\n}",
    "#expect(others.count == 2)\nfor item in items { #expect(item.isGood) }",
    "for item in items { #expect(item.isGood) }\n#expect(items.count == 2)",
  ])
  func aLoopThatMayCheckNothingIsRefused(body: String) {
    #expect(broken(body) == [.emptyLoop])
  }

  @Test(arguments: [
    "#expect(items.count == 2)\nfor item in items { #expect(item.isGood) }",
    "try #require(!page.items.isEmpty)\nfor item in page.items { #expect(item.isGood) }",
    "let items = [1, 2]\nfor item in items { #expect(item > 0) }",
    "for item in [1, 2] { #expect(item > 0) }", "for item in 0..<2 { #expect(item > 0) }",
    "for item in stride(from: 0, to: 9, by: 3) { #expect(item > 0) }",
    "for item in Damage.allCases { #expect(item.isBad) }", "for item in items { send(item) }",
    "for (one, other) in zip(ones, others) { #expect(one == other) }",
    "for await item in items { #expect(item > 0) }",
    "// Never empty because it is a literal.\nfor item in items { #expect(item.isGood) }",
  ])
  func aLoopWithElementsOrAReasonIsNot(body: String) {
    #expect(broken(body) == [])
  }

  /// The numbers are not literal, so that this file itself has no pause.
  @Test(arguments: [
    "try await Task\(".")sleep(for: .seconds(1))", "usleep\("(")500_000)",
    "Thread\(".")sleep(forTimeInterval: 1)",
    "try await rig.loop\(".")sleep(until: deadline)", "run(\"sh\", \"-c\", \"sleep \(1)\")",
    "let script = \"\"\"\n  sleep \(1)\n  \"\"\"",
  ])
  func aFixedPauseIsRefused(body: String) {
    #expect(broken(body) == [.sleep])
  }

  @Test(arguments: [
    "try await clock.sleep(for: .seconds(1))", "await harness.sleep(ms: 1000)", "sleeper.cancel()",
    "// Sleeps because the outage is part of the test.\ntry await Task\(".")sleep(for: outage)",
    "// sleep \(1) is not enough.",
  ])
  func aVirtualClockOrAReasonIsNoFixedPause(body: String) {
    #expect(broken(body) == [])
  }

  @Test(arguments: ["enabled(if: isInstalled)", "disabled()"])
  func aSkippedTestIsRefused(condition: String) {
    let test = "@Test(.\(condition)) func example() { #expect(isGood) }"
    #expect(TestRules.findings(in: test).map(\.rule) == [.skip])
    let reason = "// Skipped because only root may mount a disk.\n"
    #expect(TestRules.findings(in: reason + test) == [])
  }

  @Test(arguments: [
    "@Test func example() throws {\n  try send()\n}", "@Test func example() { send() }",
    "@Test func example() {\n  // #expect(isGood)\n  send()\n}",
    "@Test func example() {\n  let text = \"\"\"\n    #expect(isGood)\n    \"\"\"\n}",
  ])
  func aTestThatAssertsNothingIsRefused(text: String) {
    #expect(TestRules.findings(in: text, asserting: ["check"]).map(\.rule) == [.noAssertion])
  }

  @Test(arguments: [
    "@Test func example() {\n  check(5)\n}", "@Test func example() { scenario.check { 5 } }",
    "@Test func example() throws {\n  try #require(isGood)\n}",
    "@Test func example() async {\n  await confirmation(\"It is called.\") { $0() }\n}",
    "// Passes because a signal ends the process.\n@Test func example() {\n  send()\n}",
  ])
  func aTestThatCallsAnAssertingFunctionAsserts(text: String) {
    #expect(TestRules.findings(in: text, asserting: ["check"]) == [])
  }

  @Test func aFunctionThatCallsAnAssertingFunctionAsserts() {
    let texts = [
      "func outer() {\n  inner(5)\n}\nfunc other() {\n  outer\n}",
      "func inner(_ n: Int) {\n  #expect(n > 0)\n}\n@Test func test() { #expect(true) }",
    ]
    #expect(TestRules.assertingFunctions(in: texts) == ["inner", "outer"])
  }
}
