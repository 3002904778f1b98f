// room: TestSupport
