/**
 * Requests the fonts of a page's first lines before the page renders, while the network is idle: text waits only
 * briefly for its font. A public page requests them in its document.
 */
for (const font of ["1em 'Public Sans Variable'", "700 1em 'Merriweather Web'"]) {
  // If the fonts do not load, the browser's default fonts remain.
  document.fonts.load(font).catch(() => undefined);
}
