/** Invitations of authorized payers: fields, repeated email addresses, and expiry (ruling 15). */
import { describe, expect, it } from 'vitest';
import { getMessage, findProblems } from '#domain/issue.ts';
import { payerMessages } from '#domain/profile/payers/messages.ts';
import {
  type InviteDeps,
  invitationExpiry,
  buildInvitationUrl,
  inviteSchema,
  isInvitationOpen,
  isRenewable,
} from '#domain/profile/payers/rules.ts';
import type { InviteValues } from '#domain/profile/payers/shapes.ts';

const RIGHT: InviteValues = { firstName: 'José', lastName: "O'Brien", email: 'jose@example.com' };
const payers: InviteDeps['payers'] = [
  { email: 'casey@example.com', status: 'active' },
  { email: 'old@example.com', status: 'expired' },
  { email: 'new@example.com', status: 'invited' },
];
const validate = (values: Partial<InviteValues>, facts: InviteDeps = { payers }) =>
  findProblems(inviteSchema(facts), { ...RIGHT, ...values }).map(({ field, issue }) => [
    field,
    getMessage(payerMessages, issue),
  ]);

describe('the invitation form', () => {
  it('accepts names of any script', () => {
    expect(validate({})).toEqual([]);
    expect(validate({ firstName: 'Ольга', lastName: 'Núñez-Øst' })).toEqual([]);
  });

  it.each<[Partial<InviteValues>, string, string]>([
    [{ firstName: ' ' }, 'firstName', "Please enter the person's first name."],
    [{ lastName: '' }, 'lastName', "Please enter the person's last name."],
    [{ lastName: 'x'.repeat(51) }, 'lastName', "Please enter the person's last name. Use up to 50 characters."],
    [{ firstName: '<b>' }, 'firstName', "Please enter the person's first name using letters, hyphens or spaces."],
    [{ firstName: '...' }, 'firstName', "Please enter the person's first name using letters, hyphens or spaces."],
    [{ email: 'jose@example' }, 'email', 'Please enter a valid email address.'],
    [{ email: ' CASEY@example.com ' }, 'email', 'The person with this email address is already one of your payers.'],
  ])('refuses %j', (values, field, message) => {
    expect(validate(values)).toEqual([[field, message]]);
  });

  it('accepts the email address of an open or expired invitation, which is sent again', () => {
    expect(validate({ email: 'OLD@example.com' })).toEqual([]);
    expect(validate({ email: 'new@example.com' })).toEqual([]);
  });

  it('allows ten payers and invitations, and replacing one of them', () => {
    const facts = (count: number): InviteDeps => ({
      payers: Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com`, status: 'invited' })),
    });
    expect(validate({}, facts(9))).toEqual([]);
    expect(validate({}, facts(10))).toEqual([
      ['email', 'You can have up to 10 payers and invitations. Remove one to invite someone else.'],
    ]);
    expect(validate({ email: 'p3@example.com' }, facts(10))).toEqual([]);
  });
});

describe('an invitation', () => {
  it('can be accepted until the second in which its 14 days end', () => {
    const expiry = invitationExpiry(new Date('2026-11-20T15:30:00Z'));
    expect(expiry).toEqual(new Date('2026-12-04T15:30:00Z'));
    expect(isInvitationOpen(expiry, new Date('2026-12-04T15:29:59Z'))).toBe(true);
    expect(isInvitationOpen(expiry, new Date('2026-12-04T15:30:00Z'))).toBe(false);
  });

  it('has its token in the fragment, which no server receives', () => {
    const url = new URL(buildInvitationUrl('https://portal.example', 'a-token'));
    expect([url.pathname, url.search, url.hash]).toEqual(['/account/payer-invitation', '', '#a-token']);
  });

  it('can be sent again until it is accepted', () => {
    expect(payers.map(isRenewable)).toEqual([false, true, true]);
  });
});
