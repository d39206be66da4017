/**
 * Types of a flow's model: the kinds of borrower it starts for, the events that a person can cause and the gesture for
 * each, the outcomes of each invoked actor, and the delays. Each case states the expected result, written by hand from
 * the specification. A model must not import the rules that it checks or read expectations from the machine.
 *
 * Tests, stories and the flow workbench share the model. `docs/architecture.md` explains how to write one.
 */
import type { AnyEventObject, AnyStateMachine, ContextFrom, EventFrom, InputFrom } from 'xstate';
import type { StandIns } from './xstate-internals.ts';

/** User action on the screen. `name` is the full accessible name. */
export interface Gesture {
  readonly action: 'click' | 'check' | 'uncheck' | 'choose' | 'fill' | 'leave' | 'upload';
  /** ARIA role. Password boxes and file inputs have no role, so `password` and `file` find them by label. */
  readonly role: 'button' | 'link' | 'checkbox' | 'radio' | 'textbox' | 'combobox' | 'tab' | 'password' | 'file';
  readonly name: string;
  /** Name of the surrounding group (a question), needed when several elements share a name. */
  readonly group?: string;
  /** Text to fill in, option to choose, or name of the file. */
  readonly value?: string;
  /** Gesture that must come first, such as opening the menu that contains the button. */
  readonly first?: Gesture;
}

type Plain = string | number | bigint | boolean | null | undefined;

/** Partial value: a subset of an object's properties; lists and primitives are complete. */
export type PartOf<T> = T extends Plain | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: PartOf<T[K]> }
    : T;

/** Expected part of the context after a step, or a function that derives it from the context before. */
export type ContextPart<Context> = PartOf<Context> | ((before: Context) => PartOf<Context>);

type Requests = Readonly<Record<string, unknown>>;

/** Event sent to another machine. `context` builds properties from the context after the step. */
export interface NotifiedEvent<Context> {
  readonly type: string;
  readonly [part: string]: PartOfEvent | ((after: Context) => unknown);
}
type PartOfEvent = Plain | object;

/** Expected focus target and its delay in milliseconds, from the specification. */
export interface ExpectedFocus {
  readonly place: 'field' | 'errors' | 'notice' | 'heading';
  readonly field?: string;
  readonly delay: number;
}

/**
 * Expected result of a step. Anything left out must not happen: without `state` the machine stays in its state, without
 * `context` the context does not change, without `calls` no request is sent, and without `focus` the focus does not
 * move.
 */
export interface Expected<Context> {
  /**
   * State after the step, as a full path: `reviewing.readingTerms`. For parallel regions, the states that are newly
   * entered.
   */
  readonly state?: string | readonly string[];
  /**
   * Every context property that changes. Objects are compared by the listed properties only, except that `{}` means
   * empty and `errors` is compared as a whole.
   */
  readonly context?: ContextPart<Context>;
  /** Actors that start, by invocation id: a call's request, or another actor's input. */
  readonly calls?: Requests | ((before: Context) => Requests);
  readonly focus?: ExpectedFocus;
  /** Other emitted events. */
  readonly emits?: readonly AnyEventObject[];
  /** Events sent to the parent machine. A property that is a function is derived from the context after the step. */
  readonly notifies?: readonly NotifiedEvent<Context>[];
  /** Events sent to invoked machines, by invocation id. */
  readonly passes?: Readonly<Record<string, AnyEventObject>>;
  /** Delays that start, in milliseconds. */
  readonly waits?: readonly number[];
  /** Output of a machine that has ended, or a function that derives it from the context before. */
  readonly output?: object | Plain | ((before: Context) => unknown);
  /** Texts that appear, in addition to the screen's permanent texts ({@link FlowModel.screens}). */
  readonly reads?: readonly string[];
  /** Texts that were on the screen before and are gone. */
  readonly hides?: readonly string[];
  /** Additions of the rules for all pages to these texts, and the focus if the case names none. */
  readonly implied?: (before: Context) => Pick<Expected<Context>, 'reads' | 'hides' | 'focus'>;
}

/** Expected result in some of the situations in which the event can occur. */
export interface ExpectedWhere<Context> extends Expected<Context> {
  /** States in which this case applies; all if left out. A state includes its descendants. */
  readonly in?: string | readonly string[];
  /** States of the other active regions; all of them must match. */
  readonly with?: readonly string[];
  /** Condition on the context before the step. */
  readonly when?: (context: Context) => boolean;
}

/** Expected results: the first that matches the situation applies. If none matches, nothing may happen. */
export type Then<Context> = ExpectedWhere<Context> | readonly ExpectedWhere<Context>[];

/**
 * Event with its payload, and the gesture that causes it. Without a gesture, a person cannot cause the event directly.
 */
export interface EventCase<Event, Context> {
  readonly event: Event;
  readonly gesture?: Gesture;
  /** Top-level states whose screens offer the gesture; if left out, every state that handles the event. */
  readonly on?: readonly string[];
  /** Condition under which the screen offers the gesture: an empty table, for example, has no row to choose. */
  readonly where?: (context: Context, isIn: (state: string) => boolean) => boolean;
  /** Set for the same event in all states whose screens do not offer it, where it has no effect. */
  readonly isElsewhere?: true;
  readonly then: Then<Context>;
}

/** Result of a call: a parsed answer, or the error that the client throws. */
export type Answer = { readonly answers: unknown } | { readonly throws: unknown };

/** Answer and the expected result. */
export type Outcome<Context> = Answer & { readonly then: Then<Context> };

/** Kind of borrower for whom the flow starts, and the expected first step. */
export interface StartCase<Input, Context> {
  readonly input: Input;
  readonly then: Expected<Context>;
}

/** Delay that the machine waits for. */
export interface DelayCase<Context> {
  /** Duration in milliseconds, from the specification. */
  readonly ms: number;
  readonly then: Then<Context>;
}

/** Reachable state, as passed to claims. */
export interface ReachedState<Context> {
  /** Returns true if the machine is in the state or in one of its descendants. */
  readonly isIn: (state: string) => boolean;
  readonly context: Context;
  /** Ids of the invocations that have not answered yet. */
  readonly waitingFor: readonly string[];
}

/** Trigger of a transition, as passed to claims. */
export type ClaimTrigger =
  | { readonly kind: 'event'; readonly event: AnyEventObject }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: string }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'route'; readonly to: string };

/**
 * Property of all reachable states: a condition never holds, a state is reached only through a certain trigger, or the
 * machine makes a call at most once. `brokenBy` names a mutant that breaks the claim (`npm run mutation -- machines
 * --list`), which proves that the check can fail.
 */
export type Claim<Context> = { readonly brokenBy: string } & (
  | { readonly never: (at: ReachedState<Context>) => boolean }
  | { readonly reaching: (at: ReachedState<Context>) => boolean; readonly needs: (by: ClaimTrigger) => boolean }
  | { readonly callsOnce: string }
);

export interface FlowModel<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M;
  /** Title of the flow; defaults to the title of its page. */
  readonly title?: string;
  /** Location of a flow that has no route and is not part of another flow. */
  readonly place?: string;
  /** Kinds of borrower for whom the flow starts, by a readable name. */
  readonly inputs: Readonly<Record<string, StartCase<InputFrom<M>, ContextFrom<M>>>>;
  /** Possible events, with one case for each payload that a guard distinguishes. */
  readonly events: readonly EventCase<EventFrom<M>, ContextFrom<M>>[];
  /** Named outcomes of each invoked actor, by source name. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome<ContextFrom<M>>>>>>;
  /** Delays of the machine. */
  readonly delays?: readonly DelayCase<ContextFrom<M>>[];
  /**
   * Expected result of a request for each screen with a route (by `#id`). A request in any other state is refused.
   * Route parameters that the machine stores follow the id: `#message documentId=note-1`.
   */
  readonly routes?: Readonly<Record<string, Then<ContextFrom<M>>>>;
  /** Texts that every screen shows, by state, however the state was reached. A state includes its descendants. */
  readonly screens?: Readonly<Record<string, readonly string[]>>;
  /** Claims about all reachable states, by a sentence. */
  readonly claims: Readonly<Record<string, Claim<ContextFrom<M>>>>;
  /**
   * States, besides the final ones, in which the flow has done what it is for, or says why it cannot. From every
   * reachable state one of them can be reached. A state includes its descendants.
   */
  readonly finish?: readonly string[];
  /** The claim that takes the place of a finish, for a flow that never ends. */
  readonly endless?: string;
  /** Function that returns the draft of the unfinished flow, and secrets that the draft must never contain. */
  readonly draft?: { readonly of: (context: ContextFrom<M>) => unknown; readonly secrets: readonly string[] };
  /** Models of the invoked machines, by source name. The screen tests walk them together. */
  readonly children?: Readonly<Record<string, FlowModel>>;
  /**
   * Abstraction of the context, for a flow whose whole contexts are too many to try. The generator treats two states
   * with the same value and facts as equal; `npm run explore` checks that they behave alike. Without it, the whole
   * context counts. `isIn` helps if a part of the context matters only in some states.
   */
  readonly facts?: (context: ContextFrom<M>, isIn: (state: string) => boolean) => unknown;
  /**
   * Coarser abstraction for the exploration together with other machines, in which the states of all machines multiply.
   * It selects the paths that are walked on the screen, and can hide states there. Defaults to `facts`.
   */
  readonly combinedFacts?: (context: ContextFrom<M>, isIn: (state: string) => boolean) => unknown;
  /**
   * Returns false for an event, or the event of a route, that paths leave out in a context, where trying it in every
   * context would have no end. Its effect there needs a test of its own.
   */
  readonly tries?: (event: AnyEventObject, context: ContextFrom<M>) => boolean;
  /** Expectations that cannot be observed on the screen, by their name in the coverage report, with the reason. */
  readonly notOnScreen?: Readonly<Record<string, string>>;
  /**
   * The reason why walks on the screen expect nothing of the machine: it has no screen, and other flows show its results. Without a reason, walks on the screen must see every expectation.
   */
  readonly withoutScreen?: string;
  /** Set for a machine that is simulated without some of its implementations. */
  readonly standIns?: StandIns;
  /** Transitions that cannot be reached, as `state -> event`, with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

/** Declares a model and ties its type to its machine. */
export const defineModel = <M extends AnyStateMachine>(model: FlowModel<M>): FlowModel<M> => model;

/** Returns the expected results as a list. */
export const toCases = <Context>(then: Then<Context>): readonly ExpectedWhere<Context>[] =>
  'length' in then ? then : [then];
