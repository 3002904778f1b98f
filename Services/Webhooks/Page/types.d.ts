// Types of webhooks.

/** Webhook, without its secret. */
interface Webhook {
  id: string; url: string; types: string[]; standup?: string; meeting?: string; team?: string; format: string; secretFingerprint?: string;
  createdAt: string; state: 'active' | 'failing' | 'paused'; reason?: string; behind?: number; delivered: number; deliveredAt?: string;
  failingSince?: string; attempts: number; nextAttemptAt?: string;
}
interface WebhookTest { isAccepted: boolean; status?: number; reason?: string; ms: number }
interface WebhooksState {
  /** All webhooks, and the result of the last action on each, by its id. */
  webhooks: { all?: Webhook[]; problem?: string; results?: Record<string, WebhookTest | { problem: string } | 'busy'> };
}
interface State extends WebhooksState {}
interface Places { webhooks: { kind: 'webhooks' } }
interface Sheets {
  addWebhook: { kind: 'addWebhook' } & Busy; editWebhook: { kind: 'editWebhook'; webhook: Webhook } & Busy; removeWebhook: { kind: 'removeWebhook'; webhook: Webhook } & Busy;
}
