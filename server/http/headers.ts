/** The security headers of every answer. */

export interface HeaderFacts {
  readonly publicUrl: string;
  /** The sign-in provider's issuer. */
  readonly issuer: string;
}

const isEncrypted = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** What holds for every answer, whatever it is. */
export const commonHeaders = (publicUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  ...(isEncrypted(publicUrl) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** The policy of the portal's pages. Text from outside reaches the page only through the portal's own sanitizing policies. */
export function portalPolicy({ publicUrl, issuer }: HeaderFacts): string {
  const { origin } = new URL(issuer);
  const elsewhere = origin === publicUrl ? [] : [origin];
  return policy({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...elsewhere],
    'frame-src': ["'self'", ...elsewhere],
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portal-content', 'portal-script', 'dompurify'],
  });
}

/** The policy of the pages that the server writes itself: sign-in and the description of the API. */
export const serverPagePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
});
