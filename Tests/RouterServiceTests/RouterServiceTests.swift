// room: RouterServiceTests
