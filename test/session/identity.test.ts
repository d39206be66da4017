/** Roles derive only from the token's claims, and authorized payers can open only a few paths (rulings 7, 37, 44). */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  PAYER_PATHS,
  getHome,
  isAuthorizedPayer,
  isImpersonator,
  isPathForPayers,
  toPerson,
} from '#domain/session/identity/rules.ts';
import { IdentityClaims } from '#domain/session/identity/shapes.ts';

const IDS = { payerApplicationId: '2', impersonatorRole: 'impersonator' };
const CLAIMS: IdentityClaims = {
  sub: 'avery',
  given_name: 'Avery',
  family_name: 'Quill',
  nds_application_id: '1',
  nds_web_account_id: 'web-1',
  aud: 'urn:larkfield:api',
};

describe('the paths of an authorized payer (ruling 7)', () => {
  it.each([
    '/payments/payflow',
    '/payments/payflow/schedule',
    '/payments/payflow/methods',
    '/payments/payflow/review',
    '/payments/payflow/receipt',
    '/payments/payment-activity',
    '/profile/contact-info',
    '/profile/change-password',
    '/content',
    '/content/campaign',
    '/externalRedirect',
    '/error',
    '/error/not-found',
    '/maintenance',
  ])('include %s', (path) => {
    expect(isPathForPayers(path)).toBe(true);
  });

  it.each([
    '',
    '/',
    '/dashboard',
    '/welcome',
    '/loan-details',
    '/payments',
    '/payments/',
    '/payments/payflowx',
    '/payments/payflow-new/schedule',
    '/payments/payment-activity/payment-activity-details',
    '/payments/payment-activityx',
    '/payments/payment-auto-debit',
    '/payments/payment-methods',
    '/payments/authorized-payers',
    '/payments/payment-instructions',
    '/payments/payment-payoff',
    '/profile',
    '/profile/contact-information',
    '/profile/contact-info/edit',
    '/profile/manage-paperless',
    '/contentious',
    '/contents/campaign',
    '/externalRedirectTo',
    '/errors',
    '/error-log',
    '/maintenance/panel',
    '/repayment-options/idr',
    '/inbox',
    'payments/payflow',
    '/x/payments/payflow',
    '/dashboard/content/',
  ])('exclude "%s"', (path) => {
    expect(isPathForPayers(path)).toBe(false);
  });

  it('are exactly those of the ruling', () => {
    expect([...PAYER_PATHS]).toEqual([
      '/payments/payflow/*',
      '/payments/payment-activity',
      '/profile/contact-info',
      '/profile/change-password',
      '/profile/security',
      '/content/*',
      '/externalRedirect',
      '/error/*',
      '/maintenance',
    ]);
  });

  const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/);

  it('do not match longer segments', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAYER_PATHS), segment, (allowed, letters) => {
        expect(isPathForPayers(allowed.replace('/*', '') + letters)).toBe(false);
      }),
    );
  });

  it('match paths below them only if they end with /*', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAYER_PATHS), segment, (allowed, below) => {
        expect(isPathForPayers(`${allowed.replace('/*', '')}/${below}`)).toBe(allowed.endsWith('/*'));
      }),
    );
  });

  it("include the payer's home page", () => {
    expect(isPathForPayers(getHome(toPerson({ ...CLAIMS, nds_application_id: '2' }, IDS)))).toBe(true);
  });
});

describe('roles', () => {
  it.each([
    ['2', 'payer'],
    ['1', 'borrower'],
    ['', 'borrower'],
    ['22', 'borrower'],
    [' 2', 'borrower'],
  ])('with the application id "%s" are %s', (id, role) => {
    const claims = { ...CLAIMS, nds_application_id: id };
    expect(toPerson(claims, IDS).role).toBe(role);
    expect(isAuthorizedPayer(claims, IDS)).toBe(role === 'payer');
  });

  it.each<[string | string[], boolean]>([
    ['urn:larkfield:api', false],
    ['impersonator', true],
    [['urn:larkfield:api'], false],
    [['urn:larkfield:api', 'impersonator'], true],
    [['impersonator', 'urn:larkfield:api'], true],
    [[], false],
    ['', false],
    ['not-impersonator', false],
    ['impersonator,urn:larkfield:api', false],
    [['impersonators'], false],
  ])('with the audience %j include impersonation: %s', (aud, isIt) => {
    expect(isImpersonator({ ...CLAIMS, aud }, IDS)).toBe(isIt);
    expect(toPerson({ ...CLAIMS, aud }, IDS).isImpersonator).toBe(isIt);
  });

  it('are independent: an impersonator is not a payer, and a payer is not an impersonator', () => {
    const both = toPerson({ ...CLAIMS, aud: ['impersonator'], nds_application_id: '2' }, IDS);
    expect(both).toMatchObject({ role: 'payer', isImpersonator: true });
    expect(toPerson({ ...CLAIMS, aud: ['2'], nds_application_id: 'impersonator' }, IDS)).toMatchObject({
      role: 'borrower',
      isImpersonator: false,
    });
  });

  it.each([
    ['federal', true],
    ['local', false],
    ['Federal', false],
    [undefined, false],
  ])('with the identity provider %s use the federal identity: %s', (provider, isIt) => {
    const claims = provider === undefined ? CLAIMS : { ...CLAIMS, identity_provider: provider };
    expect(toPerson(claims, IDS).isFederalIdentity).toBe(isIt);
  });

  it('include only the names and the web account of the token', () => {
    expect(toPerson(CLAIMS, IDS)).toEqual({
      role: 'borrower',
      isImpersonator: false,
      isFederalIdentity: false,
      givenName: 'Avery',
      familyName: 'Quill',
      webAccountId: 'web-1',
    });
  });

  it.each(['sub', 'given_name', 'family_name', 'nds_application_id', 'nds_web_account_id', 'aud'])(
    'are not read from a token without %s',
    (claim) => {
      expect(v.safeParse(IdentityClaims, CLAIMS).success).toBe(true);
      expect(v.safeParse(IdentityClaims, { ...CLAIMS, [claim]: undefined }).success).toBe(false);
      expect(v.safeParse(IdentityClaims, { ...CLAIMS, [claim]: 2 }).success).toBe(false);
    },
  );
});

describe('the home page (ruling 44)', () => {
  it.each([
    ['of a visitor', undefined, '/welcome'],
    ['of a borrower', toPerson(CLAIMS, IDS), '/dashboard'],
    ['of an impersonator', toPerson({ ...CLAIMS, aud: ['impersonator'] }, IDS), '/dashboard'],
    ['of a payer', toPerson({ ...CLAIMS, nds_application_id: '2' }, IDS), '/payments/payflow/schedule'],
  ])('%s', (_, person, home) => {
    expect(getHome(person)).toBe(home);
  });
});
