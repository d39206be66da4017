/** The simulator as actor logic, so that `xstate/graph` can explore a flow together with all that it waits for. */
import type { ActorLogic, EventObject, Snapshot } from 'xstate';
import type { Expectation } from './expectations.ts';
import type { Simulated, Simulator, Trigger } from './simulator.ts';

/** What brought the flow to where it stands, with that; nothing before the flow starts. */
export type SimulatorSnapshot = Extract<Snapshot<unknown>, { status: 'active' }> & {
  readonly simulated?: Simulated;
};

/** A kind of borrower starts the flow, or something happens in it. `expectation` is what the model says of that. */
export type SimulatorEvent = EventObject &
  (
    | { readonly type: 'start'; readonly input: string }
    | { readonly type: 'trigger'; readonly trigger: Trigger; readonly expectation: Expectation | undefined }
  );

export type SimulatorLogic = ActorLogic<SimulatorSnapshot, SimulatorEvent, undefined>;

const snapshotOf = (simulated?: Simulated): SimulatorSnapshot => ({
  status: 'active',
  output: undefined,
  error: undefined,
  ...(simulated && { simulated }),
});

/** An event that names its kind of borrower starts the flow; every other is handed to the simulator as it stands. */
export const createSimulatorLogic = (simulator: Simulator): SimulatorLogic => ({
  getInitialSnapshot: () => snapshotOf(),
  transition: ({ simulated }, event) => {
    if (event.type === 'start') return snapshotOf(simulator.start(event.input));
    if (simulated === undefined) throw new Error('Nothing happens before the flow starts');
    return snapshotOf(simulator.next(simulated.state, event.trigger));
  },
  getPersistedSnapshot: (snapshot) => snapshot,
});
