public import Documents

/// No event reports changes to webhooks.
extension WebhookChangesDecided: SilentChanges {}
