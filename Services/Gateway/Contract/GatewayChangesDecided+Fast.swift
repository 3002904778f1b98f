public import Documents

/// Silent because no event reports logins.
extension GatewayChangesDecided: SilentChanges {}
