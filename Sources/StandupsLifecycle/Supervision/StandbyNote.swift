import StandupsConfiguration
import Foundation

/// A note that this process is waiting for another instance of its service to leave, for the health
/// check, which is a separate process.
///
/// The note is in the runtime directory, `<service>.standby`, and is renewed each second: an old
/// one is ignored.
public struct StandbyNote: Sendable {
  private let path: String
  /// Maximum age of the note, in seconds.
  private static let freshSeconds = 5.0

  /// Creates the note of a service.
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

  /// Keeps the note while `body` runs. Without a runtime directory, no note is written.
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
