import Bus
import StandupsConfiguration
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Connecting

@Suite(.needs(.curve)) struct KeyDirectoryTests {
  private func add(
    _ name: String, _ metadata: [String: String], to folder: borrowing KeyFolder
  ) throws -> CurvePublicKey {
    let key = try CurveKeyPair.generate().publicKey
    try KeyFile.write(
      CurveCertificate(publicKey: key, metadata: metadata), to: folder.file(name))
    return key
  }

  @Test func eachFileIsAKeyWithItsRoles() throws {
    let folder = try KeyFolder()
    let timer = try add("timer.key", ["name": "timer", "role": "service:timer"], to: folder)
    let second = try add("timer-2.key", ["name": "timer", "role": "service:timer"], to: folder)
    let ann = try add("ann.key", ["role": "operator,observer"], to: folder)
    // The router's own file, and an incomplete one.
    _ = try add("router.key", ["role": "router"], to: folder)
    try folder.write("", to: ".half.key")
    let (entries, problems) = try KeyDirectory(folder.path).entries()
    #expect(
      entries == [
        .init(file: "ann.key", name: "ann", roles: [.operator, .observer], key: ann),
        .init(file: "timer-2.key", name: "timer", roles: [.service("timer")], key: second),
        .init(file: "timer.key", name: "timer", roles: [.service("timer")], key: timer),
      ])
    #expect(problems.isEmpty)
  }

  @Test func aBadFileShutsOutNobodyElse() throws {
    let folder = try KeyFolder()
    let ann = try add("ann.key", ["role": "operator"], to: folder)
    try FileManager.default.copyItem(
      atPath: folder.file("ann.key"), toPath: folder.file("bob.key"))
    _ = try add("cy.key", ["role": "king"], to: folder)
    _ = try add("dee.key", [:], to: folder)
    try folder.write("noise", to: "eve.key")
    try KeyFile.write(
      CurveCertificate(try .generate(), metadata: ["role": "observer"]), to: folder.file("fay.key"))
    let (entries, problems) = try KeyDirectory(folder.path).entries()
    #expect(entries.map(\.key) == [ann])
    #expect(problems.count == 5)
    for (problem, name) in zip(problems, ["bob", "cy", "dee", "eve", "fay"]) {
      #expect(problem.description.contains("\(folder.path)/\(name).key"))
    }
  }

  @Test func aKeyThatIsAPersonAndAToolIsRejected() throws {
    let folder = try KeyFolder()
    _ = try add("ann.key", ["role": "person:\(UUID()),team:web:member"], to: folder)
    let (entries, problems) = try KeyDirectory(folder.path).entries()
    #expect(entries.isEmpty)
    #expect(problems.first?.description.contains("standups teams join") == true)
  }

  @Test func everyChangeShows() throws {
    let folder = try KeyFolder()
    let directory = KeyDirectory(folder.path)
    var seen = [try directory.state()]
    func expectChange(_ body: () throws -> Void) throws {
      try body()
      let state = try directory.state()
      #expect(!seen.contains(state))
      #expect(try directory.state() == state)
      seen.append(state)
    }
    try expectChange { _ = try add("a.key", ["role": "observer"], to: folder) }
    try expectChange { _ = try add("b.key", ["role": "observer"], to: folder) }
    try expectChange {
      // Replaced by another file.
      try KeyFile.write(
        CurveCertificate(publicKey: try CurveKeyPair.generate().publicKey),
        to: folder.file("a.key"), replaces: true)
    }
    try expectChange { try FileManager.default.removeItem(atPath: folder.file("b.key")) }
    #expect(throws: KeyFile.Problem.self) { try KeyDirectory("/nonexistent").state() }
  }

  // MARK: Keys for connections

  private func environment(_ values: [String: String]) throws -> BusEnvironment {
    try BusEnvironment(values, userID: 1, isTerminal: false)
  }

  private func problem(_ values: [String: String]) throws -> ConfigurationError.Problem? {
    do {
      _ = try environment(values).clientKeys()
      return nil
    } catch let error as ConfigurationError {
      return error.problems.first
    }
  }

  @Test func aProgramFindsItsKeys() throws {
    let folder = try KeyFolder()
    let (own, router) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
    let settings = folder.file("standups")
    try FileManager.default.createDirectory(
      atPath: settings, withIntermediateDirectories: false)
    try KeyFile.write(CurveCertificate(own), to: "\(settings)/standups.key_secret")
    try KeyFile.write(CurveCertificate(router).forOthers, to: "\(settings)/router.key")
    let usual = ["XDG_CONFIG_HOME": folder.path]
    let tcp = usual.merging(["STANDUPS_ROUTER": "tcp://router"]) { $1 }
    let expected = ClientKeys(pair: own, router: router.publicKey)
    #expect(try environment(tcp).clientKeys()?.keys == expected)
    // On a single machine no keys are used unless one is named.
    #expect(try environment(usual).clientKeys() == nil)
    let named = usual.merging(["STANDUPS_KEY": "\(settings)/standups.key_secret"]) { $1 }
    #expect(try environment(named).clientKeys()?.keys == expected)
    let other = try CurveKeyPair.generate().publicKey
    let text = named.merging(["STANDUPS_ROUTER_KEY": other.z85]) { $1 }
    #expect(try environment(text).clientKeys()?.keys.router == other)
    // Like one in 85 keys, it begins like a path.
    let slash = "/" + other.z85.dropFirst()
    let likePath = named.merging(["STANDUPS_ROUTER_KEY": slash]) { $1 }
    #expect(try environment(likePath).clientKeys()?.keys.router.z85 == slash)
    let path = named.merging(["STANDUPS_ROUTER_KEY": slash.prefix(36) + ".key"]) { $1 }
    #expect(try problem(path)?.message.contains("does not exist") == true)
    let local = tcp.merging(["STANDUPS_KEY": "none", "STANDUPS_ROUTER": "tcp://localhost"]) { $1 }
    #expect(try environment(local).clientKeys() == nil)
    // The file may be replaced while the program runs.
    let source = try #require(try environment(tcp).clientKeys())
    let next = try CurveKeyPair.generate()
    try KeyFile.write(
      CurveCertificate(next), to: "\(settings)/standups.key_secret", replaces: true)
    #expect(source.keys == expected)
    #expect(source.readAgain()?.pair == next)
  }

  @Test func nothingUnencryptedLeavesTheHost() throws {
    for host in ["tcp://router", "tcp://10.0.0.7", "tcp://*", "tcp://0.0.0.0", "tcp://[fe80::1]"] {
      let found = try problem(["STANDUPS_ROUTER": host])
      #expect(found?.variable == "STANDUPS_KEY")
      #expect(found?.message.contains("\(host):5550") == true)
      #expect(found?.message.contains("STANDUPS_INSECURE=yes") == true)
      #expect(try problem(["STANDUPS_ROUTER": host, "STANDUPS_INSECURE": "yes"]) == nil)
    }
    for host in ["tcp://127.0.0.1", "tcp://127.1.2.3", "tcp://localhost", "tcp://[::1]"] {
      #expect(try problem(["STANDUPS_ROUTER": host]) == nil)
    }
    #expect(!Endpoint.staysHere("tcp://127.0.0.1.example.org:1"))
    #expect(!Endpoint.staysHere("tcp://1270.0.0.1:1"))
    #expect(Endpoint.staysHere("ipc:///run/x"))
  }

  @Test func whatIsWrongIsNamed() throws {
    let folder = try KeyFolder()
    try KeyFile.write(CurveCertificate(try .generate()), to: folder.file("a.key_secret"))
    let own = ["STANDUPS_KEY": folder.file("a.key_secret")]
    #expect(try problem(own)?.variable == "STANDUPS_ROUTER_KEY")
    let missing = try problem(
      own.merging(["STANDUPS_ROUTER_KEY": folder.file("r.key")]) { $1 })
    #expect(missing?.variable == "STANDUPS_ROUTER_KEY")
    #expect(missing?.message.contains("does not exist") == true)
    #expect(
      try problem(["STANDUPS_KEY": folder.file("no"), "STANDUPS_ROUTER_KEY": "/x"])?.variable
        == "STANDUPS_KEY")
    for (name, value) in [
      ("STANDUPS_KEY", "relative"), ("STANDUPS_ROUTER_KEY", "short"), ("STANDUPS_INSECURE", "1"),
      ("STANDUPS_KEYS", "here"),
    ] {
      do {
        _ = try environment([name: value])
        Issue.record("\(name)=\(value) is accepted.")
      } catch let error as ConfigurationError {
        #expect(error.problems.map(\.variable) == [name])
      }
    }
  }
}
