// What browsers have, and Node 18 has not: imported before the page's modules.
import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;
