public import Documents

/// Nobody hears of webhooks.
extension WebhookChangesDecided: SilentChanges {}
