/** What a view is to a chart: a function of its state that sends it events. Types only; charts know no views. */
import type { AnyStateMachine, EventFrom, SnapshotFrom, StateValueFrom } from 'xstate';

type TopLevel<Value> = Value extends string ? Value : keyof Value & string;

export interface ViewProps<M extends AnyStateMachine> {
  readonly state: SnapshotFrom<M>;
  readonly send: (event: EventFrom<M>) => void;
}

/** One view for each of a chart's top-level states: a state without a view does not compile. */
export type ViewsOf<M extends AnyStateMachine> = Readonly<
  Record<TopLevel<StateValueFrom<M>>, (props: ViewProps<M>) => unknown>
>;
