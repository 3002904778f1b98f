import Configuration
import Foundation

/// A note that a process waits for another one of its kind to go, for the health check that is started beside it.
///
/// It is in the runtime directory, `<service>.standby`, and is renewed each second: an old one says nothing.
public struct StandbyNote: Sendable {
  private let path: String
  /// So old it may be, in seconds.
  private static let freshSeconds = 5.0

  /// The note of a service.
  public init(_ context: ServiceContext) {
    self.init(service: context.name, environment: context.environment)
  }

  init(service: String, environment: BusEnvironment) {
    path = environment.runtimeDirectory + "/\(service).standby"
  }

  /// Whether somebody waits.
  var isFresh: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let date = attributes?[.modificationDate] as? Date else { return false }
    return abs(date.timeIntervalSinceNow) < Self.freshSeconds
  }

  /// Leaves the note for as long as `body` takes. Where there is no runtime directory there is none.
  ///
  /// - Throws: what `body` throws.
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
