public import StandupsConfiguration
import Glibc

/// Addresses that a request may reach. The check applies to the resolved address at connection
/// time, so that DNS rebinding cannot evade it.
///
/// Three kinds of addresses are inside: *forbidden* addresses, which no request may reach
/// (link-local addresses, metadata services of clouds, multicast), loopback addresses and private
/// addresses. All others are outside, and every request may reach them.
public struct Reach: Hashable, Sendable {
  /// No restriction, for URLs that the operator configured in the environment.
  public static let everywhere = Reach(isUnbounded: true, includesInside: true, listed: [])

  private let isUnbounded: Bool
  private let includesInside: Bool
  private let listed: [AddressRange]

  private init(isUnbounded: Bool, includesInside: Bool, listed: [AddressRange]) {
    self.isUnbounded = isUnbounded
    self.includesInside = includesInside
    self.listed = listed
  }

  /// Creates the reach of a user's request.
  ///
  /// - Parameters:
  ///   - isLocal: true if a user of this machine made the request, because such a user can reach
  ///     loopback and private addresses anyway.
  ///   - listed: inside addresses to which any user may have requests sent (`STANDUPS_REACH`).
  public init(isLocal: Bool, listed: [AddressRange]) {
    self.init(isUnbounded: false, includesInside: isLocal, listed: listed)
  }

  /// True if the request may reach no inside addresses except those that are listed.
  var isBounded: Bool { !isUnbounded && !includesInside }

  /// Returns true if a 4-byte or 16-byte address is allowed.
  public func includes(_ address: [UInt8]) -> Bool {
    if isUnbounded { return true }
    let address = Self.plain(address)
    func isIn(_ ranges: [AddressRange]) -> Bool { ranges.contains { $0.contains(address) } }
    if isIn(Self.forbidden) { return false }
    return includesInside || !isIn(Self.inside) || isIn(listed)
  }

  /// Rejects the host of a URL before name resolution, if it is an address or a name of this
  /// machine. Behind a proxy, this is the only check of the host.
  public func refuses(host: String) -> Bool {
    let host = host.lowercased()
    let name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let address = Self.numeric(name) { return !includes(address) }
    let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
    let isThisMachine = plain == "localhost" || plain.hasSuffix(".localhost")
    return isThisMachine && !includes([127, 0, 0, 1])
  }

  /// Parses an address in any of the forms that the system accepts, such as `127.1` and
  /// `0x7f000001`.
  private static func numeric(_ name: String) -> [UInt8]? {
    if let bytes = AddressRange.bytes(name) { return bytes }
    var four = in_addr()
    guard inet_aton(name, &four) == 1 else { return nil }
    return withUnsafeBytes(of: four.s_addr) { Array($0) }
  }

  /// Returns the IPv4 address that an IPv6 address embeds, if any: mapped, compatible, translated
  /// (NAT64) or tunnelled (6to4).
  private static func plain(_ address: [UInt8]) -> [UInt8] {
    guard address.count == 16 else { return address }
    let zeros = address.prefix { $0 == 0 }.count
    if zeros == 10, address[10] == 255, address[11] == 255 { return Array(address[12...]) }
    // Excludes :: and ::1, which do not embed an IPv4 address.
    if (12...14).contains(zeros) { return Array(address[12...]) }
    let nat64: [UInt8] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]
    if address.starts(with: nat64) { return Array(address[12...]) }
    if address[0] == 0x20, address[1] == 0x02 { return Array(address[2..<6]) }
    return address
  }

  /// Link-local addresses, which include most metadata services; metadata services of clouds at
  /// other addresses; multicast and reserved addresses.
  private static let forbidden = ranges([
    "169.254.0.0/16", "fe80::/10", "fd00:ec2::254", "fd20:ce::254", "100.100.100.200",
    "168.63.129.16", "192.0.0.192", "224.0.0.0/4", "240.0.0.0/4", "ff00::/8",
  ])

  /// Loopback addresses and others that reach this machine; private addresses, and others that are
  /// used only within a local network.
  private static let inside = ranges([
    "0.0.0.0/8", "127.0.0.0/8", "::", "::1", "10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12",
    "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "fc00::/7", "fec0::/10", "64:ff9b:1::/48",
  ])

  private static func ranges(_ texts: [String]) -> [AddressRange] {
    texts.map { text in
      guard let range = AddressRange(text) else { preconditionFailure("Invalid range \(text)") }
      return range
    }
  }
}

/// Settings of a service that sends requests on behalf of users: the inside addresses to which any
/// user may have requests sent.
public struct ReachSettings: ProgramSettings {
  /// Listed addresses and networks.
  public var listed: [AddressRange]

  /// Environment variables: `STANDUPS_REACH`.
  public static let variables = [
    EnvironmentVariable(
      "STANDUPS_REACH", form: AddressRange.listForm,
      fallback: "none",
      "loopback and private addresses to which webhooks and calendars may connect")
  ]

  /// Reads the list from the environment.
  public init(_ reader: inout EnvironmentReader) {
    listed = reader.addressRanges("STANDUPS_REACH")
  }
}
