/** Where a chat starts, and with whom (P §2.2, §6). */
import { describe, expect, it } from 'vitest';
import { type ChatFacts, chatOn } from '#domain/chat/rules.ts';
import { samplePerson as borrower } from '#machines/kit/samples.ts';

const visitor: ChatFacts = {
  person: null,
  path: '/welcome',
  isSwitchedOn: true,
  isMaintenance: false,
  settings: { isBotAfterSignIn: false, agentPaths: ['/dashboard', '/payments/*'] },
};
const at = (path: string, facts: Partial<ChatFacts> = {}) => chatOn({ ...visitor, person: borrower, path, ...facts });

describe('chatOn', () => {
  it('is the bot for visitors, unless it is switched off or the site is closed', () => {
    expect(chatOn(visitor)).toBe('bot');
    expect(chatOn({ ...visitor, isSwitchedOn: false })).toBeNull();
    expect(chatOn({ ...visitor, isMaintenance: true })).toBeNull();
  });

  it('is an agent for borrowers on the configured paths only', () => {
    expect(at('/dashboard')).toBe('agent');
    expect(at('/payments/payflow/review')).toBe('agent');
    expect(at('/dashboards')).toBeNull();
    expect(at('/content/help')).toBeNull();
    expect(at('/content/help', { settings: { isBotAfterSignIn: true, agentPaths: [] } })).toBe('bot');
    expect(at('/dashboard', { isMaintenance: true })).toBeNull();
  });

  it('is no agent for payers and impersonators', () => {
    expect(at('/dashboard', { person: { ...borrower, role: 'payer' } })).toBeNull();
    expect(at('/dashboard', { person: { ...borrower, isImpersonator: true } })).toBeNull();
  });
});
