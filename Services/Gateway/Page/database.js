// A store of this browser's own database (IndexedDB). It is opened when it is first used.

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
    const transaction = (await database()).transaction(store, mode);
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  };
}
