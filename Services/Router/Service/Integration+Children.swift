import Bus
import BusRouter
import GatewayAPI
import PersistenceAPI
import RouterAPI
import ServiceCatalog
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI
import WebhooksAPI

extension Integration {
  /// The complete integration of Standups: the delegate messages of each service and their effects.
  /// Each neighboring file binds one feature.
  ///
  /// - Parameter cell: name of this installation among those that share the standups; nil if it is
  ///   the only one.
  static func standups(cell: String? = nil) -> Integration {
    var parent = Integration()
    for child in ServiceCatalog.children { parent.child(child.name, answering: child.words) }
    parent.bindStandups()
    parent.bindCells(cell)
    parent.bindTools()
    parent.bindTranscription()
    parent.bindWebhooks()
    parent.bindFocus()
    parent.bindSchedule()
    parent.bindGateway()
    parent.bindBridge()
    parent.gather(
      CountdownsRequested.self, of: "timer", from: Feature.all.flatMap(\.countdowns))
    parent.gather(
      RecognitionRequested.self, of: "transcription", from: Feature.all.flatMap(\.streams))
    return parent
  }

  /// Owner of countdowns that tools start themselves.
  static let tool = OwnedID.tool

  /// Binds the countdowns that tools start themselves. They end with an event, and are not stored,
  /// so they are lost when the timer stops.
  private mutating func bindTools() {
    ignore(
      CountdownSpeakerChanged.self, of: "timer", for: Self.tool,
      because: "Ticks carry the current speaker.")
    ignore(
      CountdownSpeakerChanged.self, of: "timer", for: OwnedID.load,
      because: "The load tester reads the speaker from the ticks.")
    ignore(
      CountdownFinished.self, of: "timer", for: OwnedID.load,
      because: "The countdowns of a load tester have no subscribers.")
    bind(
      CountdownFinished.self, of: "timer", for: Self.tool, to: [Commit.self],
      publishing: [CountdownEnded.type]
    ) { call, name, parent in
      _ = try await parent.commit(
        Commit(
          events: [try .of(CountdownEnded(id: name, elapsedMs: call.elapsedMs), about: name)],
          idempotency: parent.once))
      return Done()
    }
  }

  /// Binds the transcription service: stores decisions on recording, and reports a denial to a live
  /// meeting.
  private mutating func bindTranscription() {
    bind(
      SpeechAuthorizationChanged.self, of: "transcription",
      to: [Commit.self, TellRecordingDenied.self], publishing: [StandupRecordingDecided.type]
    ) { call, parent in
      try await parent.keep(call)
      if call.isGranted != true, let standup = Standup.ID(call.subject) {
        _ = try await parent.send(TellRecordingDenied(standup: standup))
      }
      return Done()
    }
  }

  /// Binds the gateway, whose sessions and invitations are stored like other documents.
  private mutating func bindGateway() {
    bindTerm(GatewayTermBegun.self, of: "gateway")
    bindChanges(GatewayChangesDecided.self, of: "gateway")
    forward(GatewayDocumentsRequested.self, of: "gateway") { Load($0.query) }
  }
}
