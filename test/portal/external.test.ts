/** The external URLs that /externalRedirect opens (ruling 48): https on configured hosts, and no lookalikes. */
import { describe, expect, it } from 'vitest';
import { parseExternalAddress } from '#domain/portal/external.ts';

const HOSTS = ['studentaid.gov', 'www.irs.gov'];
const parse = (externalUrl: string, target?: string) =>
  parseExternalAddress(new URLSearchParams({ externalUrl, ...(target === undefined ? {} : { target }) }), HOSTS);

describe('an external URL', () => {
  it.each([
    ['https://studentaid.gov', 'https://studentaid.gov/'],
    ['https://studentaid.gov/a/b?c=d#e', 'https://studentaid.gov/a/b?c=d#e'],
    ['https://www.irs.gov:443/x', 'https://www.irs.gov/x'],
    ['HTTPS://StudentAid.gov/x', 'https://studentaid.gov/x'],
  ])('%s opens as %s', (given, url) => {
    expect(parse(given)).toEqual({ url, target: '_blank' });
  });

  it.each([
    '',
    'studentaid.gov',
    '//studentaid.gov',
    'http://studentaid.gov',
    'https://www.studentaid.gov',
    'https://studentaid.gov.example',
    'https://example/studentaid.gov',
    'https://example\\@studentaid.gov',
    'https://studentaid.gov\\@example',
    'https://studentaid.gov@example',
    'https://somebody@studentaid.gov',
    'https://some:body@studentaid.gov',
    'https://studentaid.gov:8443',
    'https://irs.gov',
    'https:studentaid.gov',
    'https:///studentaid.gov',
    'https://[studentaid.gov',
    'https://studentaid.gov:x',
    ' https://studentaid.gov',
    'https://studentaid.gov/a b',
    'ht\ntps://studentaid.gov',
    'javascript:alert(1)//https://studentaid.gov',
    'data:text/html,https://studentaid.gov',
    'https://',
  ])('"%s" does not open', (given) => {
    expect(parse(given)).toBeUndefined();
  });

  it('does not open without configured hosts or without a parameter', () => {
    expect(parseExternalAddress(new URLSearchParams({ externalUrl: 'https://studentaid.gov' }), [])).toBeUndefined();
    expect(parseExternalAddress(new URLSearchParams(), HOSTS)).toBeUndefined();
  });
});

describe('the window of an external URL', () => {
  it.each(['_blank', '_self', '_top', '_parent', 'help', 'help-2'])('may be "%s"', (target) => {
    expect(parse('https://studentaid.gov', target)?.target).toBe(target);
  });

  it('is a new one by default', () => {
    expect(parse('https://studentaid.gov', '')?.target).toBe('_blank');
  });

  it.each(['_other', '2nd', 'a b', '<x>', `a${'b'.repeat(50)}`])('may not be "%s"', (target) => {
    expect(parse('https://studentaid.gov', target)).toBeUndefined();
  });
});
