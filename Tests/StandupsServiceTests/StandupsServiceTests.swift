// room: StandupsServiceTests
