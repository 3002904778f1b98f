// The service worker. It shows notifications, and brings a tab of the page to the front when one is clicked.
const worker = /** @type {any} */ (globalThis);

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.path ?? '/'));
});

/**
 * Shows a path of the page: in a tab that shows it, in any other tab, or in a new one.
 * @param {string} path
 */
async function show(path) {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((/** @type {any} */ each) => new URL(each.url).pathname === path) ?? tabs[0];
  if (!tab) return worker.clients.openWindow(path);
  await tab.focus();
  // The page opens the place itself, so that nothing that was written is lost.
  return tab.postMessage({ go: path }, []);
}
