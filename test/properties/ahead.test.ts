/** Answers that are asked for before they are needed. */
import { expect, it, vi } from 'vitest';
import { ahead } from '#src/app/ahead.ts';

it('is asked for once, however often it is asked ahead, and given to who takes it first', async () => {
  let count = 0;
  const answer = ahead(async () => (count += 1));
  answer.ask();
  answer.ask();
  expect(count).toBe(1);
  expect(await answer.take()).toBe(1);
  expect(await answer.take()).toBe(2);
});

it('is asked for by who takes it, where nobody did before', async () => {
  const asked = vi.fn(async () => 'here');
  const answer = ahead(asked);
  expect(asked).not.toHaveBeenCalled();
  expect(await answer.take()).toBe('here');
  expect(asked).toHaveBeenCalledOnce();
});

it('that failed is a failure for who takes it, and is asked for anew by the next', async () => {
  const asked = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away'));
  const answer = ahead(asked);
  answer.ask();
  // Nobody hears a failure before somebody takes it: an unhandled one would fail this test.
  await Promise.resolve();
  await expect(answer.take()).rejects.toThrow('away');
  expect(await answer.take()).toBe('here');
});
