// room: TranscriptionServiceTests
