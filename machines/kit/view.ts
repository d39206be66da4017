/** What a view is to a machine: a function of its state that sends it events. Types only; machines know no views. */
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventFrom, SnapshotFrom, StateValueFrom } from 'xstate';

type TopLevel<Value> = Value extends string ? Value : keyof Value & string;

/** A running machine as a view sees it. */
export interface Running<M extends AnyStateMachine> {
  readonly state: SnapshotFrom<M>;
  readonly send: (event: EventFrom<M>) => void;
}

type RunningChild<Ref> =
  NonNullable<Ref> extends AnyActorRef
    ? SnapshotFrom<NonNullable<Ref>> extends AnyMachineSnapshot
      ? {
          readonly state: SnapshotFrom<NonNullable<Ref>>;
          readonly send: NonNullable<Ref>['send'];
          readonly children: RunningChildren<SnapshotFrom<NonNullable<Ref>>['children']>;
        }
      : undefined
    : undefined;

type RunningChildren<Refs> = {
  readonly [Id in keyof Refs as string extends Id ? never : number extends Id ? never : Id]?:
    | RunningChild<Refs[Id]>
    | undefined;
};

/**
 * The machines that a machine has invoked, by the ids that it names in `setup({ types: { children } })`. One that does not
 * run is undefined; so is one that a test plays as a single answer.
 */
export type ChildrenOf<M extends AnyStateMachine> = RunningChildren<SnapshotFrom<M>['children']>;

export interface ViewProps<M extends AnyStateMachine> extends Running<M> {
  readonly children: ChildrenOf<M>;
}

/** One view for each of a machine's top-level states: a state without a view does not compile. */
export type ViewsOf<M extends AnyStateMachine> = Readonly<
  Record<TopLevel<StateValueFrom<M>>, (props: ViewProps<M>) => unknown>
>;
