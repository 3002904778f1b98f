// room: PersistenceServiceTests
