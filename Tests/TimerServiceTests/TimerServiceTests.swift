// room: TimerServiceTests
