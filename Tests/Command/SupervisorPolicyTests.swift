import CommandLineKit
import ServiceCatalog
import TestSupport
import Testing

@testable import Command

@Suite("Supervisor")
struct SupervisorPolicyTests {
  private typealias Action = SupervisorPolicy.Action

  /// Some services of each stage.
  private static let services = ServiceCatalog.all.filter {
    ["router", "persistence", "standups", "timer", "transcription", "webhooks"].contains($0.name)
  }

  /// A policy whose services have all run since time 0.
  private func running(ready: Bool = true) -> SupervisorPolicy {
    var policy = SupervisorPolicy(services: Self.services)
    _ = policy.handle(.begin, now: 0)
    for (index, service) in policy.services.enumerated() {
      _ = policy.handle(.started(service.name, pid: Int32(index + 1)), now: 0)
    }
    if ready { _ = policy.handle(.health(true), now: 0) }
    return policy
  }

  @Test("All are started, the router first, then it asks whether they are ready")
  func begin() {
    var policy = SupervisorPolicy(services: Self.services)
    #expect(
      policy.handle(.begin, now: 0) == [
        .start("router"), .start("persistence"), .start("standups"), .start("timer"),
        .start("transcription"), .start("webhooks"), .schedule(.health, afterMs: 100),
      ])
    #expect(policy.handle(.timer(.health), now: 100) == [.askHealth])
    #expect(policy.handle(.health(false), now: 110) == [.schedule(.health, afterMs: 100)])
    #expect(policy.handle(.health(true), now: 220) == [.say(.ready)])
    #expect(policy.handle(.timer(.health), now: 300).isEmpty)
    #expect(policy.phase == .ready)
    #expect(SupervisorPolicy().services == ServiceCatalog.all)
    #expect(ServiceCatalog.all.first?.name == "router")
  }

  @Test("Who runs and is not connected for a while is said to load, once")
  func loading() {
    var policy = running(ready: false)
    let again = Action.schedule(.health, afterMs: 100)
    let missing = ["persistence", "transcription"]
    #expect(policy.handle(.health(false, missing: missing), now: 2_999) == [again])
    #expect(
      policy.handle(.health(false, missing: missing), now: 3_000) == [
        .say(.loading(missing)), again,
      ])
    #expect(policy.handle(.health(false, missing: missing), now: 3_100) == [again])
    #expect(Status.loading(missing).sentence == "Loading persistence, transcription …")
    #expect(
      policy.handle(.health(false, missing: ["persistence"]), now: 3_200) == [
        .say(.loading(["persistence"])), again,
      ])
  }

  @Test("What dies again and again for a reason that may pass is given up while nothing works yet")
  func impatience() {
    for ready in [false, true] {
      var policy = running(ready: ready)
      var last: [Action] = []
      for death in 0..<6 {
        let now = Int64(death) * 1_000
        last = policy.handle(.exited("persistence", .code(75), reason: "In use."), now: now)
        _ = policy.handle(.timer(.restart("persistence")), now: now + 900)
        _ = policy.handle(.started("persistence", pid: 9), now: now + 900)
      }
      let givenUp = Action.say(.givenUp("persistence", .code(75), reason: "In use."))
      #expect(last.contains(givenUp) == !ready)
      #expect(last.contains(.say(.stopping)) == !ready)
    }
  }

  @Test("The first death is mended at once, further ones after longer and longer pauses")
  func backOff() throws {
    var policy = running()
    var now: Int64 = 1_000
    var pauses: [Int64] = []
    for _ in 0..<8 {
      let actions = policy.handle(.exited("timer", .signal(9), reason: nil), now: now)
      guard case .say(.died("timer", .signal(9), nil, let pause)) = actions.first else {
        throw Unexpected("\(actions)")
      }
      pauses.append(pause)
      if pause > 0 {
        #expect(actions.last == .schedule(.restart("timer"), afterMs: pause))
        now += pause
        #expect(policy.handle(.timer(.restart("timer")), now: now) == [.start("timer")])
      } else {
        #expect(actions.last == .start("timer"))
      }
      #expect(
        policy.handle(.started("timer", pid: 9), now: now)
          == [.say(.started("timer", pid: 9, again: true))])
      now += 50
    }
    #expect(pauses == [0, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  }

  @Test("Ten seconds of life forgive what was before")
  func forgiven() {
    var policy = running()
    _ = policy.handle(.exited("timer", .code(1), reason: nil), now: 1_000)
    _ = policy.handle(.started("timer", pid: 9), now: 1_000)
    #expect(
      policy.handle(.exited("timer", .code(1), reason: nil), now: 11_000).last == .start("timer"))
    _ = policy.handle(.started("timer", pid: 10), now: 11_000)
    #expect(
      policy.handle(.exited("timer", .code(1), reason: nil), now: 20_999).last
        == .schedule(.restart("timer"), afterMs: 200))
  }

  @Test(
    "A wrong configuration before anything works ends it all, with its code and why",
    arguments: [
      (ChildExit.code(78), ExitCode.configuration), (.code(64), .usage), (.code(77), .denied),
      (.code(73), .cannotCreate), (.notStarted("it is missing"), .configuration),
    ])
  func hopelessStart(exit: ChildExit, code: ExitCode) {
    var policy = running(ready: false)
    let actions = policy.handle(.exited("persistence", exit, reason: "No."), now: 10)
    #expect(
      actions.prefix(2) == [.say(.givenUp("persistence", exit, reason: "No.")), .say(.stopping)])
    #expect(!actions.contains(.terminate("persistence")))
    var last: [Action] = []
    for name in ["standups", "timer", "transcription", "webhooks", "router"] {
      last = policy.handle(.exited(name, .code(0), reason: nil), now: 20)
    }
    #expect(last == [.say(.stopped), .exit(code)])
  }

  @Test("The same later is said, and the others go on")
  func hopelessLater() {
    var policy = running()
    #expect(
      policy.handle(.exited("transcription", .code(78), reason: nil), now: 10)
        == [.say(.givenUp("transcription", .code(78), reason: nil))])
    #expect(policy.phase == .ready)
    #expect(policy.handle(.timer(.restart("transcription")), now: 20).isEmpty)
  }

  @Test("The end goes by stages: who asks, who stores, who carries")
  func stop() {
    var policy = running()
    #expect(
      policy.handle(.stop, now: 0) == [
        .say(.stopping), .terminate("standups"), .terminate("timer"), .terminate("transcription"),
        .terminate("webhooks"), .schedule(.stage(0), afterMs: 6_000),
      ])
    #expect(policy.handle(.exited("timer", .code(0), reason: nil), now: 1).isEmpty)
    #expect(policy.handle(.exited("transcription", .code(0), reason: nil), now: 2).isEmpty)
    #expect(policy.handle(.exited("webhooks", .code(0), reason: nil), now: 2).isEmpty)
    #expect(
      policy.handle(.exited("standups", .code(0), reason: nil), now: 3)
        == [.terminate("persistence"), .schedule(.stage(1), afterMs: 6_000)])
    #expect(
      policy.handle(.exited("persistence", .code(0), reason: nil), now: 4)
        == [.terminate("router"), .schedule(.stage(2), afterMs: 6_000)])
    // Time limits of completed stages have no effect.
    #expect(policy.handle(.timer(.stage(0)), now: 5_000).isEmpty)
    #expect(
      policy.handle(.exited("router", .code(0), reason: nil), now: 5) == [
        .say(.stopped), .exit(.ok),
      ])
    #expect(policy.handle(.stop, now: 6).isEmpty)
  }

  @Test("Who does not stop in time is killed")
  func killed() {
    var policy = running()
    _ = policy.handle(.stop, now: 0)
    _ = policy.handle(.exited("timer", .code(0), reason: nil), now: 1)
    #expect(
      policy.handle(.timer(.stage(0)), now: 5_000) == [
        .say(.killed("standups")), .kill("standups"), .say(.killed("transcription")),
        .kill("transcription"), .say(.killed("webhooks")), .kill("webhooks"),
      ])
  }

  @Test("Asked twice, everything is killed at once")
  func twice() {
    var policy = running()
    _ = policy.handle(.stop, now: 0)
    #expect(
      policy.handle(.stop, now: 1) == [
        .kill("standups"), .kill("timer"), .kill("transcription"), .kill("webhooks"),
        .kill("persistence"), .kill("router"),
      ])
  }

  @Test("What starts while it ends is stopped, and nothing is started again")
  func startDuringStop() {
    var policy = running()
    _ = policy.handle(.exited("timer", .signal(9), reason: nil), now: 0)
    _ = policy.handle(.started("timer", pid: 9), now: 0)
    _ = policy.handle(.exited("timer", .signal(9), reason: nil), now: 1)
    _ = policy.handle(.stop, now: 2)
    #expect(policy.handle(.timer(.restart("timer")), now: 300).isEmpty)
    #expect(
      policy.handle(.started("timer", pid: 10), now: 301).contains(.terminate("timer")))
    #expect(policy.handle(.exited("timer", .code(0), reason: nil), now: 302).isEmpty)
  }

  @Test("What it says reads as sentences, and as JSON")
  func status() {
    #expect(
      Status.died("timer", .signal(9), reason: nil, restartInMs: 0).sentence
        == "timer died (signal 9). Restarting it now.")
    #expect(
      Status.died("timer", .code(70), reason: "No memory", restartInMs: 400).sentence
        == "timer died (exit code 70): No memory. Restarting it in 400 ms.")
    #expect(
      Status.givenUp("persistence", .code(78), reason: "STANDUPS_DATA: it is read-only.").sentence
        == "persistence cannot run (exit code 78): STANDUPS_DATA: it is read-only. Fix the problem and"
        + " run “standups up” again.")
    #expect(
      Status.started("timer", pid: 5, again: true).output
        == .init(event: "restarted", service: "timer", pid: 5))
  }

  @Test("Logs are passed on to programs and made readable for people")
  func relay() {
    let line = #"{"level":"warning","message":"Late \u001b[2J","service":"timer"}"#
    let info = #"{"level":"info","message":"Starting.","service":"timer"}"#
    let programs = LogRelay(isForPeople: false, isVerbose: false, ink: Ink(isOn: false))
    #expect(programs.line(line, from: "timer") == line)
    // Any message is printed as a line of JSON.
    #expect(
      programs.line("Fatal “error”\t", from: "timer")
        == #"{"level":"error","message":"Fatal “error”\t","service":"timer"}"#)
    let people = LogRelay(isForPeople: true, isVerbose: false, ink: Ink(isOn: false))
    #expect(people.line(line, from: "timer") == "timer         | Late �[2J")
    #expect(people.line(info, from: "timer") == nil)
    #expect(people.line("Fatal error", from: "timer") == "timer         | Fatal error")
    let verbose = LogRelay(isForPeople: true, isVerbose: true, ink: Ink(isOn: false))
    #expect(verbose.line(info, from: "timer") == "timer         | Starting.")
    let fields =
      #"{"level":"info","message":"Ready.","service":"timer","ms":3,"why":"a b\u001b","ok":true,"id":"x"}"#
    #expect(
      verbose.line(fields, from: "timer")
        == "timer         | Ready.  id=x  ms=3  ok=true  why=“a b�”")
  }

  @Test("The last complaint is why it died")
  func complaints() {
    let complaints = Complaints()
    complaints.hear(#"{"level":"error","message":"The disk is full."}"#, from: "a")
    complaints.hear(#"{"level":"info","message":"Stopped."}"#, from: "a")
    #expect(complaints.last(of: "a") == "The disk is full.")
    complaints.hear("Fatal error: x", from: "a")
    #expect(complaints.last(of: "a") == "Fatal error: x")
    complaints.forget("a")
    #expect(complaints.last(of: "a") == nil)
  }
}
