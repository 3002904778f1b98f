// room: MessagesTests
