/** Prefetched answers. */
import { expect, it, vi } from 'vitest';
import { ahead } from '#src/app/ahead.ts';

it('a prefetch is made once, even if it is requested repeatedly, and answers the first taker', async () => {
  let count = 0;
  const answer = ahead(async () => (count += 1));
  answer.ask();
  answer.ask();
  expect(count).toBe(1);
  expect(await answer.take()).toBe(1);
  expect(await answer.take()).toBe(2);
});

it('taking an answer makes the request if there was no prefetch', async () => {
  const asked = vi.fn(async () => 'here');
  const answer = ahead(asked);
  expect(asked).not.toHaveBeenCalled();
  expect(await answer.take()).toBe('here');
  expect(asked).toHaveBeenCalledOnce();
});

it('a failed prefetch fails for its taker and is repeated for the next one', async () => {
  const asked = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away'));
  const answer = ahead(asked);
  answer.ask();
  // The failure is not reported before the answer is taken. An unhandled rejection would fail this test.
  await Promise.resolve();
  await expect(answer.take()).rejects.toThrow('away');
  expect(await answer.take()).toBe('here');
});
