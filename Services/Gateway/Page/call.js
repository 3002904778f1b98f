// Reaches the person outside the page: notifications, vibration, and the badge of the installed app. Loaded when it is
// first needed.

/** @type {any} */
const types = globalThis;

/** Path of the service worker. */
const script = '/sw.js';

/** @param {boolean} isOn */
export function badge(isOn) {
  const { navigator } = types;
  // Ignored because the title of the tab says the same.
  (isOn ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

/** True if this browser can show notifications, and the person switched them on. */
export const isOn = () => types.Notification?.permission === 'granted' && localStorage.getItem('notify') === 'yes';

/** True if this browser can show notifications, and the person has neither blocked them nor chosen whether they are on. */
export const canOffer = () => !!types.Notification && types.Notification.permission !== 'denied' && localStorage.getItem('notify') === null;

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let registration;

/** @type {any} policy of Trusted Types, which can be created only once */
let policy;

/** Registers the service worker. Its path is the only one that Trusted Types accepts. */
export function register() {
  if (registration) return registration;
  policy ??= types.trustedTypes?.createPolicy('worker', {
    createScriptURL(/** @type {string} */ url) {
      if (url !== script) throw new TypeError(`Not the service worker: ${url}`);
      return url;
    },
  });
  registration = navigator.serviceWorker.register(policy ? policy.createScriptURL(script) : script)
    .then(() => navigator.serviceWorker.ready);
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.go === 'string') opened?.(data.go);
  });
  return registration;
}

/** @type {((path: string) => void) | undefined} */
let opened;

/**
 * Sets the function that opens a path when a notification is clicked.
 * @param {(path: string) => void} open
 */
export const onOpened = (open) => { opened = open; };

/**
 * Shows a notification, if the page is hidden or does not have the focus, and vibrates.
 * @param {{ text: string, body: string, path: string }} what
 */
export async function call({ text, body, path }) {
  navigator.vibrate?.([120, 60, 120]);
  if (!isOn() || (document.visibilityState === 'visible' && document.hasFocus())) return;
  // A later call about the same meeting replaces this one.
  await (await register()).showNotification(text, { body, tag: path, data: { path } });
}

/**
 * Switches notifications on or off. The browser asks for permission only here.
 * @param {boolean} isWanted @returns {Promise<'on' | 'off' | 'denied' | 'unavailable'>}
 */
export async function choose(isWanted) {
  localStorage.setItem('notify', isWanted ? 'yes' : '');
  if (!isWanted) return 'off';
  if (!types.Notification || !('serviceWorker' in navigator)) return 'unavailable';
  if (await types.Notification.requestPermission() !== 'granted') return 'denied';
  await register();
  return 'on';
}
