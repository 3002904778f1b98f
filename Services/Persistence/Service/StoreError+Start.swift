import Bus
import Configuration

extension StoreError {
  /// What a store that cannot be opened ends the service with: a matter of the machine or its settings, not
  /// a defect.
  ///
  /// What nothing but another setting or another program mends ends it for good. All else may pass, a disk
  /// that fails to read for a second as well, and whoever started it tries again.
  ///
  /// - Parameter variable: says where the store is.
  func atStart(_ variable: String = "STANDUPS_DATA") -> any Error {
    switch code {
    case .newer, .notAFile, .readOnly, .foreign: ConfigurationError(variable, sentence)
    default: BusError(.busy, sentence)
    }
  }
}
