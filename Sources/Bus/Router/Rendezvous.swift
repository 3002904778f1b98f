public import Foundation

/// Rendezvous (highest random weight) hashing: who owns a key among the live instances.
///
/// Every key ranks all instances by a hash of both; the highest owns it. When an instance comes or
/// goes, only the keys that it wins or held move (Thaler and Ravishankar, 1998).
public enum Rendezvous {
  /// - Returns: nil if there are no instances.
  public static func owner(of key: String, among instances: some Sequence<UUID>) -> UUID? {
    let keyHash = hash(key.utf8, seed: 0xcbf2_9ce4_8422_2325)
    return instances.max { weight($0, keyHash) < weight($1, keyHash) }
  }

  private static func weight(_ instance: UUID, _ keyHash: UInt64) -> UInt64 {
    withUnsafeBytes(of: instance.uuid) { mix(hash($0, seed: keyHash)) }
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64) -> UInt64 {
    bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The finaliser of MurmurHash3: FNV alone leaves the high bits too regular to be compared.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ (value >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}
