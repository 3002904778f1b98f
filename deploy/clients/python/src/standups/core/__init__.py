"""The protocol without sockets, threads or clocks: what came and the time go in, effects come out."""
