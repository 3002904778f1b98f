// A client of the product imports one module. Its parts are modules of their own, so that a program of this package
// builds only those that it uses.

/// Messages, commands, events and the connection to the router.
@_exported public import Bus
/// Key files and a program's connection, from its environment.
@_exported public import Connecting
/// Documents and their changes, as services exchange them with the store.
@_exported public import Documents
/// JSON that is passed on unread.
@_exported public import FastJSON
/// Following the journal without gaps.
@_exported public import Following
/// The commands of the router, such as `events.publish`.
@_exported public import RouterAPI
/// Bounds of the members of messages.
@_exported public import Schema
/// The shell around a service's logic.
@_exported public import ServiceShell
/// Settings from the environment.
@_exported public import StandupsConfiguration
/// The `main` of a service: signals, drain, health.
@_exported public import StandupsLifecycle
/// Log lines, as text or JSON.
@_exported public import StandupsLogging
/// Counters, gauges and histograms.
@_exported public import StandupsMetrics
/// Frames and the loop that owns a connection's sockets.
@_exported public import ZeroMQ
