// room: CountdownTests
