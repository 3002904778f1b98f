import BridgeAPI
import Bus
import Composition
import TimerAPI
import TranscriptionAPI

/// The router's part in one feature, which the feature declares in its `Bindings`.
struct Feature: Sendable {
  /// Name of its service, or of the feature if it has none.
  var name: String
  /// Binds the delegate messages of the service.
  ///
  /// `cell` is the name of this installation among those that share the standups, nil if it is the
  /// only one.
  var bind: @Sendable (_ parent: inout Integration, _ cell: String?) -> Void = { _, _ in }
  /// Adds the commands that the router itself answers for the feature.
  var commands: @Sendable (_ table: inout CommandTable, _ own: RouterCommands) -> Void = {
    _, _ in
  }
  /// Sources from which the timer receives the countdowns of this feature.
  var countdowns: [WorkSource<CountdownsRequested>] = []
  /// Sources from which transcription receives the recognition streams of this feature, and the
  /// decisions on them.
  var streams: [WorkSource<RecognitionRequested>] = []
  /// Chat texts of its events.
  var chatTexts: [EventWording] = []
  /// Targets of delegate messages of its service with secrets. Their dead letters omit the body.
  var secretMessages: [String] = []
  /// Targets of delegate messages of its service whose client receives the error of a failed
  /// delivery. Their dead letters are not delivered again, because the change may be outdated.
  var answeredMessages: [String] = []
  /// Documents that the feature stores.
  var documents: [DocumentKind] = []
  /// Documents of other features that its service may read and change, too.
  var otherDocuments: [DocumentKind] = []
  /// True if its service keeps documents of archives in memory, so that it has to reload them after
  /// a restore.
  var reloadsRestored = false
  /// Notifies its service of erased meetings and standups; nil if it need not know.
  var erasureNotice: ErasureNotice?
  /// Its events that report the erasure of earlier ones, for the bridge.
  var erasingEvents: [ErasingEvent] = []
}
