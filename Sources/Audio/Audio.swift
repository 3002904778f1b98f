// room: Audio
