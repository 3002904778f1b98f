/// The version of the product, the same for every program in it.
public enum Version {
  /// As in semver.org.
  public static let current = "0.1.0"
}
