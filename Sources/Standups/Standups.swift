// room: Standups
