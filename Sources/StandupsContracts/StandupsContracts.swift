// The messages of all features, and the types that they contain.

@_exported public import ArchiveAPI
@_exported public import BridgeAPI
@_exported public import Cells
@_exported public import CellsAPI
@_exported public import Countdown
@_exported public import Documents
@_exported public import FocusAPI
@_exported public import GatewayAPI
@_exported public import PeopleAPI
@_exported public import PersistenceAPI
@_exported public import RouterAPI
@_exported public import ScheduleAPI
@_exported public import SnapshotAPI
@_exported public import Standups
@_exported public import StandupsAPI
@_exported public import TimerAPI
@_exported public import TranscriptionAPI
@_exported public import WebhooksAPI
