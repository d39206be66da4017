/**
 * The page on which a silent renewal ends, in a hidden frame of the portal: it hands its address to the portal's sign-in
 * library, in the message form that oidc-client-ts expects, without loading the library a second time.
 */
if (window.parent !== window) {
  window.parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
}
