// room: AudioTests
