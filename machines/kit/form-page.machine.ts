/**
 * Machine of a page that is one form, submitted once (rulings 3, 4, 112). It loads the facts that the form needs,
 * stores entries in a draft, and shows the outcome of the submission, also after a reload or a lost answer.
 */
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { SubmissionResult } from '#domain/submission.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { FocusRequested, KeyMade, ScreenMeta } from './events.ts';
import { toFormDraft } from './form-draft.ts';
import { createForm } from './form-machine.ts';
import type { Form, FormDefinition, FormEvent } from './form.ts';
import { loading } from './loading.ts';
import { withAnswer } from './params.ts';
import type { SubmissionRequest, submission } from './submission.machine.ts';
import { type Keyed, submitActions, submitGuards, submitOnce } from './submit-once.ts';

/** Input of a form page. */
export interface FormPageInput {
  /** Draft from an earlier visit. */
  readonly draft: FormDraft | null;
}

/** Context of a form page. */
export interface FormPageContext<Values extends object, Data, Received, Notice> extends Keyed {
  /** Null until they have loaded. */
  readonly facts: Data | null;
  readonly form: Form<Values>;
  /** Data that the page shows after the server has accepted the form. */
  readonly received: Received | null;
  /** Notice above the form, after a submission that was not accepted. */
  readonly notice: Notice | null;
}

export interface FormPageOptions<
  Values extends object,
  Data,
  Body,
  Answer,
  Requested,
  Received,
  Notice,
  Request extends object,
> {
  readonly id: string;
  /** Description of the page, for analysts. */
  readonly description: string;
  /** Path and title of the page, if it has its own. */
  readonly screen?: ScreenMeta;
  readonly form: FormDefinition<Values, Data> & {
    /** The values that the form starts with. */
    readonly starting: Values;
    /** The facts until they have loaded, or always if nothing is loaded. */
    readonly facts: Data;
  };
  /** The call that loads the facts. */
  readonly load?: {
    /** Name of the loaded data in descriptions: `the list of states`. */
    readonly what: string;
    readonly call: PromiseActorLogic<Data, Request>;
    readonly request: Request;
  };
  /** Name of the submission in descriptions: `the message`. */
  readonly what: string;
  readonly submission: ReturnType<typeof submission<Body, Answer, Requested>>;
  /** Returns the body of the request. */
  readonly body: (values: Values, facts: Data) => Body;
  /**
   * Returns the data that the page shows about an accepted form. After a reload, the values are the starting values.
   */
  readonly received: (
    result: SubmissionResult<Answer, Requested> & { readonly result: 'accepted' },
    values: Values,
    facts: Data,
  ) => Received | null;
  /** Returns the notice about a form that was not accepted. */
  readonly notice: (result: SubmissionResult<Answer, Requested>) => Notice;
  /** Set if the person can fill in the form again after it was received. */
  readonly again?: true;
}

/** Creates the machine of a form page, with its options, and with `readFlowDraft`, which returns the draft of its context. */
export function formPage<
  Values extends object,
  Data,
  Body,
  Answer,
  Requested,
  Received,
  Notice extends string,
  Request extends object = object,
>(options: FormPageOptions<Values, Data, Body, Answer, Requested, Received, Notice, Request>) {
  type Context = FormPageContext<Values, Data, Received, Notice>;
  type Result = SubmissionResult<Answer, Requested>;
  const { id, description, screen = {}, load, what } = options;
  const { starting, facts: atFirst, ...definition } = options.form;
  const getFactsOrDefault = ({ facts }: Context): Data => facts ?? atFirst;
  const form = createForm(definition).inMachine('form', { facts: getFactsOrDefault });
  const emptyForm = (facts: Data) => form.start(starting, facts);

  const machine = setup({
    types: {
      context: {} as Context,
      events: {} as
        | FormEvent
        | KeyMade
        | { type: 'submit.pressed' }
        | { type: 'retry.requested' }
        | { type: 'again.pressed' },
      input: {} as FormPageInput,
      emitted: {} as FocusRequested,
      tags: {} as 'busy' | 'completed' | 'entering' | 'settled',
      meta: {} as ScreenMeta,
      children: {} as { submit: 'submit' },
    },
    actors: {
      ...({ ...(load && { getFacts: load.call }) } as { getFacts: PromiseActorLogic<Data, object> }),
      submit: options.submission,
    },
    guards: {
      ...submitGuards,
      hasFacts: ({ context: { facts } }) => facts !== null,
      ...form.guards,
      isAccepted: (_, { result }: Result) => result === 'accepted',
    },
    actions: {
      ...form.actions,
      ...submitActions,
      setFacts: assign(({ context }, facts: Data) => ({
        facts,
        form: form.revalidated(context.form, context.form.values, facts),
      })),
      /** The input is no longer needed. */
      setReceived: assign(({ context }, result: Result) => ({
        key: null,
        received:
          result.result === 'accepted'
            ? options.received(result, context.form.values, getFactsOrDefault(context))
            : null,
        form: emptyForm(getFactsOrDefault(context)),
      })),
      setNotice: assign((_, result: Result) => ({ key: null, notice: options.notice(result) })),
      clearNotice: assign({ notice: null }),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { draft } }) => ({
      facts: load === undefined ? atFirst : null,
      form: form.start(form.restored(starting, draft), atFirst),
      key: draft?.key ?? null,
      received: null,
      notice: null,
    }),
    meta: screen,
    initial: 'starting',
    states: {
      starting: {
        description: 'Chooses the first state; a form that was sent before a reload is not sent again',
        always: [
          { guard: 'hasBeenSent', target: 'sending' },
          { target: load === undefined ? 'entering' : 'gettingFacts' },
        ],
      },

      // A page without facts has these states in its type only, so that all pages have the same views.
      ...(load === undefined ? ({} as ReturnType<typeof gettingFacts>) : gettingFacts(load.what, load.request)),

      entering: {
        description: 'The person fills in the form',
        tags: 'entering',
        on: {
          'field.changed': form.onChange(),
          'field.left': form.onLeave(),
          'submit.pressed': form.onSubmit({ target: 'sending', actions: 'clearNotice' }, 'clearNotice'),
        },
      },

      ...submitOnce('sending', {
        what,
        actor: 'submit',
        request: (context: Context): SubmissionRequest<Body> => ({
          body: options.body(context.form.values, getFactsOrDefault(context)),
        }),
        waiting: 'busy',
        tags: ['entering'],
        onDone: [
          {
            guard: withAnswer('isAccepted'),
            target: 'received',
            actions: [withAnswer('setReceived'), 'focusNotice'],
          },
          // The input stays.
          {
            ...(load && { guard: 'hasFacts' as const }),
            target: 'entering',
            actions: [withAnswer('setNotice'), 'focusNotice'],
          },
          ...(load ? [{ target: 'gettingFacts', actions: withAnswer('setNotice') } as const] : []),
        ],
      }),

      received: {
        description: 'The server has the form; a message replaces it',
        tags: ['completed', 'settled'],
        ...(options.again && {
          on: { 'again.pressed': load === undefined ? ('entering' as const) : ('gettingFacts' as const) },
        }),
      },
    },
  });

  return {
    machine,
    options,
    /** Returns the draft of an unfinished form. */
    toDraft: ({ form: entered, key }: Context): FormDraft | null => toFormDraft(form.typed(entered, starting), { key }),
  };
}

/** Returns the states that load the facts of a form page. */
const gettingFacts = (what: string, request: object) =>
  loading('gettingFacts', {
    what,
    actor: 'getFacts',
    input: request,
    onDone: { target: 'entering', actions: withAnswer('setFacts') },
  });
