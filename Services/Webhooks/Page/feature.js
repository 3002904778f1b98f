// Webhooks: their place, loaded at the start.

/** @type {Feature} */
export const feature = {
  parts: { webhooks: () => import('./part.js') },
  places: { webhooks: { path: '/webhooks', part: 'webhooks', title: 'Webhooks', link: 'admin' } },
  /** @returns {WebhooksState} */
  state: () => ({ webhooks: {} }),
};
