public import Documents

/// Silent because no event reports changes to webhooks.
extension WebhookChangesDecided: SilentChanges {}
