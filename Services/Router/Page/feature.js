// Operators' tools: their places, loaded at the start.

/** @type {Feature} */
export const feature = {
  parts: { tools: () => import('./part.js') },
  places: {
    health: { path: '/health', part: 'tools', title: 'Health', link: 'operator' },
    services: { path: '/services', part: 'tools', title: 'Services', link: 'operator', isWide: true },
    bindings: { path: '/bindings', part: 'tools', title: 'Bindings', link: 'operator', isWide: true },
    'dead-letters': { path: '/dead-letters', part: 'tools', title: 'Dead letters', link: 'operator', isWide: true },
    trace: { path: '/traces/:trace', under: 'health', part: 'tools', title: 'Trace', forms: { trace: /^[0-9a-f-]{8,36}$/i } },
  },
  /** @returns {ToolsState} */
  state: () => ({ tools: {} }),
};
