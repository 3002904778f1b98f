// room: Countdown
