public import Documents

/// No event reports who is logged in.
extension GatewayChangesDecided: SilentChanges {}
