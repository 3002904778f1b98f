public import Documents

/// Who is let in is nobody's news.
extension GatewayChangesDecided: SilentChanges {}
