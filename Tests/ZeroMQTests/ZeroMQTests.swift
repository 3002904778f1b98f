// room: ZeroMQTests
