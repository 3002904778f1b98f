// room: Messages
