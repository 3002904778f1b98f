"""The protocol without sockets, threads or clocks: messages and the time go in, effects come out."""
