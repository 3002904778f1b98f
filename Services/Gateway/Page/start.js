// Loads the texts of the language, then the shell. If the network changes during the load, for example because Wi-Fi is lost, a
// browser aborts the requests and may treat the modules as failed until the page is reloaded. Therefore, the whole page is
// reloaded.

// Check the style sheet as well, because a page without it is useless and the browser does not load it again.
import('./language.js').then(({ speak }) => speak()).then(() => import('./main.js')).then(() => document.styleSheets[0].href).catch((error) => {
  console.warn(error);
  // The delay grows with each attempt, because the fault may be in the page or the gateway.
  const tries = (history.state?.tries ?? 0) + 1;
  history.replaceState({ ...history.state, tries }, '');
  // Reload only if the gateway responds; otherwise, the browser would show its own error page, and the retries
  // would end.
  const again = () => fetch(location.pathname).then(() => location.reload(), later);
  const later = () => setTimeout(again, 500 * tries);
  later();
});
