/// Bounds of what a call returns, because a model reads all of it.
enum AssistantLimits {
  /// Maximum size of a result's JSON, in bytes. A list that exceeds it gets fewer elements.
  static let maxResultBytes = 60_000
  /// Maximum size of a text, in bytes. Longer minutes are read in pieces.
  static let maxTextBytes = 40_000
  /// Default and maximum number of elements in a page of a list.
  static let pageSizes = (usual: 20, most: 100)
  /// Minimum number of resources in a page of the list, unless `maxStandupsPerPage` ends it.
  static let resourcesPerPage = 50
  /// Maximum number of standups whose meetings are read for a page of the list of resources.
  static let maxStandupsPerPage = 20
}
