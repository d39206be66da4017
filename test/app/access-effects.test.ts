/** The portal's knowledge of who may open what, after calls that can change it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallSpec } from '#domain/call.ts';
import { toCents } from '#domain/money.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { access } from '#domain/session/access/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import type { AccessData } from '#domain/session/access/shapes.ts';
import { withAccess } from '#src/app/access/access-effects.ts';
import { createAccessMemory, inAllTabs } from '#src/app/access/access-memory.ts';
import { eventually } from '#test/support/eventually.ts';

const facts: AccessData = {
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
async function factsAfter(call: CallSpec, outcome: () => Promise<unknown>): Promise<AccessData | null> {
  const memory = createAccessMemory(nothingStored);
  memory.select('w1', { isOpen: true, borrowerActions: null, facts });
  const run = withAccess(outcome, memory, () => 'w1');
  await run({ kind: 'call', call }, {}, new AbortController().signal).catch(() => undefined);
  return memory.getKnowledge('w1').facts;
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
  other?.select('w1', { isOpen: true, borrowerActions: null, facts });
  memory?.clearFacts();
  await eventually(() => expect(other?.getKnowledge('w1').facts).toBeNull());
});

describe('whether help with payments is offered', () => {
  const signal = new AbortController().signal;

  /** Creates a memory with separate storage, and a function that receives access facts with these loans. */
  function receiving() {
    const stored = new Map<string, string>();
    const memory = createAccessMemory({
      ...nothingStored,
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    });
    const receive = (paidInFull: AccessData['paidInFull'], call: CallSpec = access.facts, isInDefault = false) =>
      withAccess(
        async () => ({ ...facts, paidInFull, isInDefault }),
        memory,
        () => 'w1',
      )({ kind: 'call', call }, {}, signal);
    return { memory, receive };
  }

  it('is known from each answer with the access facts, for that web account only', async () => {
    const { memory, receive } = receiving();
    expect(memory.mayGetHelp('w1')).toBeUndefined();
    await receive(null);
    expect(memory.mayGetHelp('w1')).toBe(true);
    expect(memory.mayGetHelp('w2')).toBeUndefined();
    expect(memory.mayGetHelp(undefined)).toBeUndefined();
    await receive('federal');
    expect(memory.mayGetHelp('w1')).toBe(true);
    await receive('all');
    expect(memory.mayGetHelp('w1')).toBe(false);
  });

  it('is not offered if all federal loans are in default', async () => {
    const { memory, receive } = receiving();
    await receive(null, access.facts, true);
    expect(memory.mayGetHelp('w1')).toBe(false);
  });

  it('stays as it was after an answer that does not say it', async () => {
    const { memory, receive } = receiving();
    await receive('all');
    await receive(undefined);
    await receive(null, postponement.applications);
    memory.clearFacts();
    expect(memory.mayGetHelp('w1')).toBe(false);
  });

  it('is forgotten when the session ends', async () => {
    const { memory, receive } = receiving();
    const changed = vi.fn();
    memory.subscribe(changed);
    await receive('all');
    expect(changed).toHaveBeenCalledTimes(1);
    memory.forget();
    expect(memory.mayGetHelp('w1')).toBeUndefined();
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
