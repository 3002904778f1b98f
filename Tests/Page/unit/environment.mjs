// Browser APIs that Node 18 does not have; must be imported before the page's modules.
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
// A database that never answers: stored audio only matters after a reload.
globalThis.indexedDB ??= /** @type {any} */ ({ open: () => ({}) });
// Nothing sets the page of a unit test aside.
globalThis.addEventListener ??= () => {};
