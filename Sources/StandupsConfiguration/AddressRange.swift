import Glibc

/// An IP address, or a network such as `10.0.0.0/8`.
public struct AddressRange: Hashable, Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// Expected form of a list of ranges, for messages to users.
  public static let listForm = "comma-separated addresses or networks such as 10.0.0.0/8"

  /// Parses an address or a network; nil if the string is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bytes = Self.bytes(String(parts[0])) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      bits = 8 * bytes.count
      return
    }
    guard let bits = Int(parts[1]), (0...8 * bytes.count).contains(bits) else { return nil }
    self.bits = bits
  }

  /// Returns true if an address is in the range. IPv4-mapped IPv6 addresses count as IPv4.
  public func contains(_ address: String) -> Bool {
    Self.bytes(address).map { contains($0) } ?? false
  }

  /// Returns true if the 4 or 16 bytes of an address are in the range.
  public func contains(_ address: [UInt8]) -> Bool {
    var other = address
    if other.count == 16, bytes.count == 4, other[..<10].allSatisfy({ $0 == 0 }), other[10] == 255,
      other[11] == 255
    {
      other = Array(other[12...])
    }
    guard other.count == bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      return bytes[bit / 8] & mask == other[bit / 8] & mask
    }
  }

  /// Returns the 4 or 16 bytes of an IP address in its usual notation; nil if the string is
  /// invalid.
  public static func bytes(_ text: String) -> [UInt8]? {
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
  }

  /// Returns true if only this machine can reach a host: `localhost`, 127.0.0.0/8 or ::1, with or without
  /// brackets.
  public static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host.lowercased()
    if name == "localhost" { return true }
    guard let bytes = bytes(name) else { return false }
    return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }
}
