/**
 * Adapts the simulator to XState's actor logic, so that `xstate/graph` can explore a flow with its pending actors and
 * delays.
 */
import type { ActorLogic, EventObject, Snapshot } from 'xstate';
import type { Expectation } from './expectations.ts';
import type { Simulated, Simulator, Trigger } from './simulator.ts';

/** Snapshot with the last simulated step; empty before the flow starts. */
export type SimulatorSnapshot = Extract<Snapshot<unknown>, { status: 'active' }> & {
  readonly simulated?: Simulated;
};

/** Start of the flow for a kind of borrower, or a trigger in it. `expectation` is the model's expectation. */
export type SimulatorEvent = EventObject &
  (
    | { readonly type: 'start'; readonly input: string }
    | { readonly type: 'trigger'; readonly trigger: Trigger; readonly expectation: Expectation | undefined }
  );

export type SimulatorLogic = ActorLogic<SimulatorSnapshot, SimulatorEvent, undefined>;

const toSnapshot = (simulated?: Simulated): SimulatorSnapshot => ({
  status: 'active',
  output: undefined,
  error: undefined,
  ...(simulated && { simulated }),
});

/**
 * Creates the actor logic. An event with a kind of borrower starts the flow; any other event is passed to the
 * simulator.
 */
export const createSimulatorLogic = (simulator: Simulator): SimulatorLogic => ({
  getInitialSnapshot: () => toSnapshot(),
  transition: ({ simulated }, event) => {
    if (event.type === 'start') return toSnapshot(simulator.start(event.input));
    if (simulated === undefined) throw new Error('Nothing happens before the flow starts');
    return toSnapshot(simulator.next(simulated.state, event.trigger));
  },
  getPersistedSnapshot: (snapshot) => snapshot,
});
