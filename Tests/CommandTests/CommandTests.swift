// room: CommandTests
