/**
 * States of a machine that submits a form, or changes a list or a setting, once (ruling 4). {@link submitOnce} is for a
 * form, {@link changeOnce} for a change after which the data load again, and {@link loading} loads the data first:
 *
 * const list = { what: 'the payers', actor: 'getPayers', input: {}, onDone: { target: 'listing', … } } as const;
 *
 * states: {
 *   ...loading('loadingPayers', list),
 *   listing: { on: { 'remove.confirmed': { target: 'changingPayers', actions: 'wantRemoval' } } },
 *   ...changeOnce('changingPayers', { what: 'the change', actor: 'changePayers', onDone: […], reload: list }),
 * }
 *
 * The submission machine makes the key, and the states keep it in the context until the outcome is known: the actions
 * of `onDone` set `key: null`. If there is a key when the machine enters the state, from a draft or before a retry, the
 * request was sent under it, and the machine asks for its outcome. The machine spreads {@link submitActions} and, if it
 * keeps the key in a draft, {@link submitGuards} into its `setup`, and handles `retry.requested` and `KeyMade`.
 */
import { focusActions } from './focus.ts';
import { type EventObject, assign } from 'xstate';
import type { StoredSubmission } from '#domain/submission.ts';
import { type Read, named } from './loading.ts';
import { type KitAction, withEvent } from './params.ts';
import { required } from './failures.ts';
import type { SubmissionInput, SubmissionRequest } from './submission.machine.ts';

/** Context of a machine that submits once. */
export interface Keyed {
  /** Idempotency key of a request that was sent and whose outcome is not known yet. */
  readonly key: string | null;
}

/** Context of a machine that makes changes. */
export interface Changing<Change> extends Keyed {
  /** The change in flight. */
  readonly change: Change | null;
}

/** Actions that the states use. */
export const submitActions = {
  setKey: assign<Keyed, EventObject, string, never, never>({ key: (_, key) => key }) as KitAction<
    { readonly context: Keyed },
    string
  >,
  ...focusActions,
};

/** Guards of a machine that starts with the key in a draft. */
export const submitGuards = {
  /** The request was sent before a reload: the machine asks for its outcome first. */
  hasBeenSent: ({ context }: { readonly context: Keyed }): boolean => context.key !== null,
};

/** Returns the key in a draft, if a request was sent under it. */
export const sentKey = (stored: StoredSubmission | undefined): string | null =>
  stored?.sent === true ? stored.key : null;

/** Returns the key as a draft stores it. */
export const storedKey = ({ key }: Keyed): StoredSubmission => (key === null ? null : { key, sent: true });

/** A submission and its transitions. */
export interface SubmittedOnce<Actor, Done> {
  /** Name of the submission in descriptions: `the message`. */
  readonly what: string;
  /** The submission machine, which is also the id of the running one. */
  readonly actor: Actor;
  /** Transitions for the outcome. */
  readonly onDone: Done;
}

/** Options that differ between forms and changes. */
interface Behavior<Waiting, Tag, OnKey> {
  /** Tag of the state that submits. */
  readonly waiting: Waiting;
  /** Tags of the state that submits, and of the state of an unknown outcome. */
  readonly tags?: readonly Tag[];
  /** Actions after the key was created, such as storing it elsewhere. */
  readonly onKey?: readonly OnKey[];
}

interface Requesting<Context, Request> {
  /** Returns the request. It is not called if there is a key. */
  readonly request: (context: Context) => Request;
}

/** Returns the input of the submission machine: the request, or the key of a request that was sent. */
export const submissionInput =
  <Context extends Keyed, Body, Params, Query>(request: (context: Context) => SubmissionRequest<Body, Params, Query>) =>
  ({ context }: { readonly context: Context }): SubmissionInput<Body, Params, Query> =>
    context.key === null ? request(context) : { idempotencyKey: context.key };

/** Returns the state that submits. */
const submitting = <
  const Input,
  const Actor extends string,
  const Done,
  const Waiting extends string,
  Tag extends string = never,
  OnKey extends string = never,
>(
  input: Input,
  { what, actor, waiting, tags = [], onKey = [], onDone }: SubmittedOnce<Actor, Done> & Behavior<Waiting, Tag, OnKey>,
) =>
  ({
    description: `The machine sends ${what}, or asks the server for its outcome`,
    tags: [waiting, ...tags],
    on: { 'key.made': { actions: [withEvent('setKey', 'key'), ...onKey] } },
    invoke: {
      id: actor,
      src: actor,
      input,
      onDone,
      // The key stays, so that a retry asks for the outcome.
      onError: { target: '#outcomeCheckFailed', actions: 'focusNotice' },
    },
  }) as const;

/** Returns the state that submits, for a machine with one of several submissions; it needs {@link outcomeCheckFailed}. */
export const submittingOnce = <
  const Actor extends string,
  Context extends Keyed,
  Body,
  Params,
  Query,
  const Done,
  const Waiting extends string,
  Tag extends string = never,
  OnKey extends string = never,
>({
  request,
  ...given
}: SubmittedOnce<Actor, Done> &
  Requesting<Context, SubmissionRequest<Body, Params, Query>> &
  Behavior<Waiting, Tag, OnKey>) => submitting(submissionInput(request), given);

/** Returns the state of an unknown outcome. A retry enters `state`; its button disappears, so the heading gets the focus. */
export const outcomeCheckFailed = <const State extends string, Tag extends string = never>(
  state: State,
  { what, tags = [] }: { readonly what: string; readonly tags?: readonly Tag[] },
) =>
  ({
    id: 'outcomeCheckFailed',
    description: `Asking the server for the outcome of ${what} failed; the person can retry`,
    tags,
    on: { 'retry.requested': { target: state, actions: 'focusHeading' } },
  }) as const;

/** Returns the states `state` and `outcomeCheckFailed`. To submit, the machine enters `state`. */
export const submitOnce = <
  const State extends string,
  const Actor extends string,
  Context extends Keyed,
  Body,
  Params,
  Query,
  const Done,
  const Waiting extends string,
  Tag extends string = never,
  OnKey extends string = never,
>(
  state: State,
  given: SubmittedOnce<Actor, Done> &
    Requesting<Context, SubmissionRequest<Body, Params, Query>> &
    Behavior<Waiting, Tag, OnKey>,
) =>
  ({
    ...named(state, submittingOnce(given)),
    outcomeCheckFailed: outcomeCheckFailed(state, given),
  }) as const;

/** Returns the input of the submission machine for the change in the context. */
const changeInput = <Change>({
  context: { key, change },
}: {
  readonly context: Changing<Change>;
}): SubmissionInput<Change> => (key === null ? { body: required(change, 'a change') } : { idempotencyKey: key });

/**
 * Returns the states of {@link submitOnce} for the `change` in the context, and `refreshing`, which loads the data again.
 */
export const changeOnce = <
  const State extends string,
  const Actor extends string,
  const Done,
  const Reader extends string,
  const Input,
  const Loaded,
>(
  state: State,
  {
    reload,
    ...change
  }: SubmittedOnce<Actor, Done> & {
    /** The read that {@link loading} makes first. */
    readonly reload: Read<Reader, Input, Loaded>;
  },
) => {
  const behavior = { ...change, waiting: 'background' } as const;
  return {
    ...named(state, submitting(changeInput, behavior)),
    outcomeCheckFailed: outcomeCheckFailed(state, behavior),
    refreshing: {
      description: `The machine loads ${reload.what} again after a change`,
      tags: 'background',
      invoke: {
        id: 'refresh',
        src: reload.actor,
        input: reload.input,
        onDone: reload.onDone,
        onError: '#couldNotLoad',
      },
    },
  } as const;
};
