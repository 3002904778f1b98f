import Documents
import FastJSON
import Standups
import StandupsAPI
import TranscriptionAPI

extension Feature {
  /// Speech recognition, whose decisions on recording the router stores.
  static let transcription = Feature(
    name: "transcription", bind: { parent, _ in parent.bindTranscription() },
    streams: [.authorizations],
    // Its dead letters would contain voice prints.
    secretMessages: [VoicesLearned.target], documents: [.authorizations],
    erasureNotice: ErasureNotice { $0.speech })
}

extension Forgotten {
  /// Commands that make the transcription service forget subjects and the lines of their streams.
  fileprivate var speech: [ForgetSpeech] {
    let streams = past.sorted().compactMap { Meeting.ID($0)?.workID }
    if standups.isEmpty { return streams.isEmpty ? [] : [ForgetSpeech(ids: streams)] }
    return standups.sorted().enumerated().map { index, standup in
      ForgetSpeech(subject: standup, ids: index == 0 ? streams : [])
    }
  }
}

extension DocumentKind {
  /// Decisions on speech recognition. The transcription service holds them in memory and reports
  /// them; the router then stores them.
  static let authorizations = DocumentKind(
    Authorizations.collection, slot: .consent,
    arrival: ArrivalNotice(.digest) { ForgetSpeech(subject: $0.id, hasCome: true) },
    erasure: .ofStandup,
    archive: Archiving(restore: { document, parent in
      _ = try await parent.send(
        AuthorizeSpeech(
          subject: document.id, isGranted: document.body["isGranted"]?.text == "true"))
    })
  ) { Authorizations.problem($0) }
}
