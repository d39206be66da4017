/** Values that are created on first use. */
import { expect, it, vi } from 'vitest';
import { onFirstUse } from '#domain/on-first-use.ts';

it('onFirstUse creates the value on the first call and only once', () => {
  const make = vi.fn(() => ({}));
  const thing = onFirstUse(make);
  expect(make).not.toHaveBeenCalled();
  expect(thing()).toBe(thing());
  expect(make).toHaveBeenCalledOnce();
});
