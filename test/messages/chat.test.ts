/** The rules that decide where a chat starts and with whom (P §2.2, §6). */
import { describe, expect, it } from 'vitest';
import { type ChatDeps, chatOn, mayOpenChat } from '#domain/messages/chat/rules.ts';
import { samplePerson as borrower } from '#domain/session/identity/samples.ts';

const visitor: ChatDeps = {
  person: null,
  path: '/welcome',
  isSwitchedOn: true,
  isMaintenance: false,
  settings: { isBotAfterSignIn: false, agentPaths: ['/dashboard', '/payments/*'] },
};
const at = (path: string, facts: Partial<ChatDeps> = {}) => chatOn({ ...visitor, person: borrower, path, ...facts });

describe('chatOn', () => {
  it('returns the bot for visitors, unless the chat is switched off or the site is in maintenance', () => {
    expect(chatOn(visitor)).toBe('bot');
    expect(chatOn({ ...visitor, isSwitchedOn: false })).toBeNull();
    expect(chatOn({ ...visitor, isMaintenance: true })).toBeNull();
  });

  it('returns an agent for borrowers on the configured paths only', () => {
    expect(at('/dashboard')).toBe('agent');
    expect(at('/payments/payflow/review')).toBe('agent');
    expect(at('/payments')).toBe('agent');
    expect(at('/payment')).toBeNull();
    expect(at('/dashboards')).toBeNull();
    expect(at('/content/help')).toBeNull();
    expect(at('/content/help', { settings: { isBotAfterSignIn: true, agentPaths: [] } })).toBe('bot');
    expect(at('/dashboard', { isMaintenance: true })).toBeNull();
  });

  it('returns no agent for payers and impersonators', () => {
    expect(at('/dashboard', { person: { ...borrower, role: 'payer' } })).toBeNull();
    expect(at('/dashboard', { person: { ...borrower, isImpersonator: true } })).toBeNull();
  });
});

describe('mayOpenChat', () => {
  const who = (facts: Partial<ChatDeps>) => mayOpenChat({ ...visitor, ...facts });
  const withBot = { isBotAfterSignIn: true, agentPaths: [] };

  it('lets visitors and borrowers open the chat page, unless the chat is switched off or the site is in maintenance', () => {
    expect(who({})).toBe(true);
    expect(who({ person: borrower })).toBe(true);
    expect(who({ isSwitchedOn: false })).toBe(false);
    expect(who({ person: borrower, isMaintenance: true })).toBe(false);
  });

  it('lets impersonators open it only for the bot of signed-in people', () => {
    const impersonator = { ...borrower, isImpersonator: true };
    expect(who({ person: impersonator })).toBe(false);
    expect(who({ person: impersonator, settings: withBot })).toBe(true);
  });

  it('never lets payers open it', () => {
    expect(who({ person: { ...borrower, role: 'payer' } })).toBe(false);
    expect(who({ person: { ...borrower, role: 'payer' }, settings: withBot })).toBe(false);
  });
});
