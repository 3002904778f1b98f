import StandupsConfiguration
import Foundation
import Glibc
import Testing

@testable import StandupsLifecycle

@Suite struct SystemdNotifierTests {
  /// Listens like systemd, and returns the messages sent by one call of `body`.
  func heard(_ name: String, _ body: (SystemdNotifier) -> Void) throws -> String {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #expect(descriptor >= 0)
    defer {
      close(descriptor)
      if name.hasPrefix("/") { unlink(name) }
    }
    let (address, length) = try #require(SystemdNotifier.address(name))
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    #expect(bound == 0)
    body(SystemdNotifier(name))
    // A datagram between two sockets of one machine is available as soon as it was sent.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test(arguments: ["/tmp/sln-\(UUID().uuidString)", "@standups-\(UUID().uuidString)"])
  func readinessIsOneDatagram(name: String) throws {
    let text = try heard(name) { $0.ready("Listening\non 5550.") }
    #expect(text == "READY=1\nSTATUS=Listening on 5550.")
  }

  @Test func theDrainIsSaid() throws {
    let text = try heard("@standups-\(UUID().uuidString)") { $0.stopping() }
    #expect(text.hasPrefix("STOPPING=1\nSTATUS="))
  }

  @Test(arguments: [nil, "", "relative", "/tmp/no-such-\(UUID().uuidString)", "/" + longName])
  func whoDoesNotListenIsNoTrouble(name: String?) {
    #expect(!SystemdNotifier(name).send(["READY=1"]))
  }

  static let longName = String(repeating: "x", count: 200)

  @Test func theEnvironmentNamesTheSocket() throws {
    let environment = try BusEnvironment(
      ["NOTIFY_SOCKET": "/run/systemd/notify"], userID: 1, isTerminal: false)
    #expect(environment.notifySocket == "/run/systemd/notify")
  }
}
