import StandupsConfiguration
import Foundation
import Glibc
import TestSupport
import Testing
import WebClient

/// The addresses that requests may go to, checked when they connect.
@Suite struct ReachTests {
  private let remote = Reach(isLocal: false, listed: [])
  private let local = Reach(isLocal: true, listed: [])

  private func bytes(_ text: String) throws -> [UInt8] {
    try #require(AddressRange.bytes(text), "\(text)")
  }

  @Test(arguments: [
    "169.254.169.254", "169.254.0.1", "fe80::1", "febf::1", "fd00:ec2::254", "100.100.100.200",
    "168.63.129.16", "192.0.0.192", "224.0.0.1", "255.255.255.255", "ff02::1",
    "::ffff:169.254.169.254", "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::1", "::169.254.169.254",
  ])
  func someAreForNobody(_ text: String) throws {
    let address = try bytes(text)
    let all = try #require(AddressRange("0.0.0.0/0"))
    let six = try #require(AddressRange("::/0"))
    #expect(!remote.includes(address) && !local.includes(address))
    #expect(!Reach(isLocal: true, listed: [all, six]).includes(address))
    // The address comes from the environment, like that of the span collector.
    #expect(Reach.everywhere.includes(address))
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "::", "::1", "10.0.0.1", "172.16.0.1",
    "172.31.255.255", "192.168.0.1", "100.64.0.1", "198.18.0.1", "fc00::1", "fdff::1", "fec0::1",
    "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::",
  ])
  func insideIsForTheUserOfThisMachine(_ text: String) throws {
    let address = try bytes(text)
    #expect(!remote.includes(address) && local.includes(address))
  }

  @Test(arguments: [
    "1.1.1.1", "172.15.255.255", "172.32.0.1", "192.167.1.1", "100.63.1.1", "100.128.0.1",
    "11.0.0.1", "128.0.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
  ])
  func outsideIsForEverybody(_ text: String) throws {
    let address = try bytes(text)
    #expect(remote.includes(address) && local.includes(address))
  }

  @Test func whatIsListedIsForEverybody() throws {
    let reach = Reach(isLocal: false, listed: [try #require(AddressRange("10.1.0.0/16"))])
    for text in ["10.1.2.3", "::ffff:10.1.2.3"] { #expect(reach.includes(try bytes(text))) }
    for text in ["10.2.0.1", "127.0.0.1"] { #expect(!reach.includes(try bytes(text))) }
  }

  // MARK: With libcurl

  private func send(
    _ url: String, _ reach: Reach, _ client: WebClient.HTTPClient
  ) async -> Result<HTTPResponse, HTTPFailure> {
    await client.send(HTTPRequest(url: url, body: Data("{}".utf8), reach: reach))
  }

  /// A name that resolves to this machine without showing it, as any external name may at any time.
  private func nameOfThisMachine() throws -> String {
    try #require(
      [ProcessInfo.processInfo.hostName, "ip6-localhost"].first { name in
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        return name != "localhost" && getaddrinfo(name, nil, nil, &found) == 0
      }, "The name of this machine has no address.")
  }

  /// The reply is the same whether or not a program listens.
  @Test func anOpenPortLooksLikeAClosedOne() async throws {
    let name = try nameOfThisMachine()
    try await withReceiver { receiver in
      let client = try HTTPClient()
      let open = receiver.port
      for host in ["127.0.0.1", "localhost", name, "[::1]"] {
        for port in [open, 1] {
          let answer = await send("http://\(host):\(port)/ok", remote, client)
          #expect(answer == .failure(.refused), "\(host):\(port)")
        }
      }
      #expect(try receiver.heard().isEmpty)
      #expect(try await send("http://localhost:\(open)/ok", local, client).get().status == 200)
      await client.close()
    }
  }

  /// The reply shows no name of the internal network.
  @Test func anUnknownNameLooksLikeAnInternalOne() async throws {
    let client = try HTTPClient()
    #expect(await send("http://nowhere.invalid/", remote, client) == .failure(.refused))
    guard case .failure(let failure) = await send("http://nowhere.invalid/", local, client) else {
      throw Unexpected("nowhere.invalid has answered.")
    }
    #expect(failure.code == .resolution)
    await client.close()
  }

  /// A name is checked by the address it resolves to on each connection, even if a connection to it
  /// is already open.
  @Test func aNameIsJudgedWhereItConnects() async throws {
    let name = try nameOfThisMachine()
    try await withReceiver { receiver in
      let client = try HTTPClient()
      let url = "http://\(name):\(receiver.port)/ok"
      #expect(!remote.refuses(host: name))
      for _ in 0..<3 {
        _ = await send(url, .everywhere, client)
        let answer = await send(url, remote, client)
        #expect(answer == .failure(.refused))
      }
      await client.close()
    }
  }
}
