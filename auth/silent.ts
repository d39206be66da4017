/** The page on which a silent renewal ends, in a hidden frame of the portal: it tells the portal the address it was opened at. */
if (window.parent !== window) window.parent.postMessage({ silentAnswer: location.href }, location.origin);
