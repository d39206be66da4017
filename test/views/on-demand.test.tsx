/** Parts of the shell whose code is loaded later: what is seen until it is there, and what follows where it does not arrive. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { hearUnhandled } from '#src/app/errors/unhandled.ts';
import { onDemand } from '#src/app/shell/on-demand.tsx';

const Part = ({ name }: { name: string }) => <p>Here is {name}</p>;
const whatFailed = 'The part could not be loaded';

let heard: unknown[];
let stopHearing: () => void;
let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  heard = [];
  stopHearing = hearUnhandled((thrown) => heard.push(thrown));
  logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  stopHearing();
  vi.restoreAllMocks();
});

it('is shown once its code is there, and at once from then on', async () => {
  const load = vi.fn(async () => Part);
  const Later = onDemand({ load, whatFailed });
  const shown = render(<Later name="one" />);
  expect(screen.queryByText('Here is one')).toBeNull();
  expect(await screen.findByText('Here is one')).toBeTruthy();
  shown.unmount();
  render(<Later name="two" />);
  expect(screen.getByText('Here is two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is asked for anew where it did not arrive and is shown again; whoever asked is told', async () => {
  const load = vi.fn(async () => Part).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Later = onDemand({ load, whatFailed });
  const shown = render(<Later name="one" />);
  await waitFor(() => expect(logged).toHaveBeenCalledWith(whatFailed, expect.anything()));
  expect(heard).toHaveLength(1);
  shown.unmount();
  render(<Later name="one" />);
  expect(await screen.findByText('Here is one')).toBeTruthy();
});
