// A store of this browser's own database (IndexedDB). It is opened when it is first used.

/** @type {Set<IDBTransaction>} */
const running = new Set();

/** True while the browser keeps this page for the way back. */
let isAside = false;

let isWatched = false;

/**
 * Aborts all transactions when the browser sets the page aside. WebKit would suspend them, and no other page could use the
 * database until it discards this page.
 */
function watch() {
  if (isWatched) return;
  isWatched = true;
  addEventListener('pagehide', ({ persisted }) => {
    isAside = persisted;
    if (!persisted) return;
    for (const each of running) {
      try {
        each.abort();
      } catch { /* It has just ended. */ }
    }
  });
  addEventListener('pageshow', () => { isAside = false; });
}

/**
 * Returns the function that performs one request in a transaction of its own.
 * @param {string} name of the database
 * @param {string} store name of its only store
 * @param {IDBObjectStoreParameters} [options] of the store
 */
export function requests(name, store, options) {
  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;
  const database = () => (opening ??= new Promise((resolve, reject) => {
    watch();
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, options);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest<T>} work
   * @returns {Promise<T>}
   */
  return async (mode, work) => {
    const opened = await database();
    // A page that is set aside becomes hidden then, which is a reason to write.
    if (isAside) throw new DOMException('The page is left.', 'AbortError');
    const transaction = opened.transaction(store, mode);
    running.add(transaction);
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    }).finally(() => running.delete(transaction));
  };
}
