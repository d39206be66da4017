/** Reads that are asked for ahead: who gets their answers, and that the table of them names what the flows begin with. */
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { addressOf } from '#domain/call.ts';
import { samplePerson } from '#domain/identity/samples.ts';
import { firstReadsOf } from '#domain/first-reads.ts';
import { routes } from '#domain/portal/routes.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { AHEAD_LIMIT, createAskAhead } from '#src/app/ask-ahead.ts';
import type { FlowHost } from '#src/app/flow/flow-host.ts';
import dashboard from '#src/pages/dashboard.ts';
import deferment from '#src/pages/deferment.ts';
import hardshipForbearance from '#src/pages/hardship-forbearance.ts';
import inSchool from '#src/pages/in-school.ts';
import military from '#src/pages/military.ts';
import payflow from '#src/pages/payflow.ts';
import repaymentOptions from '#src/pages/repayment-options.tsx';

/** Answers with the number of the request. */
function counting() {
  let time = 0;
  let count = 0;
  const fetched = vi.fn(async (_address: string) => new Response(String((count += 1))));
  const ahead = createAskAhead(fetched, () => time);
  const taken = async (address: string) => (await ahead.take(address))?.json();
  return { fetched, ahead, taken, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('what was asked for ahead', () => {
  it('is asked for once, and given to who asks for the same, once', async () => {
    const { fetched, ahead, taken } = counting();
    ahead.ask('parcels/Main');
    ahead.ask('parcels/Main');
    expect(fetched.mock.calls).toEqual([['parcels/Main']]);
    expect(await taken('parcels/Side')).toBeUndefined();
    expect(await taken('parcels/Main')).toBe(1);
    expect(await taken('parcels/Main')).toBeUndefined();
  });

  it('is a failure for who takes it, as the request itself would have been', async () => {
    const { fetched, ahead, taken } = counting();
    fetched.mockRejectedValueOnce(new Error('No answer'));
    ahead.ask('parcels/Main');
    // Nobody hears a failure before somebody takes it: an unhandled one would fail this test.
    await Promise.resolve();
    await expect(taken('parcels/Main')).rejects.toThrow('No answer');
    expect(await taken('parcels/Main')).toBeUndefined();
  });

  it('is asked for one after the other where it says so, each when the one before was answered', async () => {
    const { fetched, ahead, taken } = counting();
    let answerFirst: (answer: Response) => void = () => undefined;
    fetched.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
    ahead.ask('days', 'due');
    await Promise.resolve();
    expect(fetched.mock.calls).toEqual([['days']]);
    const days = taken('days');
    answerFirst(Response.json('Monday'));
    expect(await days).toBe('Monday');
    expect(fetched.mock.calls).toEqual([['days'], ['due']]);
    expect(await taken('due')).toBe(1);
  });

  it.each([
    ['is refused', () => Promise.resolve(new Response('', { status: 500 }))],
    ['does not arrive', () => Promise.reject(new Error('No answer'))],
  ])('is not asked for where the one before it %s', async (_, answered) => {
    const { fetched, ahead } = counting();
    fetched.mockReturnValueOnce(answered());
    ahead.ask('days', 'due');
    await new Promise(setImmediate);
    expect(fetched.mock.calls).toEqual([['days']]);
  });

  it('is not asked for where something was written after the one before it was asked for', async () => {
    const { fetched, ahead } = counting();
    ahead.ask('days', 'due');
    ahead.forget();
    await new Promise(setImmediate);
    expect(fetched.mock.calls).toEqual([['days']]);
  });

  it('has been read when it is there, so that whoever takes it goes on without another turn', async () => {
    const reading = () => new Promise((resolve) => setImmediate(() => resolve('Monday')));
    const fetched = async () => Object.defineProperty(new Response(), 'json', { value: reading, configurable: true });
    const ahead = createAskAhead(fetched, () => 0);
    ahead.ask('days');
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    const said: unknown[] = [];
    const take = async () => said.push(await (await ahead.take('days'))?.json());
    void take();
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    expect(said).toEqual(['Monday']);
  });

  it('that cannot be read fails for who reads it', async () => {
    const ahead = createAskAhead(
      async () => new Response('<html>'),
      () => 0,
    );
    ahead.ask('days');
    const answer = await ahead.take('days');
    await expect(answer?.json()).rejects.toThrow(SyntaxError);
  });

  it('is kept for five seconds, and no longer than until something is written', async () => {
    const { ahead, taken, pass } = counting();
    ahead.ask('parcels/Main');
    pass(AHEAD_LIMIT);
    expect(await taken('parcels/Main')).toBe(1);
    ahead.ask('parcels/Main');
    pass(AHEAD_LIMIT + 1);
    expect(await taken('parcels/Main')).toBeUndefined();
    ahead.ask('parcels/Main');
    ahead.forget();
    expect(await taken('parcels/Main')).toBeUndefined();
  });
});

interface Page {
  readonly machine: AnyStateMachine;
  readonly input: (host: FlowHost, draft: never) => unknown;
  readonly draft?: unknown;
}

const NO_DRAFT = null as never;

/** The reads that a flow makes as it starts, by their addresses. */
function begun(page: Page, person: typeof samplePerson): string[] {
  const made: string[] = [];
  const run: RunEffect = async (effect, input) => {
    if (effect.kind === 'call')
      made.push(
        addressOf(
          effect.call,
          v.parse(v.object({ params: v.optional(v.record(v.string(), v.string())) }), input).params,
        ),
      );
    return new Promise(() => undefined);
  };
  const host: FlowHost = {
    run,
    person,
    configuration: sampleConfiguration,
    flags: sampleFlags,
    userAgent: '',
    address: '',
    drafts: { read: () => undefined, write: () => undefined, discard: () => undefined },
    log: () => undefined,
    logIgnored: () => undefined,
  };
  createActor(provideEffects(page.machine, run), { input: page.input(host, NO_DRAFT) }).start();
  return made;
}

const PAGES: Readonly<Record<string, Page>> = {
  dashboard,
  payflow,
  'repayment-options': repaymentOptions,
  deferment,
  'in-school': inSchool,
  military,
  'hardship-forbearance': hardshipForbearance,
};

const routeOfPage = (name: string) => {
  const route = routes.find(({ page }) => page === name);
  if (route === undefined) throw new Error(`There is no page ${name}`);
  return route;
};

describe('the table of first reads', () => {
  it('names what is due after the days (Y §7), and lets nothing else wait for another answer', () => {
    const inTurn = routes.flatMap((route) => firstReadsOf(route, 'borrower')).filter(({ length }) => length > 1);
    expect(inTurn).toEqual([['payment-dates', 'borrower-payments/current']]);
  });

  it.each(Object.entries(PAGES))('names for %s what its flow begins with, its draft, and no more', (name, page) => {
    const draft = page.draft === undefined ? [] : [`drafts/${page.machine.id}`];
    const expected = new Set(['access-facts', ...draft, ...begun(page, samplePerson)]);
    expect(expected.size).toBeGreaterThan(1);
    const first = firstReadsOf(routeOfPage(name), 'borrower').map(([address]) => address);
    expect(first.toSorted()).toEqual([...expected].toSorted());
  });

  it('names for a payer what a payer may ask: special instructions are for borrowers', () => {
    const payer = { ...samplePerson, role: 'payer' as const };
    const expected = ['access-facts', 'drafts/payflow', ...begun(payflow, payer)];
    const first = firstReadsOf(routeOfPage('payflow'), 'payer').map(([address]) => address);
    expect(first.toSorted()).toEqual(expected.toSorted());
    expect(expected).not.toContain('special-payment-instructions');
    expect(firstReadsOf(routeOfPage('dashboard'), 'payer')).not.toContainEqual(['loan-accounts']);
  });

  it('names nothing for visitors, and for any other page what decides who may open it', () => {
    expect(firstReadsOf(routeOfPage('welcome'), 'borrower')).toEqual([]);
    expect(firstReadsOf(routeOfPage('inbox'), 'borrower')).toEqual([['access-facts']]);
  });
});
