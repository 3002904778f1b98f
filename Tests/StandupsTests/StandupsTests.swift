// room: StandupsTests
