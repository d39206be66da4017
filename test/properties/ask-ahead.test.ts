/** Reads that are asked for ahead: who gets their answers, and that the pages declare what their flows begin with. */
import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { addressOf, defineCall } from '#domain/call.ts';
import { samplePerson } from '#domain/identity/samples.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { AHEAD_LIMIT, createAskAhead } from '#src/app/ask-ahead.ts';
import type { FlowHost } from '#src/app/flow/flow-host.ts';
import { firstCallsOf } from '#src/app/page-code/first-calls.ts';
import dashboard from '#src/pages/dashboard.ts';
import notFound from '#src/pages/not-found.ts';
import payflow from '#src/pages/payflow.ts';

const common = { summary: 'A call', access: ['borrower'], timeLimit: 'read', response: v.unknown() } as const;
const list = defineCall({ ...common, id: 'list', method: 'GET', path: 'parcels/:street' });
const send = defineCall({ ...common, id: 'send', method: 'POST', path: 'parcels' });
const FIRST = { call: list, params: { street: 'Main' } };
const SAME = { params: { street: 'Main' }, query: {} };
const signal = new AbortController().signal;

/** Answers with the number of the call. */
function counting() {
  let time = 0;
  let count = 0;
  const made = vi.fn(async (): Promise<unknown> => (count += 1));
  return { made, ahead: createAskAhead(made, () => time), pass: (milliseconds: number) => (time += milliseconds) };
}

it('gives an answer to who makes the same call, once', async () => {
  const { made, ahead } = counting();
  ahead.ask(FIRST);
  ahead.ask(FIRST);
  expect(made).toHaveBeenCalledTimes(1);
  expect(await ahead.make(list, { params: { street: 'Side' } }, signal)).toBe(2);
  expect(await ahead.make(list, SAME, signal)).toBe(1);
  expect(await ahead.make(list, SAME, signal)).toBe(3);
});

it('gives a failure as the call itself would have', async () => {
  const { made, ahead } = counting();
  made.mockRejectedValueOnce(new Error('No answer'));
  ahead.ask(FIRST);
  await expect(ahead.make(list, SAME, signal)).rejects.toThrow('No answer');
  expect(await ahead.make(list, SAME, signal)).toBe(1);
});

it('keeps nothing beyond what is written', async () => {
  const { ahead } = counting();
  ahead.ask(FIRST);
  expect(await ahead.make(send, {}, signal)).toBe(2);
  expect(await ahead.make(list, SAME, signal)).toBe(3);
});

it('keeps nothing for long', async () => {
  const { ahead, pass } = counting();
  ahead.ask(FIRST);
  pass(AHEAD_LIMIT);
  expect(await ahead.make(list, SAME, signal)).toBe(1);
  ahead.ask(FIRST);
  pass(AHEAD_LIMIT + 1);
  expect(await ahead.make(list, SAME, signal)).toBe(3);
});

it('leaves who breaks off without an answer', async () => {
  const { made, ahead } = counting();
  made.mockReturnValueOnce(new Promise(() => undefined));
  ahead.ask(FIRST);
  const caller = new AbortController();
  const asked = ahead.make(list, SAME, caller.signal);
  caller.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
});

/** The reads that a flow makes as it starts, by their addresses. */
function begun(page: typeof dashboard | typeof payflow, person: typeof samplePerson): string[] {
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
  createActor(provideEffects(page.machine, run), { input: page.input(host, null) }).start();
  return made;
}

it.each([
  ['the dashboard', dashboard, samplePerson, []],
  ['Make a Payment', payflow, samplePerson, ['drafts/payflow']],
  ['Make a Payment for a payer', payflow, { ...samplePerson, role: 'payer' as const }, ['drafts/payflow']],
])('%s declares what it begins with, and no more', (_, page, person, more) => {
  const declared = firstCallsOf(page as never, person).map(({ call, params }) => addressOf(call, params));
  expect(begun(page, person)).not.toEqual([]);
  expect(declared.toSorted()).toEqual([...begun(page, person), ...more].toSorted());
});

it('is nothing where a page has no flow', () => {
  expect(firstCallsOf(notFound, samplePerson)).toEqual([]);
});

it('is nothing of what the person may not ask: a payer at the dashboard is led elsewhere', () => {
  expect(firstCallsOf(dashboard as never, { ...samplePerson, role: 'payer' }).map(({ call }) => call.id)).not.toContain(
    'accounts.list',
  );
});
