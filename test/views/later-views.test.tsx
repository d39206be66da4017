/** Screens of a flow whose code comes later: when it is asked for, and what is seen until it is there or where it is not. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { laterViews, onFirstUse } from '#src/app/flow/later-views.tsx';

const Second = ({ name }: { name: string }) => <p>Second: {name}</p>;
const Third = ({ name }: { name: string }) => <p>Third: {name}</p>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a screen is seen once its code is there, and each at once from then on', async () => {
  const importViews = vi.fn(async () => ({ Second, Third }));
  const later = laterViews(importViews);
  const [SecondView, ThirdView] = [later.view('Second'), later.view('Third')];
  expect(importViews).not.toHaveBeenCalled();
  const shown = render(<SecondView name="one" />);
  expect(screen.queryByText(/^Second/)).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  expect(await screen.findByText('Second: one')).toBeTruthy();
  shown.rerender(<ThirdView name="two" />);
  expect(screen.getByText('Third: two')).toBeTruthy();
  expect(importViews).toHaveBeenCalledTimes(1);
});

it('a screen whose code was loaded before is seen at once', async () => {
  const later = laterViews(async () => ({ Second }));
  await later.load();
  const View = later.view('Second');
  render(<View name="one" />);
  expect(screen.getByText('Second: one')).toBeTruthy();
});

it('where the code does not arrive, that is said, and it is asked for again when the screen is shown again', async () => {
  const importViews = vi.fn(async () => ({ Second })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const View = laterViews(importViews).view('Second');
  const shown = render(<View name="one" />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('A part of this site did not arrive.');
  shown.unmount();
  render(<View name="one" />);
  expect(await screen.findByText('Second: one')).toBeTruthy();
});

it('a load that failed does not stand in the way of the next', async () => {
  const importViews = vi.fn(async () => ({ Second })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const later = laterViews(importViews);
  await expect(later.load()).rejects.toThrow('Failed to fetch');
  await later.load();
  await later.load();
  expect(importViews).toHaveBeenCalledTimes(2);
});

it.each(['{Shift}', 'pointer'])('the first use is the first key or press, once: %s', async (how) => {
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

it('the first use is not waited for any more once it was called off', async () => {
  const act = vi.fn();
  onFirstUse(act)();
  await userEvent.keyboard('{Shift}');
  expect(act).not.toHaveBeenCalled();
});
