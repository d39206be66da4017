/** What is made when it is first used. */
import { expect, it, vi } from 'vitest';
import { onFirstUse } from '#domain/on-first-use.ts';

it('is made neither before nor twice', () => {
  const make = vi.fn(() => ({}));
  const thing = onFirstUse(make);
  expect(make).not.toHaveBeenCalled();
  expect(thing()).toBe(thing());
  expect(make).toHaveBeenCalledOnce();
});
