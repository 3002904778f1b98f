// A test of another package imports one module.

/// Messages, commands and the connection to the router.
@_exported public import Bus
/// The commands of the router, such as `events.publish`.
@_exported public import RouterAPI
/// Frames, and the loop that owns a connection.
@_exported public import ZeroMQ
