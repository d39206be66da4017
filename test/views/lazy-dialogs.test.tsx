/** Lazy-loaded parts of the shell: the screen during loading and after a failure. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { listenForUnhandled } from '#src/app/errors/unhandled.ts';
import { Nothing, lazyParts } from '#src/app/flow/lazy-parts.tsx';
import { DialogMissing, type DialogMissingProps } from '#src/app/shell/DialogMissing.tsx';

const Part = ({ name }: { name: string; onClose: () => void }) => <p>Here is {name}</p>;
const what = 'The part';
const onClose = vi.fn();
const Missing = (props: Omit<DialogMissingProps, 'what'>) => <DialogMissing what={what} {...props} />;
const createDialog = (load: () => Promise<{ Part: typeof Part }>) =>
  lazyParts(load, { what, Placeholder: Nothing, Missing }).part('Part');

let heard: unknown[];
let stopHearing: () => void;
let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  heard = [];
  stopHearing = listenForUnhandled((thrown) => heard.push(thrown));
  logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  stopHearing();
  vi.restoreAllMocks();
});

it('shows the part after its code has loaded, and immediately from then on', async () => {
  const load = vi.fn(async () => ({ Part }));
  const Later = createDialog(load);
  const shown = render(<Later name="one" onClose={onClose} />);
  expect(screen.queryByText('Here is one')).toBeNull();
  expect(await screen.findByText('Here is one')).toBeTruthy();
  shown.unmount();
  render(<Later name="two" onClose={onClose} />);
  expect(screen.getByText('Here is two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('shows a dialog after a failed load, and requests the code again with the next rendering', async () => {
  const load = vi.fn(async () => ({ Part })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Later = createDialog(load);
  const shown = render(<Later name="one" onClose={onClose} />);
  const missing = await screen.findByRole('alertdialog', { name: /The part couldn't be opened/ });
  expect(logged).toHaveBeenCalledWith('The part could not be loaded', expect.anything());
  // The failure is not reported as a failure of the page.
  expect(heard).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  for (const close of within(missing).getAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  expect(onClose).toHaveBeenCalledTimes(2);
  shown.unmount();
  render(<Later name="one" onClose={onClose} />);
  expect(await screen.findByText('Here is one')).toBeTruthy();
});
