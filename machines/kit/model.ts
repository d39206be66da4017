/**
 * How a flow is walked: the kinds of borrower it is started for, the events a person can cause with the gesture that
 * causes each on the screen, and what each of its actors can bring. Tests, stories and the analysts' page use the same
 * model. A model is written by hand from the specification and never imports the rules that it checks.
 */
import type { AnyStateMachine, ContextFrom, EventFrom, InputFrom } from 'xstate';

/** What a person does on the screen. `name` is the accessible name, in whole. */
export interface Gesture {
  readonly action: 'click' | 'check' | 'uncheck' | 'choose' | 'fill' | 'leave';
  /** A box whose value is hidden has no role: as `password` it is found by its label. */
  readonly role: 'button' | 'link' | 'checkbox' | 'radio' | 'textbox' | 'combobox' | 'tab' | 'password';
  readonly name: string;
  /** What is filled in or chosen. */
  readonly value?: string;
  /** What has to be opened before: the menu in which the button is. */
  readonly first?: Gesture;
}

/** An event with its payload, and the gesture by which a person causes it. Without a gesture nobody causes it by hand. */
export interface EventCase<Event, Context> {
  readonly event: Event;
  readonly gesture?: Gesture;
  /** The top-level states on whose screens the gesture exists; every state that takes the event where it is left out. */
  readonly on?: readonly string[];
  /** Whether the screen has the gesture then: a table without rows has nothing to choose. */
  readonly where?: (context: Context) => boolean;
}

/** How a call ends: with an answer (already parsed), or with what the client throws. */
export type Outcome = { readonly answers: unknown } | { readonly throws: unknown };

export interface FlowModel<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M;
  /** The kinds of borrower for whom the flow starts, by a name that a reader understands. */
  readonly inputs: Readonly<Record<string, InputFrom<M>>>;
  /** The events that can happen, with every case of their payload that a guard tells apart. */
  readonly events: readonly EventCase<EventFrom<M>, ContextFrom<M>>[];
  /** For each actor that the chart invokes (by its source name), its outcomes by name. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
  /** The part of the context that guards read; two states with the same value and facts are one to the generator. */
  readonly facts: (context: ContextFrom<M>) => unknown;
  /** Transitions that cannot be walked, as `state -> event`, each with its reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

/** Declares a model; the type ties it to its chart. */
export const defineModel = <M extends AnyStateMachine>(model: FlowModel<M>): FlowModel<M> => model;
