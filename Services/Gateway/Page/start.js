// Loads the shell. When the network changes during the load, for example because Wi-Fi is lost, a browser aborts
// the requests and may keep the failed modules for this page; so the whole page is reloaded.

// A page without its style sheet is useless, and the browser does not load the sheet again.
import('./main.js').then(() => document.styleSheets[0].href).catch((error) => {
  console.warn(error);
  // The delay grows with each attempt, because the fault may be ours.
  const tries = (history.state?.tries ?? 0) + 1;
  history.replaceState({ ...history.state, tries }, '');
  // If the gateway is unreachable, a reload would show the browser's error page and end the retries.
  const again = () => fetch(location.pathname).then(() => location.reload(), later);
  const later = () => setTimeout(again, 500 * tries);
  later();
});
