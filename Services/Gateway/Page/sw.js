// The service worker. It keeps the files of one version of the page, so that the page opens without a connection, shows
// notifications, and brings a tab of the page to the front when one is clicked. It keeps no data of a person.
const worker = /** @type {any} */ (globalThis);

/**
 * Path of the files of this version, which the gateway inserts. A new version therefore has a new worker.
 * The gateway replaces the word in braces everywhere, so no template may contain it.
 */
const folder = '{assets}';

/** First part of the names of the caches. */
const prefix = 'page ';

/** Name of the cache of this version. */
const version = prefix + folder;

/** Time after which a navigation uses the shell that is kept, in milliseconds. */
const maxWaitMs = 3000;

/** Number of files that are requested at once, so that the requests of the page itself do not wait for them. */
const maxRequests = 3;

// The page's files; scripts/page writes this list.
const files = [
  'Cells/Page/feature.js',
  'Cells/Page/part.js',
  'Cells/Page/view.js',
  'Cells/Page/words.ar.js',
  'Cells/Page/words.de.js',
  'Cells/Page/words.es.js',
  'Cells/Page/words.fr.js',
  'Cells/Page/words.ja.js',
  'Cells/Page/words.js',
  'Focus/Page/feature.js',
  'Focus/Page/part.js',
  'Focus/Page/view.js',
  'Focus/Page/words.ar.js',
  'Focus/Page/words.de.js',
  'Focus/Page/words.es.js',
  'Focus/Page/words.fr.js',
  'Focus/Page/words.ja.js',
  'Focus/Page/words.js',
  'Gateway/Page/api.js',
  'Gateway/Page/apple-touch-icon.png',
  'Gateway/Page/call.js',
  'Gateway/Page/clock.js',
  'Gateway/Page/countdown.js',
  'Gateway/Page/database.js',
  'Gateway/Page/dom.js',
  'Gateway/Page/entry.js',
  'Gateway/Page/errands.js',
  'Gateway/Page/features.js',
  'Gateway/Page/follow.js',
  'Gateway/Page/icon-192.png',
  'Gateway/Page/icon-512.png',
  'Gateway/Page/icon-maskable-512.png',
  'Gateway/Page/icon-maskable.svg',
  'Gateway/Page/icon.svg',
  'Gateway/Page/ids.js',
  'Gateway/Page/language.js',
  'Gateway/Page/main.js',
  'Gateway/Page/navigate.js',
  'Gateway/Page/offline.js',
  'Gateway/Page/page.css',
  'Gateway/Page/parts.js',
  'Gateway/Page/places.js',
  'Gateway/Page/plurals.js',
  'Gateway/Page/reduce.js',
  'Gateway/Page/ring.js',
  'Gateway/Page/seen-store.js',
  'Gateway/Page/sessions.js',
  'Gateway/Page/sheets.js',
  'Gateway/Page/start.js',
  'Gateway/Page/state.js',
  'Gateway/Page/stream.js',
  'Gateway/Page/view-form.js',
  'Gateway/Page/view-language.js',
  'Gateway/Page/view-parts.js',
  'Gateway/Page/view-rows.js',
  'Gateway/Page/view.js',
  'Gateway/Page/words-later.js',
  'Gateway/Page/words.ar.js',
  'Gateway/Page/words.de.js',
  'Gateway/Page/words.es.js',
  'Gateway/Page/words.fr.js',
  'Gateway/Page/words.ja.js',
  'Gateway/Page/words.js',
  'History/Page/charts.js',
  'History/Page/feature.js',
  'History/Page/figures.js',
  'History/Page/part.js',
  'History/Page/view.js',
  'History/Page/words.ar.js',
  'History/Page/words.de.js',
  'History/Page/words.es.js',
  'History/Page/words.fr.js',
  'History/Page/words.ja.js',
  'History/Page/words.js',
  'People/Page/erase.js',
  'People/Page/feature.js',
  'People/Page/forms.js',
  'People/Page/list.js',
  'People/Page/part.js',
  'People/Page/retention.js',
  'People/Page/rights.js',
  'People/Page/tokens.js',
  'People/Page/view.js',
  'People/Page/voice-words.js',
  'People/Page/voice.js',
  'People/Page/words.ar.js',
  'People/Page/words.de.js',
  'People/Page/words.es.js',
  'People/Page/words.fr.js',
  'People/Page/words.ja.js',
  'People/Page/words.js',
  'Router/Page/feature.js',
  'Router/Page/part.js',
  'Router/Page/trace.js',
  'Router/Page/view.js',
  'Router/Page/words.ar.js',
  'Router/Page/words.de.js',
  'Router/Page/words.es.js',
  'Router/Page/words.fr.js',
  'Router/Page/words.ja.js',
  'Router/Page/words.js',
  'Schedule/Page/feature.js',
  'Schedule/Page/part.js',
  'Schedule/Page/plan-rules.js',
  'Schedule/Page/plan-view.js',
  'Schedule/Page/plan.js',
  'Schedule/Page/words.ar.js',
  'Schedule/Page/words.de.js',
  'Schedule/Page/words.es.js',
  'Schedule/Page/words.fr.js',
  'Schedule/Page/words.ja.js',
  'Schedule/Page/words.js',
  'Standups/Page/alert-words.js',
  'Standups/Page/alerts.js',
  'Standups/Page/arrival.js',
  'Standups/Page/awake.js',
  'Standups/Page/bell.js',
  'Standups/Page/correct-view.js',
  'Standups/Page/correct-words.js',
  'Standups/Page/correct.js',
  'Standups/Page/detail.js',
  'Standups/Page/discarded-words.js',
  'Standups/Page/discarded.js',
  'Standups/Page/events.js',
  'Standups/Page/feature.js',
  'Standups/Page/form-part.js',
  'Standups/Page/form-view.js',
  'Standups/Page/form.js',
  'Standups/Page/glossary-view.js',
  'Standups/Page/glossary-words.js',
  'Standups/Page/glossary.js',
  'Standups/Page/list.js',
  'Standups/Page/live-part.js',
  'Standups/Page/live-view.js',
  'Standups/Page/live.js',
  'Standups/Page/notes.js',
  'Standups/Page/pages.js',
  'Standups/Page/past.js',
  'Standups/Page/people.js',
  'Standups/Page/presence-view.js',
  'Standups/Page/presence-words.js',
  'Standups/Page/presence.js',
  'Standups/Page/reassign.js',
  'Standups/Page/search.js',
  'Standups/Page/transcript.js',
  'Standups/Page/turn.js',
  'Standups/Page/updates-view.js',
  'Standups/Page/updates-words.js',
  'Standups/Page/updates.js',
  'Standups/Page/words-later.js',
  'Standups/Page/words.ar.js',
  'Standups/Page/words.de.js',
  'Standups/Page/words.es.js',
  'Standups/Page/words.fr.js',
  'Standups/Page/words.ja.js',
  'Standups/Page/words.js',
  'Transcription/Page/capture.js',
  'Transcription/Page/control.js',
  'Transcription/Page/dictate-control.js',
  'Transcription/Page/dictate-words.js',
  'Transcription/Page/dictation.js',
  'Transcription/Page/elsewhere.js',
  'Transcription/Page/feature.js',
  'Transcription/Page/hearing.js',
  'Transcription/Page/microphone.js',
  'Transcription/Page/own-control.js',
  'Transcription/Page/own-microphone.js',
  'Transcription/Page/own-words.js',
  'Transcription/Page/part.js',
  'Transcription/Page/recorder.js',
  'Transcription/Page/resample.js',
  'Transcription/Page/sound-store.js',
  'Transcription/Page/sound-window.js',
  'Transcription/Page/tab-note.js',
  'Transcription/Page/voice.js',
  'Transcription/Page/words.ar.js',
  'Transcription/Page/words.de.js',
  'Transcription/Page/words.es.js',
  'Transcription/Page/words.fr.js',
  'Transcription/Page/words.ja.js',
  'Transcription/Page/words.js',
  'Webhooks/Page/feature.js',
  'Webhooks/Page/part.js',
  'Webhooks/Page/words.ar.js',
  'Webhooks/Page/words.de.js',
  'Webhooks/Page/words.es.js',
  'Webhooks/Page/words.fr.js',
  'Webhooks/Page/words.ja.js',
  'Webhooks/Page/words.js',
];

worker.addEventListener('install', (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keep());
});
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // The files of any other version are not kept, so that two versions never run together.
  if (pathname.startsWith(`${folder}/`)) event.respondWith(file(request));
  else if (request.mode === 'navigate' && isPlace(pathname)) event.respondWith(shell(request));
});
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.path ?? '/'));
});

/**
 * True for the path of a place of the page, rather than of a file, a download or the sign-in.
 * @param {string} path
 */
const isPlace = (path) => !/^\/(api|assets|sign-in)\/|\./.test(path);

/** @param {any} request */
const kept = async (request) => (await caches.open(version)).match(request, { ignoreVary: true });

/** Keeps the shell and the files of this version: all of them, or none. */
async function keep() {
  const cache = await caches.open(version);
  try {
    const shell = await fetch('/', { cache: 'no-store' });
    // While a gateway is being updated, its shell may already be that of another version; a proxy may ask for a sign-in.
    if (!shell.ok || shell.redirected || !(await shell.clone().text()).includes(`${folder}/`)) throw new Error('This shell is not the one of this version.');
    for (let index = 0; index < files.length; index += maxRequests) {
      await cache.addAll(files.slice(index, index + maxRequests).map((name) => `${folder}/${name}`));
    }
    await cache.put('/', shell);
  } catch (error) {
    // The browser tries again at the next visit.
    await caches.delete(version);
    throw error;
  }
}

/** Deletes all other versions, and reports the new version to the open tabs. */
async function begin() {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== version) await caches.delete(name);
  await worker.clients.claim();
  for (const tab of await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ version: folder }, []);
}

/** @param {Request} request of a file of this version */
const file = async (request) => (await kept(request)) ?? fetch(request);

/**
 * Returns the shell that the gateway serves, or the one that is kept if the gateway cannot be reached, takes too long, or a
 * proxy answers in its place.
 * @param {Request} request
 */
async function shell(request) {
  const own = await kept('/');
  if (!own) return fetch(request);
  const late = new Promise((resolve) => { setTimeout(resolve, maxWaitMs, own); });
  const served = fetch(request).then((response) => (response.status < 500 ? response : own), () => own);
  return Promise.race([served, late]);
}

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
