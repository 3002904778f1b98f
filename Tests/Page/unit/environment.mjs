// What browsers have, and Node 18 has not: imported before the page's modules.
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
// A database that never answers: kept sound only matters after a reload.
globalThis.indexedDB ??= /** @type {any} */ ({ open: () => ({}) });
