/** Pages are notified that their data may be stale. */
import { beforeEach, expect, it, vi } from 'vitest';
import { type Outdated, createOutdated, withOutdated } from '#src/app/browser/outdated.ts';
import { payments } from '#domain/payments/calls.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';

/** A tab: its visibility, its time and its end of the channel between tabs. */
function openTab() {
  const shown: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), shown);
  const channel = Object.assign(new EventTarget(), { postMessage: vi.fn<(message: unknown) => void>() });
  let time = 0;
  const outdated = createOutdated({ page, channel, now: () => time });
  const show = (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    outdated,
    channel,
    hideFor: (minutes: number) => {
      show('hidden');
      time += minutes * 60_000;
      show('visible');
    },
  };
}

let tab: ReturnType<typeof openTab>;
let outdated: Outdated;
const tell = vi.fn<() => void>();
beforeEach(() => {
  tell.mockClear();
  tab = openTab();
  ({ outdated } = tab);
  outdated.watch(tell);
});

it('notifies after the tab was hidden for ten minutes, and not after a moment', () => {
  tab.hideFor(9);
  expect(tell).not.toHaveBeenCalled();
  tab.hideFor(10);
  expect(tell).toHaveBeenCalledTimes(1);
});

it('notifies when another tab has sent a change, until the watch ends', () => {
  const stop = outdated.watch(tell);
  tab.channel.dispatchEvent(new Event('message'));
  expect(tell).toHaveBeenCalledTimes(1);
  stop();
  tab.channel.dispatchEvent(new Event('message'));
  expect(tell).toHaveBeenCalledTimes(1);
});

it('notifies the other tabs of a payment, also without an answer, and not of reads', async () => {
  const run = withOutdated(async () => Promise.reject(new Error('no answer')), outdated);
  const { signal } = new AbortController();
  await expect(run({ kind: 'call', call: paymentReads.scheduled }, {}, signal, () => undefined)).rejects.toThrow();
  expect(tab.channel.postMessage).not.toHaveBeenCalled();
  await expect(run({ kind: 'call', call: payments.submit }, {}, signal, () => undefined)).rejects.toThrow();
  expect(tab.channel.postMessage).toHaveBeenCalledTimes(1);
});
