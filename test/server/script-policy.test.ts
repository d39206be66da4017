/** The content security policy for configured third-party scripts (P §4, startup), and validation of their URLs. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Configuration } from '#domain/portal/shapes.ts';
import { portalPolicy } from '#server/http/headers.ts';

const facts = {
  publicUrl: 'https://portal.example',
  issuer: 'https://portal.example/oidc',
  chatUrl: 'https://portal.example/chat',
  videoIds: [],
};
const policyWith = (trackingScript: string, productAnalyticsScript: string) =>
  portalPolicy({ ...facts, scripts: { trackingScript, productAnalyticsScript } }).split('; ');

it('allows no third-party scripts by default', () => {
  expect(policyWith('', '')).toEqual(
    expect.arrayContaining(["script-src 'self'", "connect-src 'self'", "img-src 'self' data:"]),
  );
});

it('allows exactly the configured files, and their origins for the data that they send', () => {
  const policy = policyWith('https://t.example/a/t.js?site=1', 'https://p.example/p.js');
  expect(policy).toContain("script-src 'self' https://t.example/a/t.js https://p.example/p.js");
  expect(policy).toContain("connect-src 'self' https://t.example https://p.example");
  expect(policy).toContain("img-src 'self' data: https://t.example https://p.example");
});

it('accepts a script URL or an empty value', () => {
  const { scripts } = Configuration.entries;
  for (const address of ['', 'https://t.example/t.js']) {
    expect(v.is(scripts, { trackingScript: address, productAnalyticsScript: '' })).toBe(true);
  }
  for (const address of ['http://t.example/t.js', 't.js', 'javascript:alert(1)']) {
    expect(v.is(scripts, { trackingScript: address, productAnalyticsScript: '' })).toBe(false);
  }
});

it.each(['idleSeconds', 'idleTimeout'] as const)('%s must be a positive whole number of seconds (P §5.1)', (name) => {
  const schema = Configuration.entries[name];
  expect([1, 1200].map((seconds) => v.is(schema, seconds))).toEqual([true, true]);
  expect([0, -1, 1.5, '30', Number.NaN].map((seconds) => v.is(schema, seconds))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
