/**
 * Third-party scripts that a deployment may configure (P §4, startup): one that tracks visits, one for product analytics.
 * Each is a file at a configured URL: nothing is inlined, and the content security policy lists the URLs.
 */
import type { Configuration } from '#domain/portal/shapes.ts';

/** Returns the configured URLs, without empty ones. */
const getScriptUrls = ({ trackingScript, productAnalyticsScript }: Configuration['scripts']): string[] =>
  [trackingScript, productAnalyticsScript].filter((address) => address !== '');

/** Loads the configured scripts, each once per page. Calls `failed` for a script that does not load, and continues. */
export function loadScripts(
  page: Document,
  scripts: Configuration['scripts'],
  failed: (address: string) => void,
): void {
  const missing = getScriptUrls(scripts).filter(
    (address) => ![...page.scripts].some((script) => script.dataset['configured'] === address),
  );
  if (missing.length === 0) return;
  const policy = globalThis.trustedTypes?.createPolicy('portal-script', {
    createScriptURL: (address) => {
      if (missing.includes(address)) return address;
      throw new TypeError('Only configured scripts are loaded');
    },
  });
  for (const address of missing) {
    const script = page.createElement('script');
    script.async = true;
    script.dataset['configured'] = address;
    script.addEventListener('error', () => failed(address));
    const trusted: unknown = policy?.createScriptURL(address) ?? address;
    Reflect.set(script, 'src', trusted);
    page.head.append(script);
  }
}
