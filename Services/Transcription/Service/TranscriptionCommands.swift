import Bus
import TranscriptionAPI

extension TranscriptionService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    var commands = CommandTable()
    commands.on(GetSpeechAuthorization.self) { command, call in
      try await self.checkScope(of: command.subject, call.header)
      try Self.check(language: command.language)
      return try await self.authorization(of: command.subject, in: command.language)
    }
    commands.on(ListSpeechLanguages.self) { _, _ in try await self.listLanguages() }
    commands.on(AuthorizeSpeech.self) { try await self.authorize($0, $1.header) }
    commands.on(ForgetSpeech.self) { command, _ in
      try await self.forget(command)
    }
    commands.on(StartRecognition.self) { try await self.start($0, $1.header) }
    commands.on(SetVoices.self) { command, _ in try await self.setVoices(command) }
    commands.on(SetVoicesTurn.self) { command, _ in try await self.setTurns(command) }
    commands.on(RecognizeAudio.self) { try await self.accept($0, $1) }
    commands.on(Dictate.self) { try await self.dictate($0, $1.header) }
    commands.on(GetRecognition.self) { command, _ in
      try await self.position(of: command.id)
    }
    commands.on(FinishRecognition.self) { command, _ in
      try await self.finish(command)
    }
    commands.on(CancelRecognition.self) { command, _ in
      try await self.cancel(command)
    }
    return ServiceDefinition(
      name: "transcription", isSharded: true, commands: commands,
      delegates: [
        LineRecognized.self, RecognitionFailed.self, SpeechSubjectNamed.self,
        SpeechAuthorizationChanged.self, DictationNamed.self, RecognitionRequested.self,
        VoicesRecognised.self,
        VoicesLearned.self,
      ])
  }

  func unknown(_ id: String) -> BusError {
    BusError(
      .notFound, "Recognition stream “\(id)” not found; open one with transcription.start.")
  }

  static func check(_ text: String, _ name: String) throws(BusError) {
    guard (1...128).contains(text.utf8.count) else {
      throw BusError(.invalid, "Invalid \(name); expected 1 to 128 bytes.")
    }
  }
}
