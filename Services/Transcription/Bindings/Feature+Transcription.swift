import BusRouter
import Documents
import FastJSON
import TranscriptionAPI

extension Feature {
  /// Speech recognition, whose decisions on recording the router stores.
  static let transcription = Feature(name: "transcription", documents: [.authorizations])
}

extension DocumentKind {
  /// Decisions on speech recognition. Their service keeps them in memory, and the router stores
  /// them when it reports them.
  static let authorizations = DocumentKind(
    Authorizations.collection, slot: .consent,
    arrival: ArrivalNotice(.digest) { ForgetSpeech(subject: $0.id, hasCome: true) },
    archive: Archiving(restore: { document, parent in
      _ = try await parent.send(
        AuthorizeSpeech(
          subject: document.id, isGranted: document.body["isGranted"]?.text == "true"))
    })
  ) { Authorizations.problem($0) }
}
