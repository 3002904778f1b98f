public import Foundation

/// Rendezvous (highest random weight) hashing, which determines the owner of a key among the live
/// instances.
///
/// Each key ranks all instances by a hash of the key and the instance; the instance with the
/// highest rank owns the key. When an instance joins or leaves, only the keys that it gains or
/// loses move (Thaler and Ravishankar, 1998).
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

  /// Applies the finaliser of MurmurHash3. Without it, the high bits of FNV hashes are too regular
  /// for a comparison.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ (value >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}
