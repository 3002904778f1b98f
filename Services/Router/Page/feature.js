// Operators' tools: their places, loaded at the start.

/** @type {Feature} */
export const feature = {
  parts: { tools: () => import('./part.js') },
  places: {
    system: { path: '/system', part: 'tools', title: 'System', link: 'operator' },
    health: { path: '/health', under: 'system', part: 'tools', title: 'Health' },
    services: { path: '/services', under: 'system', part: 'tools', title: 'Services', isWide: true },
    bindings: { path: '/bindings', under: 'system', part: 'tools', title: 'Bindings', isWide: true },
    'dead-letters': { path: '/dead-letters', under: 'system', part: 'tools', title: 'Dead letters', isWide: true },
    trace: { path: '/traces/:trace', under: 'health', part: 'tools', title: 'Trace', forms: { trace: /^[0-9a-f-]{8,36}$/i } },
  },
  /** @returns {ToolsState} */
  state: () => ({ tools: {} }),
};
