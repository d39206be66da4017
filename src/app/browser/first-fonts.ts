/**
 * The fonts of a page's first lines are asked for before the page is drawn, while the line has nothing else to do: text waits
 * only a moment for its font. A public page has asked for them with the document.
 */
for (const font of ["1em 'Public Sans Variable'", "700 1em 'Merriweather Web'"]) {
  // Where they do not arrive, the browser's own are seen.
  document.fonts.load(font).catch(() => undefined);
}
