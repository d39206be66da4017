/** What `Flow` does for every flow: views, titles, focus, drafts, and a chart that stops in error. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assign, emit, setup } from 'xstate';
import { sampleConfiguration, sampleFlags, samplePerson } from '#machines/kit/samples.ts';
import type { FocusWanted } from '#machines/kit/events.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Flow } from '#src/app/Flow.tsx';
import { defineFlow } from '#src/app/flow-definition.ts';
import { type FlowHost, FlowHostProvider } from '#src/app/flow-host.ts';

const Draft = v.object({ count: v.number() });
type Draft = v.InferOutput<typeof Draft>;

/** A flow of two screens and an end. */
const trip = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'counted' } | { type: 'left' } | { type: 'field.missed' } | { type: 'broken' },
    input: {} as { count: number },
    emitted: {} as FocusWanted,
    tags: {} as 'completed',
  },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    wantField: emit({ type: 'focus.wanted', place: 'field', field: 'name', delay: 0 }),
    breakDown: () => {
      throw new Error('The chart is broken');
    },
  },
}).createMachine({
  id: 'trip',
  context: ({ input }) => input,
  initial: 'packing',
  states: {
    packing: {
      meta: { path: '/trip/packing', title: 'Packing' },
      on: {
        counted: { actions: 'count' },
        left: 'away',
        'field.missed': { actions: 'wantField' },
        broken: { actions: 'breakDown' },
      },
    },
    away: { tags: 'completed', meta: { path: '/trip/away', title: 'Away' } },
  },
});

const Packing = ({ state, send }: ViewProps<typeof trip>) => (
  <>
    <p>Packed: {state.context.count}</p>
    <input id="field-name" aria-label="Name" />
    <button type="button" onClick={() => send({ type: 'counted' })}>
      Pack
    </button>
    <button type="button" onClick={() => send({ type: 'left' })}>
      Leave
    </button>
    <button type="button" onClick={() => send({ type: 'field.missed' })}>
      Find the field
    </button>
    <button type="button" onClick={() => send({ type: 'broken' })}>
      Break
    </button>
  </>
);

const flow = defineFlow<typeof trip, Draft>({
  machine: trip,
  heading: 'A Trip',
  views: { packing: Packing, away: () => <p>Gone</p> },
  input: (_, draft) => ({ count: draft?.count ?? 0 }),
  draft: { schema: Draft, of: ({ count }) => ({ count }) },
});

const kept = new Map<string, unknown>();
const logged: string[] = [];
const host: FlowHost = {
  run: () => Promise.reject(new Error('This flow makes no calls')),
  configuration: sampleConfiguration,
  flags: sampleFlags,
  person: samplePerson,
  userAgent: 'A browser',
  drafts: {
    read: (name) => kept.get(name),
    write: (name, draft) => kept.set(name, draft),
    discard: (name) => kept.delete(name),
  },
  log: (message) => logged.push(message),
};

const show = () =>
  render(
    <FlowHostProvider value={host}>
      <Flow flow={flow} />
    </FlowHostProvider>,
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  kept.clear();
  logged.length = 0;
});
afterEach(cleanup);

describe('a flow on the screen', () => {
  it('shows the view of its state, under its heading and title, with focus on the heading', async () => {
    show();
    expect(screen.getByText('Packed: 0')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Packing | A Trip'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'A Trip' })));
    await press('Leave');
    expect(await screen.findByText('Gone')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Away | A Trip'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('moves focus where the chart wants it', async () => {
    show();
    await press('Find the field');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });
});

describe('the draft of a flow', () => {
  it('is kept as it changes, and read when the flow starts again', async () => {
    const first = show();
    await press('Pack');
    await press('Pack');
    expect(kept.get('trip')).toEqual({ count: 2 });
    first.unmount();
    show();
    expect(screen.getByText('Packed: 2')).toBeTruthy();
  });

  it('that does not fit its schema is as good as none', () => {
    kept.set('trip', { count: 'many' });
    show();
    expect(screen.getByText('Packed: 0')).toBeTruthy();
  });

  it('is discarded when a completed flow is left, and not before', async () => {
    const shown = show();
    await press('Pack');
    await press('Leave');
    expect(kept.get('trip')).toEqual({ count: 1 });
    shown.unmount();
    expect(kept.has('trip')).toBe(false);
  });
});

describe('a chart that stops in error', () => {
  it('is said, and logged by the name of the flow alone', async () => {
    show();
    await press('Break');
    expect(await screen.findByText(/This page stopped working/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'A Trip' })).toBeTruthy();
    expect(logged).toEqual(['The flow trip stopped']);
  });
});
