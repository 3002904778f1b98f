/// The product's version, which all of its programs share.
public enum Version {
  /// The current version, in the format of semver.org.
  public static let current = "0.1.0"
}
