import CZeroMQ

/// Version and features of the libzmq that this process uses.
public enum ZeroMQ {
  /// A version of libzmq.
  public struct Version: Sendable, Equatable, Comparable, CustomStringConvertible {
    /// The first number, 4 in 4.3.5.
    public let major: Int
    /// The second number, 3 in 4.3.5.
    public let minor: Int
    /// The third number, 5 in 4.3.5.
    public let patch: Int

    /// Creates a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// The version in the usual form: `4.3.4`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders versions by their numbers.
    public static func < (a: Version, b: Version) -> Bool {
      (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
  }

  /// An optional feature of libzmq (`zmq_has(3)`).
  public struct Capability: RawRepresentable, Sendable, Hashable {
    /// libzmq's own name of the feature.
    public let rawValue: String
    /// Creates a capability from libzmq's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Encryption and authentication with CURVE.
    public static let curve = Capability(rawValue: "curve")
    /// The `ipc://` transport, over Unix domain sockets.
    public static let ipc = Capability(rawValue: "ipc")
    /// The draft API as a whole; not in stable releases.
    public static let draft = Capability(rawValue: "draft")
  }

  /// The version of the library that was loaded at run time, which may be newer than the headers.
  public static var version: Version {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    zmq_version(&major, &minor, &patch)
    return Version(Int(major), Int(minor), Int(patch))
  }

  /// Returns true if the loaded library was built with `capability`.
  public static func has(_ capability: Capability) -> Bool {
    zmq_has(capability.rawValue) == 1
  }
}
