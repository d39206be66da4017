/**
 * How a flow is walked, and what must follow: the kinds of borrower it starts for, the events a person can cause with the
 * gesture that causes each on the screen, what each of its actors can bring, the delays it waits for. Beside each stands
 * what must follow, written by hand from the specification. A model never imports the rules that it checks, and never
 * asks the machine what it expects of it.
 *
 * Tests, stories and the flow workbench use the same model; `docs/architecture.md` says how to write one.
 */
import type { AnyEventObject, AnyStateMachine, ContextFrom, EventFrom, InputFrom } from 'xstate';

/** What a person does on the screen. `name` is the accessible name, in whole. */
export interface Gesture {
  readonly action: 'click' | 'check' | 'uncheck' | 'choose' | 'fill' | 'leave' | 'upload';
  /** A box whose value is hidden has no role, nor has a chooser of files: as `password` and `file` they are found by their labels. */
  readonly role: 'button' | 'link' | 'checkbox' | 'radio' | 'textbox' | 'combobox' | 'tab' | 'password' | 'file';
  readonly name: string;
  /** The name of the group in which it stands, where several have one of that name: a question. */
  readonly group?: string;
  /** What is filled in or chosen; of a file its name. */
  readonly value?: string;
  /** What has to be opened before: the menu in which the button is. */
  readonly first?: Gesture;
}

type Plain = string | number | bigint | boolean | null | undefined;

/** A part of a value: of objects the named properties, of lists and everything else the whole. */
export type PartOf<T> = T extends Plain | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: PartOf<T[K]> }
    : T;

/** The context after something happened, as far as it is said; or how it is made from the context before. */
export type ContextPart<Context> = PartOf<Context> | ((before: Context) => PartOf<Context>);

type Requests = Readonly<Record<string, unknown>>;

/** An event that is told; what it tells of the context is made from the context afterwards, which `context` says. */
export interface NotifiedEvent<Context> {
  readonly type: string;
  readonly [part: string]: PartOfEvent | ((after: Context) => unknown);
}
type PartOfEvent = Plain | object;

/** Where the focus goes, after how many milliseconds, as the specification says. */
export interface ExpectedFocus {
  readonly place: 'field' | 'errors' | 'notice' | 'heading';
  readonly field?: string;
  readonly delay: number;
}

/**
 * What follows something that happened. Whatever is left out must not happen: without `state` the machine stays where it
 * is, without `context` none of it changes, without `calls` nothing leaves, without `focus` the focus stays.
 */
export interface Expected<Context> {
  /** The state afterwards, by its whole path: `reviewing.readingTerms`. Of parallel regions, those states that are new. */
  readonly state?: string | readonly string[];
  /**
   * Every property of the context that changes. Objects are compared by the properties that are named, but `{}` is empty
   * and `errors` is whole.
   */
  readonly context?: ContextPart<Context>;
  /** What is asked for, by the id of the invocation: the request of a call, the input of another actor. */
  readonly calls?: Requests | ((before: Context) => Requests);
  readonly focus?: ExpectedFocus;
  /** What else is emitted. */
  readonly emits?: readonly AnyEventObject[];
  /** What the machine that runs this one is sent. A property that is a function is made from the context afterwards. */
  readonly notifies?: readonly NotifiedEvent<Context>[];
  /** What the machines that this one runs are sent, by the id of the invocation. */
  readonly passes?: Readonly<Record<string, AnyEventObject>>;
  /** The delays that begin, in milliseconds. */
  readonly waits?: readonly number[];
  /** The output of a machine that has ended; or how it is made from the context before. */
  readonly output?: object | Plain | ((before: Context) => unknown);
  /** What a person reads afterwards, beside what the screen always says ({@link FlowModel.screens}). */
  readonly reads?: readonly string[];
  /** What stood there before and is gone. */
  readonly hides?: readonly string[];
}

/** What follows in some of the situations in which something can happen. */
export interface ExpectedWhere<Context> extends Expected<Context> {
  /** The states in which it happens; any, where it is left out. A state stands for those within it. */
  readonly in?: string | readonly string[];
  /** The states of other regions that are active as well, all of them. */
  readonly with?: readonly string[];
  /** What the context is before. */
  readonly when?: (context: Context) => boolean;
}

/** What follows: the first that fits the situation. Where none fits, nothing may happen. */
export type Then<Context> = ExpectedWhere<Context> | readonly ExpectedWhere<Context>[];

/** An event with its payload, and the gesture by which a person causes it. Without a gesture nobody causes it by hand. */
export interface EventCase<Event, Context> {
  readonly event: Event;
  readonly gesture?: Gesture;
  /** The top-level states on whose screens the gesture exists; every state that takes the event where it is left out. */
  readonly on?: readonly string[];
  /** Whether the screen has the gesture then: a table without rows has nothing to choose. */
  readonly where?: (context: Context) => boolean;
  readonly then: Then<Context>;
}

/** What a call brings: an answer (already parsed), or what the client throws. */
export type Answer = { readonly answers: unknown } | { readonly throws: unknown };

/** An answer, and what follows it. */
export type Outcome<Context> = Answer & { readonly then: Then<Context> };

/** A kind of borrower for whom the flow starts, and how it starts. */
export interface StartCase<Input, Context> {
  readonly input: Input;
  readonly then: Expected<Context>;
}

/** What ends by itself after a time. */
export interface DelayCase<Context> {
  /** How long it takes, in milliseconds, as the specification says. */
  readonly ms: number;
  readonly then: Then<Context>;
}

/** A state that can be reached, as claims look at it. */
export interface ReachedState<Context> {
  /** Whether it is the state, or within it. */
  readonly isIn: (state: string) => boolean;
  readonly context: Context;
  /** The ids of the invocations that have not answered yet. */
  readonly waitingFor: readonly string[];
}

/** What leads from one state to another. */
export type ClaimTrigger =
  | { readonly kind: 'event'; readonly event: AnyEventObject }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: string }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'route'; readonly to: string };

/**
 * What holds of everything that can be reached: that something is never so, that something is reached only by way of
 * something else, or that a call is made at most once. `brokenBy` names a fault that breaks it
 * (`npm run mutation -- machines --list`), so that the claim is seen to fail.
 */
export type Claim<Context> = { readonly brokenBy: string } & (
  | { readonly never: (at: ReachedState<Context>) => boolean }
  | { readonly reaching: (at: ReachedState<Context>) => boolean; readonly needs: (by: ClaimTrigger) => boolean }
  | { readonly callsOnce: string }
);

export interface FlowModel<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M;
  /** What the flow is called; the title of its page where nothing else is said. */
  readonly title?: string;
  /** Where a flow is to be found that has no address and is within no other. */
  readonly place?: string;
  /** The kinds of borrower for whom the flow starts, by a name that a reader understands. */
  readonly inputs: Readonly<Record<string, StartCase<InputFrom<M>, ContextFrom<M>>>>;
  /** The events that can happen, with every case of their payload that a guard tells apart. */
  readonly events: readonly EventCase<EventFrom<M>, ContextFrom<M>>[];
  /** For each actor that the machine invokes (by its source name), its outcomes by name. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome<ContextFrom<M>>>>>>;
  /** What ends after a time. */
  readonly delays?: readonly DelayCase<ContextFrom<M>>[];
  /**
   * For each screen that has an address (by `#id`), where it may be asked for and what follows. Elsewhere it is refused. Where
   * the address has parts that the machine keeps, they follow: `#message documentId=note-1`.
   */
  readonly routes?: Readonly<Record<string, Then<ContextFrom<M>>>>;
  /** What a person reads on each screen, whatever led there, by its state; a state stands for those within it. */
  readonly screens?: Readonly<Record<string, readonly string[]>>;
  /** What holds of everything that can be reached, as sentences. */
  readonly claims: Readonly<Record<string, Claim<ContextFrom<M>>>>;
  /** What of the flow is kept while it is unfinished, and what must never be in there. */
  readonly draft?: { readonly of: (context: ContextFrom<M>) => unknown; readonly secrets: readonly string[] };
  /** The models of the machines that this one invokes, by source name: together they are walked on the screen. */
  readonly children?: Readonly<Record<string, FlowModel>>;
  /**
   * The part of the context that guards read; two states with the same value and facts are one to the generator. Where
   * a part of the context counts only in some states, `isIn` tells whether the machine is in one of them.
   */
  readonly facts: (context: ContextFrom<M>, isIn: (state: string) => boolean) => unknown;
  /** What the model says of something that cannot be seen on the screen, as the coverage names it, each with its reason. */
  readonly notOnScreen?: Readonly<Record<string, string>>;
  /** Transitions that cannot be walked, as `state -> event`, each with its reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

/** Declares a model; the type ties it to its machine. */
export const defineModel = <M extends AnyStateMachine>(model: FlowModel<M>): FlowModel<M> => model;

/** What follows, as a list. */
export const casesOf = <Context>(then: Then<Context>): readonly ExpectedWhere<Context>[] =>
  'length' in then ? then : [then];
