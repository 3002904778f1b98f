public import Foundation

/// Rendezvous (highest random weight) hashing, which determines the owner of a key among the live
/// instances.
///
/// Every key ranks all instances by a hash of both; the highest one owns the key. When an instance
/// joins or leaves, only the keys that it gains or held move (Thaler and Ravishankar, 1998).
public enum Rendezvous {
  /// Returns the instance that owns a key; the order of the instances does not matter.
  ///
  /// - Returns: nil if `instances` is empty.
  public static func owner(of key: String, among instances: some Sequence<UUID>) -> UUID? {
    let keyHash = FNV1a.hash(key.utf8)
    return instances.max { weight($0, keyHash) < weight($1, keyHash) }
  }

  private static func weight(_ instance: UUID, _ keyHash: UInt64) -> UInt64 {
    withUnsafeBytes(of: instance.uuid) { mix(FNV1a.hash($0, seed: keyHash)) }
  }

  /// The finaliser of MurmurHash3. FNV alone leaves the high bits too regular for a comparison.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ (value >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}
