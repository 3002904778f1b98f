import StandupsConfiguration
import Foundation

/// File that shows the health check, a separate process, that this process is waiting for another
/// instance of its service to leave.
///
/// It is `<service>.standby` in the runtime directory, and is renewed each second; an old one is
/// ignored.
public struct StandbyNote: Sendable {
  private let path: String
  /// Maximum age of the file, in seconds.
  private static let freshSeconds = 5.0

  /// Creates a reference to the file of a service. Writes nothing.
  public init(_ context: ServiceContext) {
    self.init(service: context.name, environment: context.environment)
  }

  init(service: String, environment: BusEnvironment) {
    path = environment.runtimeDirectory + "/\(service).standby"
  }

  /// True if a process is waiting.
  var isFresh: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let date = attributes?[.modificationDate] as? Date else { return false }
    return abs(date.timeIntervalSinceNow) < Self.freshSeconds
  }

  /// Keeps the file up to date while `body` runs. Without a runtime directory, no file is written.
  ///
  /// - Throws: the error of `body`.
  public func held<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let path = path
    let renewing = Task {
      while !Task.isCancelled {
        _ = FileManager.default.createFile(
          atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
        do { try await Task.sleep(for: .seconds(1)) } catch { break }
      }
    }
    do {
      let value = try await body()
      await end(renewing)
      return value
    } catch {
      await end(renewing)
      throw error
    }
  }

  private func end(_ renewing: Task<Void, Never>) async {
    renewing.cancel()
    await renewing.value
    unlink(path)
  }
}
