// Loads the shell. A network that changes meanwhile, as when a Wi-Fi is left, makes a browser drop what is under way, and
// a module that failed may stay so for the page that wanted it: then the whole page is loaded again.

// Without its style it is none, and that does not come again by itself.
import('./main.js').then(() => document.styleSheets[0].href).catch((error) => {
  console.warn(error);
  // Each time it takes longer, as the fault may be ours.
  const tries = (history.state?.tries ?? 0) + 1;
  history.replaceState({ ...history.state, tries }, '');
  // Where nobody answers, the browser's own page would come, and not go.
  const again = () => fetch(location.pathname).then(() => location.reload(), later);
  const later = () => setTimeout(again, 500 * tries);
  later();
});
