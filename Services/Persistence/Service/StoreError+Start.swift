import Bus
import Configuration

extension StoreError {
  /// Error that ends the service if its store cannot be opened; the cause is the machine or the
  /// settings, not a defect.
  ///
  /// An error that only other settings or another program can fix is permanent. Any other error may
  /// be temporary, such as a failed read of a disk, so the supervisor should start the service
  /// again.
  ///
  /// - Parameter variable: name of the setting that locates the store.
  func atStart(_ variable: String = "STANDUPS_DATA") -> any Error {
    switch code {
    case .newer, .notAFile, .readOnly, .foreign: ConfigurationError(variable, sentence)
    default: BusError(.busy, sentence)
    }
  }
}
