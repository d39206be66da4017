/** `Flow`: views, titles, focus, drafts, and a machine that stops with an error. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMachine } from '@xstate/react';
import { StrictMode, useEffect, useState } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, emit, setup } from 'xstate';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type RunEffect, effects, provideEffects } from '#machines/kit/effect.ts';
import type { FactsOutdated, FailureIgnored, FocusRequested } from '#machines/kit/events.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Notice, Stepper } from '#src/ui/index.ts';
import { Flow } from '#src/app/flow/Flow.tsx';
import { defineFlow } from '#src/app/flow/define-flow.ts';
import type { DraftDefinition, FlowDefinition } from '#src/app/flow/flow-definition.ts';
import { type FlowHost, FlowHostProvider } from '#src/app/flow/flow-host.ts';
import { afterDelay, focusHeadingIfLost } from '#src/app/page/page.ts';

const Draft = v.object({ version: v.literal(1), count: v.number() });
type Draft = v.InferOutput<typeof Draft>;

/** Flow with two screens and a final state. */
const trip = setup({
  types: {
    context: {} as { count: number },
    events: {} as
      | { type: 'counted' }
      | { type: 'left' }
      | { type: 'field.missed' }
      | { type: 'errors.found' }
      | { type: 'call.lost' }
      | { type: 'broken' },
    input: {} as { count: number },
    emitted: {} as FocusRequested | FailureIgnored,
    tags: {} as 'completed',
  },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    wantField: emit({ type: 'focus.requested', place: 'field', field: 'name', delay: 0 }),
    wantErrors: emit({ type: 'focus.requested', place: 'errors', delay: 0 }),
    logLost: emit({ type: 'failure.ignored', what: 'The call home was lost', failure: { kind: 'noAnswer' } }),
    breakDown: () => {
      throw new Error('The machine is broken');
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
        'errors.found': { actions: 'wantErrors' },
        'field.missed': { actions: 'wantField' },
        'call.lost': { actions: 'logLost' },

        broken: { actions: 'breakDown' },
      },
    },
    away: {
      tags: 'completed',
      meta: { path: '/trip/away', title: 'Away', scrollOffset: 85 },
      on: { 'errors.found': { actions: 'wantErrors' } },
    },
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
    <button type="button" onClick={() => send({ type: 'errors.found' })}>
      Look for errors
    </button>
    <button type="button" onClick={() => send({ type: 'call.lost' })}>
      Call home
    </button>
    <button type="button" onClick={() => send({ type: 'broken' })}>
      Break
    </button>
    <div id="error-panel" tabIndex={-1} style={{ height: 3000 }}>
      Something is wrong with everything
    </div>
  </>
);

/** Long page with a notice in the middle. */
const Away = ({ send }: ViewProps<typeof trip>) => (
  <>
    <p>Gone</p>
    <button type="button" onClick={() => send({ type: 'errors.found' })}>
      Look for errors
    </button>
    <div style={{ height: 1500 }} />
    <div id="error-panel" tabIndex={-1}>
      Something is wrong
    </div>
    <div style={{ height: 3000 }} />
  </>
);

const tripDraft: DraftDefinition<typeof trip, Draft> = {
  schema: Draft,
  migrations: [],
  of: ({ count }) => ({ version: 1, count }),
};
const flow: FlowDefinition<typeof trip, Draft> = {
  machine: trip,
  views: { packing: Packing, away: Away },
  input: (_, draft) => ({ count: draft?.count ?? 0 }),
  draft: tripDraft,
};

/** Machine that a ride invokes, with a screen and a final state. */
const seat = setup({
  types: {
    context: {} as { row: number },
    events: {} as
      | { type: 'row.passed' }
      | { type: 'field.missed' }
      | { type: 'aisle.entered' }
      | { type: 'seat.taken' },
    output: {} as { row: number },
    emitted: {} as FocusRequested,
  },
  actions: {
    pass: assign({ row: ({ context }) => context.row + 1 }),
    wantField: emit({ type: 'focus.requested', place: 'field', field: 'row', delay: 0 }),
    wantHeading: emit({ type: 'focus.requested', place: 'heading', delay: 0 }),
  },
}).createMachine({
  id: 'seat',
  context: { row: 1 },
  output: ({ context }) => context,
  initial: 'looking',
  states: {
    looking: {
      meta: { title: 'Choose a Seat' },
      on: {
        'row.passed': { actions: 'pass' },
        'field.missed': { actions: 'wantField' },
        'aisle.entered': { target: 'inTheAisle', actions: 'wantHeading' },
      },
    },
    inTheAisle: { meta: { title: 'The Aisle' }, on: { 'seat.taken': 'seated' } },
    seated: { type: 'final' },
  },
});

const ride = setup({
  types: {
    context: {} as { row: number | null },
    events: {} as { type: 'ticket.shown' },
    children: {} as { findSeat: 'findSeat' },
  },
  actors: { findSeat: seat },
  actions: { setRow: assign({ row: (_, { row }: { row: number }) => row }) },
}).createMachine({
  id: 'ride',
  context: { row: null },
  initial: 'boarding',
  states: {
    boarding: {
      meta: { path: '/ride/seat', title: 'Boarding' },
      invoke: {
        id: 'findSeat',
        src: 'findSeat',
        onDone: { target: 'riding', actions: { type: 'setRow', params: ({ event }) => event.output } },
      },
    },
    riding: { meta: { path: '/ride/window', title: 'Riding' } },
  },
});

function Boarding({ children: { findSeat } }: ViewProps<typeof ride>) {
  if (findSeat === undefined) return null;
  const { state, send } = findSeat;
  if (state.matches('inTheAisle')) {
    return (
      <button type="button" onClick={() => send({ type: 'seat.taken' })}>
        Sit down
      </button>
    );
  }
  return (
    <>
      <p>Row {state.context.row}</p>
      <input id="field-row" aria-label="Row" />
      <button type="button" onClick={() => send({ type: 'row.passed' })}>
        Pass a row
      </button>
      <button type="button" onClick={() => send({ type: 'field.missed' })}>
        Find the field
      </button>
      <button type="button" onClick={() => send({ type: 'aisle.entered' })}>
        Enter the aisle
      </button>
    </>
  );
}

const rideFlow = defineFlow<typeof ride>({
  machine: ride,
  views: { boarding: Boarding, riding: ({ state }) => <p>Seated in row {state.context.row}</p> },
  input: () => undefined,
});

const stored = new Map<string, unknown>();
const logged: string[] = [];
const host: FlowHost = {
  run: () => Promise.reject(new Error('This flow makes no calls')),
  configuration: sampleConfiguration,
  flags: sampleFlags,
  person: samplePerson,
  userAgent: 'A browser',
  address: '',
  query: '',
  fragment: '',
  drafts: {
    read: (name) => stored.get(name),
    write: (name, draft) => stored.set(name, draft),
    discard: (name) => stored.delete(name),
  },
  log: (message) => logged.push(message),
  logIgnored: (message) => logged.push(message),
  reportUnhandled: () => undefined,
};

const show = () =>
  render(
    <FlowHostProvider value={host}>
      <Flow flow={flow} heading="A Trip" />
    </FlowHostProvider>,
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  stored.clear();
  logged.length = 0;
});
afterEach(cleanup);

describe('a flow on the screen', () => {
  it('shows the view of its state, with heading and title, and focuses the heading', async () => {
    show();
    expect(screen.getByText('Packed: 0')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Packing | A Trip'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'A Trip' })));
    await press('Leave');
    expect(await screen.findByText('Gone')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Away | A Trip'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('moves focus where the machine requests it', async () => {
    show();
    await press('Find the field');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('moves focus to the heading before the browser takes it from a disabled button', async () => {
    show();
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Leave' });
    button.focus();
    focusHeadingIfLost();
    expect(document.activeElement).toBe(button);
    button.disabled = true;
    focusHeadingIfLost();
    expect(document.activeElement).toBe(heading);
  });
});

/** A flow with a stepper: a first step, a second step whose view is rendered later, and a receipt. */
const journey = setup({ types: { events: {} as { type: 'continued' } } }).createMachine({
  id: 'journey',
  initial: 'planning',
  states: {
    planning: { meta: { path: '/journey/plan', title: 'Plan' }, on: { continued: 'booking' } },
    booking: { meta: { path: '/journey/book', title: 'Book' }, on: { continued: 'booked' } },
    booked: { meta: { path: '/journey/receipt', title: 'Receipt' } },
  },
});

const journeySteps = ['Plan', 'Book', 'Receipt'];

const Continue = ({ send }: Pick<ViewProps<typeof journey>, 'send'>) => (
  <button type="button" onClick={() => send({ type: 'continued' })}>
    Continue
  </button>
);

const bookingCode = new EventTarget();
const showBooking = (): boolean => bookingCode.dispatchEvent(new Event('load'));

function Booking({ send }: ViewProps<typeof journey>) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const markLoaded = () => setIsLoaded(true);
    bookingCode.addEventListener('load', markLoaded);
    return () => bookingCode.removeEventListener('load', markLoaded);
  }, []);
  if (!isLoaded) return <button type="button">Help</button>;
  return (
    <>
      <Stepper steps={journeySteps} current={1} />
      <Continue send={send} />
    </>
  );
}

const journeyFlow = defineFlow<typeof journey>({
  machine: journey,
  views: {
    planning: ({ send }) => (
      <>
        <Stepper steps={journeySteps} current={0} />
        <Continue send={send} />
      </>
    ),
    booking: Booking,
    booked: () => (
      <>
        <Stepper steps={journeySteps} current={2} />
        <Notice kind="success" isOutcome heading="Your journey is booked." />
      </>
    ),
  },
  input: () => undefined,
});

/** A page of facts with an entry, and whether it was notified that they may be out of date. */
const bill = setup({
  types: {
    events: {} as { type: 'typed' } | FactsOutdated,
    tags: {} as 'settled' | 'entering',
  },
}).createMachine({
  id: 'bill',
  initial: 'showing',
  states: {
    showing: { tags: 'settled', on: { typed: 'typing' } },
    typing: { tags: 'entering', on: { 'facts.outdated': 'announced' } },
    announced: {},
  },
});

describe('facts that may be out of date (ruling 90)', () => {
  const billFlow = (isRefreshed: boolean) =>
    defineFlow<typeof bill>({
      machine: bill,
      ...(isRefreshed && { isRefreshed }),
      views: {
        showing: ({ send }) => (
          <button type="button" onClick={() => send({ type: 'typed' })}>
            Type
          </button>
        ),
        typing: () => <p>Typing</p>,
        announced: () => <p>Announced</p>,
      },
      input: () => undefined,
    });
  const restart = vi.fn<() => void>();
  let tell = () => undefined as void;
  const showBill = (isRefreshed: boolean) => {
    restart.mockClear();
    const watchOutdated = (by: () => void) => {
      tell = by;
      return () => undefined;
    };
    render(
      <FlowHostProvider value={{ ...host, watchOutdated, restart }}>
        <Flow flow={billFlow(isRefreshed)} heading="A Bill" />
      </FlowHostProvider>,
    );
  };

  it('restart a page that only shows them', () => {
    showBill(true);
    act(() => tell());
    expect(restart).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])('are reported to a page with entries, refreshed: %s', async (isRefreshed) => {
    showBill(isRefreshed);
    await press('Type');
    act(() => tell());
    expect(screen.getByText('Announced')).toBeTruthy();
    expect(restart).not.toHaveBeenCalled();
  });
});

describe('focus on the steps of a flow (ruling 72)', () => {
  const heading = (level: number, name: string) => screen.getByRole('heading', { level, name });
  const expectFocus = (level: number, name: string) =>
    waitFor(() => expect(document.activeElement).toBe(heading(level, name)));
  beforeEach(async () => {
    render(
      <FlowHostProvider value={host}>
        <Flow flow={journeyFlow} heading="A Journey" />
      </FlowHostProvider>,
    );
    await expectFocus(1, 'A Journey');
    await press('Continue');
    await screen.findByRole('button', { name: 'Help' });
  });

  it('moves from the h1 to the step heading as soon as the step is rendered, then to the success heading', async () => {
    await expectFocus(1, 'A Journey');
    act(() => void showBooking());
    await expectFocus(2, 'Step 2 of 3: Book');
    await press('Continue');
    await expectFocus(2, 'Your journey is booked.');
  });

  it('leaves focus where the borrower has moved it while the step was loading', async () => {
    const menu = document.createElement('button');
    document.body.append(menu);
    menu.focus();
    act(() => void showBooking());
    await screen.findByRole('heading', { level: 2, name: 'Step 2 of 3: Book' });
    expect(document.activeElement).toBe(menu);
    menu.remove();
  });
});

describe('focus that moves after a delay', () => {
  const moved = () => {
    const moves: string[] = [];
    afterDelay(50, () => moves.push('moved'));
    return moves;
  };
  beforeEach(async () => {
    show();
    screen.getByRole('heading', { level: 1 }).focus();
    await userEvent.tab();
  });

  it('moves if the person does nothing else', async () => {
    const moves = moved();
    await waitFor(() => expect(moves).toEqual(['moved']));
  });

  it('moves if the focused element was removed', async () => {
    const moves = moved();
    await press('Leave');
    await waitFor(() => expect(moves).toEqual(['moved']));
  });

  it('moves after a key press in the same control', async () => {
    const moves = moved();
    await userEvent.keyboard('A');
    await waitFor(() => expect(moves).toEqual(['moved']));
  });

  it.each([
    ['tabbed', () => userEvent.tab()],
    ['clicked', () => press('Pack')],
  ])('does not move if the person has %s to another control in the meantime', async (_, goOn) => {
    const moves = moved();
    await goOn();
    const { activeElement } = document;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(moves).toEqual([]);
    expect(document.activeElement).toBe(activeElement);
  });
});

describe('a failure that the person does not see', () => {
  it('is logged', async () => {
    show();
    await press('Call home');
    await waitFor(() => expect(logged).toEqual(['The call home was lost']));
    expect(screen.getByText('Packed: 0')).toBeTruthy();
  });
});

describe('an error panel that takes focus', () => {
  it('is scrolled into view with its top, even if it is taller than the window (P §5.2)', async () => {
    show();
    window.scrollTo({ top: 2000 });
    await press('Look for errors');
    const panel = screen.getByText('Something is wrong with everything');
    await waitFor(() => expect(document.activeElement).toBe(panel));
    const { top } = panel.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(100);
  });
});

describe('a screen with a scroll offset', () => {
  it('places the focused element at that distance below the top of the window (Y §9)', async () => {
    show();
    await press('Leave');
    await screen.findByText('Gone');
    await press('Look for errors');
    const panel = screen.getByText('Something is wrong');
    await waitFor(() => expect(document.activeElement).toBe(panel));
    expect(Math.round(panel.getBoundingClientRect().top)).toBe(85);
  });
});

describe('a flow with an invoked machine', () => {
  beforeEach(() => {
    render(
      <FlowHostProvider value={host}>
        <Flow flow={rideFlow} heading="A Ride" />
      </FlowHostProvider>,
    );
  });

  it('shows its screens under its own title until it ends', async () => {
    expect(screen.getByText('Row 1')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Choose a Seat | A Ride'));
    await press('Pass a row');
    await press('Pass a row');
    expect(screen.getByText('Row 3')).toBeTruthy();
    await press('Enter the aisle');
    await waitFor(() => expect(document.title).toBe('The Aisle | A Ride'));
    await press('Sit down');
    expect(await screen.findByText('Seated in row 3')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Riding | A Ride'));
  });

  it('moves focus where that machine requests it, and to the heading after the focused element was removed', async () => {
    await press('Find the field');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Row')));
    await press('Enter the aisle');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'A Ride' })));
  });
});

describe('the draft of a flow', () => {
  it('is stored after each change, and restored when the flow starts again', async () => {
    const first = show();
    await press('Pack');
    await press('Pack');
    expect(stored.get('trip')).toEqual({ version: 1, count: 2 });
    first.unmount();
    show();
    expect(screen.getByText('Packed: 2')).toBeTruthy();
  });

  it('is ignored if it does not match its schema', () => {
    stored.set('trip', { version: 1, count: 'many' });
    show();
    expect(screen.getByText('Packed: 0')).toBeTruthy();
  });

  it('is discarded when a completed flow closes, and not before', async () => {
    const shown = show();
    await press('Pack');
    await press('Leave');
    expect(stored.get('trip')).toEqual({ version: 1, count: 1 });
    shown.unmount();
    expect(stored.has('trip')).toBe(false);
  });
});

describe('a draft of an earlier session', () => {
  const showOffered = (isSetAside: (context: { readonly count: number }) => boolean) =>
    render(
      <FlowHostProvider value={host}>
        <Flow
          flow={{ ...flow, draft: { ...tripDraft, isSetAside } }}
          heading="A Trip"
          earlier={{ startOver: () => undefined, leftOut: [] }}
        />
      </FlowHostProvider>,
    );

  it('is offered above the flow, unless the flow started without it', () => {
    const { unmount } = showOffered(() => false);
    expect(screen.getByRole('button', { name: 'Start over' })).toBeTruthy();
    unmount();
    showOffered(() => true);
    expect(screen.getByText('Packed: 0')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  });

  it('is no longer offered once its entries are gone, also if others follow', async () => {
    showOffered(({ count }) => count === 1);
    expect(screen.getByRole('button', { name: 'Start over' })).toBeTruthy();
    await press('Pack');
    await press('Pack');
    expect(screen.getByText('Packed: 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  });
});

describe('a machine that stops with an error', () => {
  it('shows a message, and logs only the name of the flow', async () => {
    show();
    await press('Break');
    expect(await screen.findByText(/This page stopped working/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'A Trip' })).toBeTruthy();
    expect(logged).toEqual(['The flow trip stopped']);
  });
});

const opening = setup({ actors: { load: effects['startup.buildVersion'] } }).createMachine({
  initial: 'loading',
  states: {
    loading: { invoke: { src: 'load', input: {}, onDone: 'loaded', onError: 'failed' } },
    loaded: {},
    failed: {},
  },
});

/** Rejects if it is aborted, like `fetch`. */
const slow: RunEffect = (_effect, _input, signal) =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It was aborted')));
    setTimeout(() => resolve('version'), 20);
  });

function OpeningPage() {
  const [machine] = useState(() => provideEffects(opening, slow));
  const [state] = useMachine(machine);
  return <p>{`The page is ${state.value}.`}</p>;
}

describe('strict mode, which stops and restarts a machine', () => {
  it('does not take the failure of the stopped effect for that of the restarted one', async () => {
    render(
      <StrictMode>
        <OpeningPage />
      </StrictMode>,
    );
    await waitFor(() => expect(screen.getByText(/The page is (?!loading)/).textContent).toBe('The page is loaded.'));
  });
});
