// room: Clients
