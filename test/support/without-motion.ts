/** Stops all animations in the page of a test: they start transparent, and a busy machine delays their frames. */
const still = document.createElement('style');
still.textContent = '*, *::before, *::after, *::backdrop { animation: none !important; transition: none !important }';
document.head.append(still);
