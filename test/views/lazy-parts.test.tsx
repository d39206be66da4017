/** Lazy-loaded views of a flow: when their code is requested, and the screen during loading or after a failure. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyParts, onFirstUse } from '#src/app/flow/lazy-parts.tsx';

const Second = ({ name }: { name: string }) => <p>Second: {name}</p>;
const what = 'The second';
const Third = ({ name }: { name: string }) => <p>Third: {name}</p>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows a view after its code has loaded, and other views of the same file immediately', async () => {
  const importViews = vi.fn(async () => ({ Second, Third }));
  const later = lazyParts(importViews, { what });
  const [SecondView, ThirdView] = [later.part('Second'), later.part('Third')];
  expect(importViews).not.toHaveBeenCalled();
  const shown = render(<SecondView name="one" />);
  expect(screen.queryByText(/^Second/)).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  expect(await screen.findByText('Second: one')).toBeTruthy();
  shown.rerender(<ThirdView name="two" />);
  expect(screen.getByText('Third: two')).toBeTruthy();
  expect(importViews).toHaveBeenCalledTimes(1);
});

it('shows a preloaded view immediately', async () => {
  const later = lazyParts(async () => ({ Second }), { what });
  await later.load();
  const View = later.part('Second');
  render(<View name="one" />);
  expect(screen.getByText('Second: one')).toBeTruthy();
});

it('shows an error if the code fails to load, and requests it again with the next rendering', async () => {
  const importViews = vi.fn(async () => ({ Second })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const View = lazyParts(importViews, { what }).part('Second');
  const shown = render(<View name="one" />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain("Part of this site didn't load.");
  shown.unmount();
  render(<View name="one" />);
  expect(await screen.findByText('Second: one')).toBeTruthy();
});

it('loads again after a failed load', async () => {
  const importViews = vi.fn(async () => ({ Second })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const later = lazyParts(importViews, { what });
  await expect(later.load()).rejects.toThrow('Failed to fetch');
  await later.load();
  await later.load();
  expect(importViews).toHaveBeenCalledTimes(2);
});

it.each(['{Shift}', 'pointer'])('reports the first key or pointer press once: %s', async (how) => {
  const act = vi.fn();
  const stop = onFirstUse(act);
  const use = () =>
    how === 'pointer' ? userEvent.pointer({ keys: '[MouseLeft]', target: document.body }) : userEvent.keyboard(how);
  expect(act).not.toHaveBeenCalled();
  await use();
  await use();
  expect(act).toHaveBeenCalledTimes(1);
  stop();
});

it('does not report a press after it was canceled', async () => {
  const act = vi.fn();
  onFirstUse(act)();
  await userEvent.keyboard('{Shift}');
  expect(act).not.toHaveBeenCalled();
});
