import StandupsLifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "transcription", summary: "transcribes speech with an engine on this machine.",
      computes: true, settings: TranscriptionSettings.self
    ) { context, settings in
      let locator = EngineLocator(explicit: settings.engineDirectory)
      let engine = settings.isWithoutEngine ? .off : await SpeechEngine.moonshine(locator)
      let languages = try SpeechLanguages.installed(
        locator, with: engine, limits: settings.languages)
      let voices: VoiceEngine =
        settings.recognisesVoices && !settings.isWithoutEngine
        ? await .installed(locator.directory, keyFile: settings.voicesKeyFile) : .off
      return try await HostedService(context) { delegate, publisher, _ in
        let metrics = TranscriptionMetrics(context.metrics)
        let service = TranscriptionService(
          engine: engine, languages: languages, voices: voices, delegate: delegate,
          publisher: publisher,
          log: context.log, metrics: metrics)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }
}
