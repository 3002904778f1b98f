public import Configuration
import Glibc

/// The addresses that a request may go to, judged where it connects: what a name says then is what counts, whatever it
/// said before (DNS rebinding).
///
/// Three kinds of addresses are inside: *forbidden* ones, which no receiver has (link-local ones, metadata services of
/// clouds, multicast); loopback, and private ones. All others are outside and may be reached by everybody.
public struct Reach: Hashable, Sendable {
  /// No bounds, for an address that the environment has set.
  public static let everywhere = Reach(isUnbounded: true, includesInside: true, listed: [])

  private let isUnbounded: Bool
  private let includesInside: Bool
  private let listed: [AddressRange]

  private init(isUnbounded: Bool, includesInside: Bool, listed: [AddressRange]) {
    self.isUnbounded = isUnbounded
    self.includesInside = includesInside
    self.listed = listed
  }

  /// - Parameters:
  ///   - isLocal: whether the user of this machine asked for it, who reaches loopback and private addresses anyway.
  ///   - listed: addresses inside that everybody may have requests sent to (`STANDUPS_REACH`).
  public init(isLocal: Bool, listed: [AddressRange]) {
    self.init(isUnbounded: false, includesInside: isLocal, listed: listed)
  }

  /// True if other requests may reach more.
  var isBounded: Bool { !isUnbounded && !includesInside }

  /// Decides about an address of 4 or 16 bytes.
  public func includes(_ address: [UInt8]) -> Bool {
    if isUnbounded { return true }
    let address = Self.plain(address)
    func isIn(_ ranges: [AddressRange]) -> Bool { ranges.contains { $0.contains(address) } }
    if isIn(Self.forbidden) { return false }
    return includesInside || !isIn(Self.inside) || isIn(listed)
  }

  /// Refuses the host of a URL before it is looked up, if that is possible: an address, or a name of this machine. With a proxy
  /// nothing else of it is seen here.
  public func refuses(host: String) -> Bool {
    let host = host.lowercased()
    let name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let address = Self.numeric(name) { return !includes(address) }
    let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
    let isThisMachine = plain == "localhost" || plain.hasSuffix(".localhost")
    return isThisMachine && !includes([127, 0, 0, 1])
  }

  /// An address of any of the forms that the system takes for one, such as `127.1` and `0x7f000001`.
  private static func numeric(_ name: String) -> [UInt8]? {
    if let bytes = AddressRange.bytes(name) { return bytes }
    var four = in_addr()
    guard inet_aton(name, &four) == 1 else { return nil }
    return withUnsafeBytes(of: four.s_addr) { Array($0) }
  }

  /// The IPv4 address that an IPv6 address stands for, if it does: mapped, compatible, translated (NAT64) or tunnelled
  /// (6to4) ones.
  private static func plain(_ address: [UInt8]) -> [UInt8] {
    guard address.count == 16 else { return address }
    let zeros = address.prefix { $0 == 0 }.count
    if zeros == 10, address[10] == 255, address[11] == 255 { return Array(address[12...]) }
    // Neither :: nor ::1, which are addresses of their own.
    if (12...14).contains(zeros) { return Array(address[12...]) }
    let nat64: [UInt8] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]
    if address.starts(with: nat64) { return Array(address[12...]) }
    if address[0] == 0x20, address[1] == 0x02 { return Array(address[2..<6]) }
    return address
  }

  /// Link-local ones, among which are most metadata services, and those of clouds that have them elsewhere; multicast and
  /// reserved ones.
  private static let forbidden = ranges([
    "169.254.0.0/16", "fe80::/10", "fd00:ec2::254", "fd20:ce::254", "100.100.100.200",
    "168.63.129.16", "192.0.0.192", "224.0.0.0/4", "240.0.0.0/4", "ff00::/8",
  ])

  /// Loopback, with those that lead there; private ones, and those that only a network of one's own uses.
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

/// Settings of a service that sends requests for others: the addresses inside that anybody may have
/// requests sent to.
public struct ReachSettings: ProgramSettings {
  /// Addresses and networks.
  public var listed: [AddressRange]

  /// `STANDUPS_REACH`.
  public static let variables = [
    EnvironmentVariable(
      "STANDUPS_REACH", form: AddressRange.listForm,
      fallback: "none",
      "loopback and private addresses to which webhooks and calendars may connect")
  ]

  /// Reads the list.
  public init(_ reader: inout EnvironmentReader) {
    listed = reader.addressRanges("STANDUPS_REACH")
  }
}
