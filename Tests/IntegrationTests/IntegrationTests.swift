// room: IntegrationTests
