/** Prefetched answers. */
import { expect, it, vi } from 'vitest';
import { createPrefetch } from '#src/app/first-load/prefetch.ts';

it('repeated prefetches make one request, whose answer goes to the first taker', async () => {
  let count = 0;
  const answer = createPrefetch(async () => (count += 1));
  answer.start();
  answer.start();
  expect(count).toBe(1);
  expect(await answer.take()).toBe(1);
  expect(await answer.take()).toBe(2);
});

it('taking an answer makes the request if there was no prefetch', async () => {
  const requested = vi.fn(async () => 'here');
  const answer = createPrefetch(requested);
  expect(requested).not.toHaveBeenCalled();
  expect(await answer.take()).toBe('here');
  expect(requested).toHaveBeenCalledOnce();
});

it('a failed prefetch fails for its taker and is repeated for the next one', async () => {
  const requested = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away'));
  const answer = createPrefetch(requested);
  answer.start();
  // A failure is reported only to the taker. An unhandled rejection would fail this test.
  await Promise.resolve();
  await expect(answer.take()).rejects.toThrow('away');
  expect(await answer.take()).toBe('here');
});
