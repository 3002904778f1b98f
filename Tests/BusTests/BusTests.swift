// room: BusTests
