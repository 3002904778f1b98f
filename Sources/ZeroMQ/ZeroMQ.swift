// room: ZeroMQ
