// room: Bus
