// room: Lifecycle
