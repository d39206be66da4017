/** Serves `security.txt`, which names the contact for security reports (RFC 9116). */
import type { Hono } from 'hono';
import type { AppBindings } from './faults.ts';
import { SECURITY_CONTACT_PATH } from './routes.ts';

/** How long a copy of the file may be trusted, in milliseconds. RFC 9116 recommends less than a year. */
const VALID_FOR = 180 * 24 * 60 * 60 * 1000;

/** Adds the file to the app. `address` is the servicer's email address. */
export function addSecurityContact(
  app: Hono<AppBindings>,
  { address, publicUrl, now }: { readonly address: string; readonly publicUrl: string; readonly now: () => Date },
): void {
  app.get(SECURITY_CONTACT_PATH, (c) => {
    const expires = new Date(now().getTime() + VALID_FOR).toISOString().replace(/\.\d+/, '');
    const lines = [
      `Contact: mailto:${address}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${SECURITY_CONTACT_PATH}`,
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'max-age=86400' });
  });
}
