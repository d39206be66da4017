/** The portal's knowledge of who may open what, after calls that can change it. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CallSpec } from '#domain/call.ts';
import { toCents } from '#domain/money.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import type { AccessFacts } from '#domain/session/access/shapes.ts';
import { withAccess } from '#src/app/access/access-effects.ts';
import { createAccessMemory, inAllTabs } from '#src/app/access/access-memory.ts';
import { eventually } from '#test/support/eventually.ts';

const facts: AccessFacts = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: toCents(0),
};
const nothingStored = {
  getItem: () => null,
  setItem: vi.fn(),
  removeItem: vi.fn(),
  clear: vi.fn(),
  key: () => null,
  length: 0,
};

/** Makes a call with this outcome, and returns the facts that are known afterwards. */
async function factsAfter(call: CallSpec, outcome: () => Promise<unknown>): Promise<AccessFacts | null> {
  const memory = createAccessMemory(nothingStored);
  memory.keep('w1', { isOpen: true, borrowerActions: null, facts });
  const run = withAccess(outcome, memory);
  await run({ kind: 'call', call }, {}, new AbortController().signal).catch(() => undefined);
  return memory.knownOf('w1').facts;
}

const answers = () => Promise.resolve({});
const isLost = () => Promise.reject(new Error('The answer is lost'));

it('is invalid after an application, also if its answer is lost (ruling 60)', async () => {
  expect(await factsAfter(forbearance.applyHardship, answers)).toBeNull();
  expect(await factsAfter(forbearance.applyHardship, isLost)).toBeNull();
});

it('stays valid after a call that cannot change it', async () => {
  expect(await factsAfter(postponement.applications, answers)).toBe(facts);
  expect(await factsAfter(postponement.applications, isLost)).toBe(facts);
});

it('is invalid in all tabs of the browser after an application in one', async () => {
  const [ours, theirs] = [new BroadcastChannel('access'), new BroadcastChannel('access')];
  onTestFinished(() => {
    ours.close();
    theirs.close();
  });
  const [memory, other] = [ours, theirs].map((channel) => inAllTabs(createAccessMemory(nothingStored), channel));
  other?.keep('w1', { isOpen: true, borrowerActions: null, facts });
  memory?.clearFacts();
  await eventually(() => expect(other?.knownOf('w1').facts).toBeNull());
});
