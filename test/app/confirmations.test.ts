/** Changes that wait for a confirmation: the calls that are repeated, and the prompts for the person. */
import { describe, expect, it, vi } from 'vitest';
import { payers } from '#domain/profile/payers/calls.ts';
import { confirmation } from '#domain/session/confirmation/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import { createConfirmations, withConfirmations } from '#src/app/session/confirmations.ts';

/** Returns the refusal of a change without a confirmation. */
const refused = (need: string) => ({
  kind: 'refused',
  status: 403,
  problem: { type: 'about:blank', title: '', status: 403, fields: [{ field: 'x', code: need, message: '' }] },
});

/** Runs a call whose attempts are refused with these failures, one after the other, and then succeed. */
function start(failures: readonly unknown[], call: CallSpec = payers.change) {
  const confirmations = createConfirmations();
  const left = [...failures];
  const run = vi.fn<RunEffect>(() => (left.length > 0 ? Promise.reject(left.shift()) : Promise.resolve('done')));
  const page = new AbortController();
  const unsubscribe = confirmations.subscribe(() => undefined);
  const input = { body: { email: ' new@example.com ' } };
  const result = withConfirmations(run, confirmations)({ kind: 'call', call }, input, page.signal).catch(
    (error: unknown) => error,
  );
  const requested = () => vi.waitFor(() => expect(confirmations.waiting()).not.toBeNull());
  return { confirmations, run, page, unsubscribe, result, requested, input };
}

describe('a refused change', () => {
  it('repeats the same request after each confirmation', async () => {
    const { confirmations, run, result, requested, input } = start([
      refused('confirmation.password'),
      refused('confirmation.emailCode'),
    ]);
    await requested();
    expect(confirmations.waiting()).toMatchObject({ need: 'password', email: 'new@example.com' });
    confirmations.waiting()?.end(true);
    await requested();
    expect(confirmations.waiting()).toMatchObject({ need: 'emailCode', email: 'new@example.com' });
    confirmations.waiting()?.end(true);
    expect(await result).toBe('done');
    expect(run.mock.calls.map(([, sent]) => sent)).toEqual([input, input, input]);
    expect(confirmations.waiting()).toBeNull();
  });

  it('fails if the person cancels, or leaves the page', async () => {
    const failure = refused('confirmation.password');
    const canceled = start([failure]);
    await canceled.requested();
    canceled.confirmations.waiting()?.end(false);
    expect(await canceled.result).toBe(failure);
    const left = start([failure]);
    await left.requested();
    left.page.abort();
    expect(await left.result).toBe(failure);
    expect(left.confirmations.waiting()).toBeNull();
  });

  it.each([
    ['another reason', [{ kind: 'refused', status: 403 }], payers.change],
    ['no answer', [{ kind: 'noAnswer' }], payers.change],
    ['a call of the dialog itself', [refused('confirmation.password')], confirmation.sendEmailCode],
  ])('fails at once for %s', async (_, failures, call) => {
    const { confirmations, run, result } = start(failures, call);
    expect(await result).toBe(failures[0]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(confirmations.waiting()).toBeNull();
  });

  it('fails at once where no dialog can be shown', async () => {
    const failure = refused('confirmation.password');
    const confirmations = createConfirmations();
    const run: RunEffect = () => Promise.reject(failure);
    const { signal } = new AbortController();
    const made = withConfirmations(run, confirmations)({ kind: 'call', call: payers.change }, {}, signal);
    await expect(made).rejects.toBe(failure);
  });
});
