/** Types of views. A view is a function of a machine's state that sends events to it. Machines do not import views. */
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventFrom, SnapshotFrom, StateValueFrom } from 'xstate';

type TopLevel<Value> = Value extends string ? Value : keyof Value & string;

/** Running machine, as passed to a view. */
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
 * Actors that a machine invokes, by the ids in `setup({ types: { children } })`. An actor that is not running, or that
 * a test replaces with a single answer, is undefined.
 */
export type ChildrenOf<M extends AnyStateMachine> = RunningChildren<SnapshotFrom<M>['children']>;

export interface ViewProps<M extends AnyStateMachine> extends Running<M> {
  readonly children: ChildrenOf<M>;
}

/** Views for all top-level states of a machine. A state without a view is a type error. */
export type ViewsOf<M extends AnyStateMachine> = Readonly<
  Record<TopLevel<StateValueFrom<M>>, (props: ViewProps<M>) => unknown>
>;
