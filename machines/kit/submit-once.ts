/**
 * States of a machine that submits a form, or changes a list or a setting, once (ruling 4). {@link submitOnce} is for a
 * form, {@link changeOnce} for a change after which the data load again, and {@link loading} loads the data first:
 *
 * const list = { what: 'the payers', actor: 'getPayers', input: {}, onDone: { target: 'listing', … } } as const;
 *
 * states: {
 *   ...loading('loadingPayers', list),
 *   listing: { on: { 'remove.confirmed': { target: 'makingKey', actions: 'wantRemoval' } } },
 *   ...changeOnce('changingPayers', { what: 'the change', actor: 'changePayers', onNoKey: {…}, onDone: […], reload: list }),
 * }
 *
 * The machine spreads {@link submitActions} into its `setup`, declares an actor `makeKey`, and handles `retry.wanted`.
 */
import { type EventObject, assign } from 'xstate';
import { NOTICE_DELAY, focus } from './focus.ts';
import { type KitAction, withAnswer } from './params.ts';
import { required } from './required.ts';
import type { SubmissionInput } from './submission.machine.ts';

/** Context of a machine that submits once. */
export interface Keyed {
  /** Idempotency key of the submission in flight. */
  readonly key: string | null;
}

/** Context of a machine that makes changes. */
export interface Changing<Change> extends Keyed {
  /** The change in flight. */
  readonly change: Change | null;
}

/** Actions that the states use. */
export const submitActions = {
  keepKey: assign<Keyed, EventObject, string, never, never>({ key: (_, key) => key }) as KitAction<
    { readonly context: Keyed },
    string
  >,
  focusNotice: focus('notice', NOTICE_DELAY),
};

/** A read of the data that a page shows. */
export interface Read<Actor, Input, Done> {
  /** What is read, as a part of descriptions: `the saved bank accounts`. */
  readonly what: string;
  /** The call. */
  readonly actor: Actor;
  readonly input: Input;
  /** Transitions for the response. */
  readonly onDone: Done;
}

/** A submission and its transitions. */
export interface SubmittedOnce<Actor, NoKey, Done> {
  /** What is submitted, as a part of descriptions: `the message`. */
  readonly what: string;
  /** The submission machine, which is also the id of the running one. */
  readonly actor: Actor;
  /** Transitions if no key could be created. Nothing was sent. */
  readonly onNoKey: NoKey;
  /** Transitions for the outcome. */
  readonly onDone: Done;
}

const named = <Name extends string, State>(name: Name, state: State) => ({ [name]: state }) as Record<Name, State>;

/** Returns the state `state`, and `couldNotLoad`, in which the person can retry. */
export const loading = <const State extends string, const Actor extends string, const Input, const Done>(
  state: State,
  { what, actor, input, onDone }: Read<Actor, Input, Done>,
) =>
  ({
    ...named(state, {
      description: `The machine loads ${what}`,
      tags: 'busy',
      invoke: { id: actor, src: actor, input, onDone, onError: { target: 'couldNotLoad', actions: 'focusNotice' } },
    } as const),
    couldNotLoad: {
      description: `Loading ${what} failed; the person can retry`,
      on: { 'retry.wanted': state },
    },
  }) as const;

/** Tags and actions that differ between forms and changes. */
interface Behavior<Waiting, Tag, Action> {
  /** Tag of `makingKey` and of the state that submits. */
  readonly waiting: Waiting;
  /** Tags of all three states. */
  readonly tags?: readonly Tag[];
  /** Actions of a retry. */
  readonly onRetry?: readonly Action[];
}

/** Returns the states until the outcome is known, and the state of an unknown outcome. */
const submitting = <
  const State extends string,
  const Actor extends string,
  const Input,
  const NoKey,
  const Done,
  Waiting extends string,
  Tag extends string = never,
  Action extends string = never,
>(
  state: State,
  input: Input,
  given: SubmittedOnce<Actor, NoKey, Done> & Behavior<Waiting, Tag, Action>,
) => {
  const { what, actor, waiting, tags = [], onNoKey, onDone, onRetry = [] } = given;
  return {
    sending: {
      makingKey: {
        description: `The machine creates an idempotency key, so that ${what} counts only once`,
        tags: [waiting, ...tags],
        invoke: {
          id: 'makeKey',
          src: 'makeKey',
          input: {},
          onDone: { target: state, actions: withAnswer('keepKey') },
          onError: onNoKey,
        },
      },
      ...named(state, {
        description: `The machine sends ${what}, or asks the server for its outcome`,
        tags: [waiting, ...tags],
        invoke: {
          id: actor,
          src: actor,
          input,
          onDone,
          // The key stays, so that a retry asks for the outcome or submits under the same key.
          onError: { target: 'outcomeCheckFailed', actions: 'focusNotice' },
        },
      } as const),
    },
    unknown: {
      outcomeCheckFailed: {
        description: `Asking the server for the outcome of ${what} failed; the person can retry`,
        tags,
        on: { 'retry.wanted': { target: state, actions: onRetry } },
      },
    },
  } as const;
};

/**
 * Returns the states `makingKey`, `state` and `outcomeCheckFailed`. To submit, the machine enters `makingKey`. If the page
 * was reloaded during a submission, it enters `state` with the key of that submission in its context.
 */
export const submitOnce = <
  const State extends string,
  const Actor extends string,
  Context extends Keyed,
  Body,
  const NoKey,
  const Done,
  Waiting extends string,
  Tag extends string = never,
  Action extends string = never,
>(
  state: State,
  {
    bodyOf,
    ...given
  }: SubmittedOnce<Actor, NoKey, Done> &
    Behavior<Waiting, Tag, Action> & {
      /** Returns the body to send, or null if it was sent before a reload: then the machine only asks for the outcome. */
      readonly bodyOf: (context: Context) => Body | null;
    },
) => {
  const input = ({ context }: { readonly context: Context }): SubmissionInput<Body> => ({
    idempotencyKey: required(context.key, 'a key'),
    body: bodyOf(context),
  });
  const { sending, unknown } = submitting(state, input, given);
  return { ...sending, ...unknown } as const;
};

/** Returns the input of the submission machine for the change in the context. */
const changeOf = <Change>({
  context: { key, change },
}: {
  readonly context: Changing<Change>;
}): SubmissionInput<Change> => ({ idempotencyKey: required(key, 'a key'), body: required(change, 'a change') });

/**
 * Returns the states of {@link submitOnce} for the `change` in the context, and `refreshing`, which loads the data again.
 * A retry moves focus to the heading.
 */
export const changeOnce = <
  const State extends string,
  const Actor extends string,
  const NoKey,
  const Done,
  const Reader extends string,
  const Input,
  const Loaded,
>(
  state: State,
  {
    reload,
    ...change
  }: SubmittedOnce<Actor, NoKey, Done> & {
    /** The read that {@link loading} makes first. */
    readonly reload: Read<Reader, Input, Loaded>;
  },
) => {
  const { sending, unknown } = submitting(state, changeOf, {
    ...change,
    waiting: 'background',
    onRetry: ['focusHeading'],
  });
  return {
    ...sending,
    refreshing: {
      description: `The machine loads ${reload.what} again after a change`,
      tags: 'background',
      invoke: {
        id: 'refresh',
        src: reload.actor,
        input: reload.input,
        onDone: reload.onDone,
        onError: { target: 'couldNotLoad', actions: 'focusNotice' },
      },
    },
    ...unknown,
  } as const;
};
