/** Creates the model of a form page (`formPage`) from handwritten expectations (rulings 3, 4, 112). */
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, touching } from './expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from './expected-page.ts';
import { expectedOnce, isNew } from './expected-submission.ts';
import type { FormPageContext, formPage } from './form-page.machine.ts';
import type { Form } from './form.ts';
import {
  type EventCase,
  type ExpectedWhere,
  type FlowModel,
  type Gesture,
  type StartCase,
  defineModel,
} from 'xstate-workbench/model';
import { type SubmissionSamples, createSubmissionModel } from './submission.model.ts';

type FieldName<Values> = keyof Values & string;

/** One entry in a field. */
interface ExpectedEntry<Values> {
  readonly field: FieldName<Values>;
  readonly value: string | boolean;
  readonly gesture: Gesture;
}

/** A field that is left, and its errors. */
interface ExpectedLeave<Values> {
  readonly field: FieldName<Values>;
  readonly gesture: Gesture;
  /** Texts that appear beside the field, by the codes of its problems. */
  readonly errors?: Readonly<Record<string, string>>;
}

export interface ExpectedFormPage<Values extends object, Facts, Answer, Asked, Received, Notice extends string> {
  /** The values that the form starts with. */
  readonly starting: Values;
  /** The facts before they have loaded, and the request that loads them. */
  readonly facts: Facts;
  readonly load?: {
    readonly request: object;
    /** The answer, and texts of it that the page shows. */
    readonly answer: Facts;
    readonly reads?: readonly string[];
  };
  /** Returns the problems of the sample values, in the order of the form. */
  readonly problems: (values: Values, facts: Facts) => readonly FieldProblem[];
  readonly entries: readonly ExpectedEntry<Values>[];
  readonly leaves: readonly ExpectedLeave<Values>[];
  /** Texts that appear after an attempt to submit these values. */
  readonly attempts?: readonly { readonly when: (values: Values) => boolean; readonly reads: readonly string[] }[];
  /** An entry that an earlier visit has kept. */
  readonly kept: Partial<Values>;
  /** Entries that a draft never has. */
  readonly secrets?: readonly string[];
  readonly body: (values: Values) => object;
  /** Returns what the page shows about an accepted form. */
  readonly received: (values: Values) => Received;
  /** What it shows if the server is asked for the outcome. */
  readonly receivedEarlier: Received;
  readonly answers: {
    readonly accepted: Answer;
    readonly record: Asked;
    /** An answer that refuses the form, and its notice. */
    readonly refused: { readonly answer: Answer; readonly notice: Notice };
    /** Statuses with which the server refuses the request, with a notice of their own. */
    readonly statuses?: Readonly<Record<string, { readonly status: number; readonly notice: Notice }>>;
  };
  /** Texts of the notices above the form. */
  readonly notices: Readonly<Record<Notice, string>>;
  /** Notices after a failed call, and after a request that never arrived. */
  readonly failed: Notice;
  readonly neverArrived: Notice;
  readonly texts: SubmissionSamples['messages'];
  readonly button: string;
  /** Button with which the person can fill in the form again. */
  readonly again?: string;
  readonly screens: {
    readonly all: readonly string[];
    readonly entering: readonly string[];
    readonly received: readonly string[];
  };
  /** Returns what tells two forms apart in the search for paths; by default all their values. */
  readonly seen?: (form: Form<Values>) => unknown;
  /** Outcomes that a reloaded page cannot have, by their names in the coverage report. */
  readonly notOnScreen?: Readonly<Record<string, string>>;
}

/** Creates the model of a form page. */
export function createFormPageModel<
  Values extends object,
  Facts,
  Body,
  Answer,
  Asked,
  Received,
  Notice extends string,
  Request extends object,
>(
  page: ReturnType<typeof formPage<Values, Facts, Body, Answer, Asked, Received, Notice, Request>>,
  expected: NoInfer<ExpectedFormPage<Values, Facts, Answer, Asked, Received, Notice>>,
) {
  type Machine = ReturnType<typeof formPage<Values, Facts, Body, Answer, Asked, Received, Notice, Request>>['machine'];
  type Context = FormPageContext<Values, Facts, Received, Notice>;
  type Where = ExpectedWhere<Context>;
  const { starting, load, problems, texts, notices } = expected;

  const formOf = (
    values: Values,
    facts: Facts | null,
    shown: { readonly touched?: readonly string[]; readonly attempted?: boolean } = {},
  ) => expectedForm(values, problems(values, facts ?? expected.facts), shown);
  const after = (
    { form, facts }: Context,
    change: { readonly values?: Values; readonly touched?: readonly string[]; readonly attempted?: true },
  ) => ({ form: formOf(change.values ?? form.values, facts, { ...form, ...change }) });
  const isRight = ({ form, facts }: Context) => problems(form.values, facts ?? expected.facts).length === 0;
  const part = (make: (before: Context) => object): NonNullable<Where['context']> => make as never;

  const noNotice: readonly string[] = Object.values(notices);
  const loads: Where =
    load === undefined ? { state: 'entering' } : { state: 'gettingFacts', calls: { getFacts: load.request } };
  const once = expectedOnce<Context>({
    state: 'sending',
    call: 'submit',
    request: ({ form }) => ({ body: expected.body(form.values) }),
  });
  const atFirst = load === undefined ? expected.facts : null;
  const start = (values: Values, key: string | null, then: Where, draft: object | null): StartCase<never, Context> => ({
    input: { draft } as never,
    then: {
      ...then,
      context: part(() => ({ facts: atFirst, form: formOf(values, null), key, received: null, notice: null })),
    },
  });
  const kept = { version: 1, key: null, place: null, typed: expected.kept, leftOut: [] };
  const restored = { ...starting, ...expected.kept };

  /** The form stays and a notice says why; after a reload, the facts load first. */
  const notAccepted = (notice: Notice): Where[] => [
    {
      ...(load !== undefined && { when: ({ facts }: Context) => facts !== null }),
      state: 'entering',
      context: part(() => ({ notice, key: null })),
      focus: toNotice,
      reads: [notices[notice]],
    },
    ...(load === undefined ? [] : [{ ...loads, context: part(() => ({ notice, key: null })) }]),
  ];
  const accepted = (received: (values: Values) => Received): Where => ({
    state: 'received',
    context: part(({ form, facts }) => ({ key: null, received: received(form.values), form: formOf(starting, facts) })),
    focus: toNotice,
  });
  const { accepted: answer, record, refused, statuses = {} } = expected.answers;

  const events: EventCase<{ readonly type: string }, Context>[] = [
    ...expected.entries.map(({ field, value, gesture }) => ({
      event: { type: 'field.changed', field, value },
      on: ['entering'],
      gesture,
      ...(typeof value === 'boolean' && { where: ({ form }: Context) => Reflect.get(form.values, field) !== value }),
      then: {
        in: 'entering',
        context: part((before) => after(before, { values: { ...before.form.values, [field]: value } })),
      },
    })),
    ...expected.leaves.map(({ field, gesture, errors = {} }) => {
      const touched = part((before) => after(before, { touched: touching(before.form.touched, field) }));
      const has =
        (code: string) =>
        ({ form, facts }: Context) =>
          problems(form.values, facts ?? expected.facts).some(
            ({ field: wrong, issue }) => wrong === field && issue.code === code,
          );
      return {
        event: { type: 'field.left', field },
        on: ['entering'],
        gesture,
        then: [
          ...Object.entries(errors).map(([code, text]) => ({
            in: 'entering',
            when: has(code),
            context: touched,
            reads: [text],
          })),
          { in: 'entering', context: touched },
        ],
      };
    }),
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: expected.button },
      then: [
        {
          in: 'entering',
          when: isRight,
          ...once.sends,
          context: part(() => ({ notice: null })),
          reads: [texts.sending],
          hides: noNotice,
        },
        ...[...(expected.attempts ?? []), { when: () => true, reads: [] }].map(({ when, reads }) => ({
          in: 'entering',
          when: ({ form }: Context) => when(form.values),
          context: part((before) => ({ ...after(before, { attempted: true }), notice: null })),
          focus: toErrors,
          reads: [REVIEW, ...reads],
          hides: noNotice,
        })),
      ],
    },
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        ...(load === undefined ? [] : [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }]),
        ...once.retried,
      ],
    },
    once.keyMade,
    ...(expected.again === undefined
      ? []
      : [
          {
            event: { type: 'again.pressed' },
            gesture: { action: 'click', role: 'button', name: expected.again } as const,
            then: { in: 'received', ...loads },
          },
        ]),
  ];

  const model: FlowModel<Machine> = {
    machine: page.machine,
    inputs: {
      somebody: start(starting, null, loads, null),
      'somebody who left the form unfinished': start(restored, null, loads, kept),
      'somebody whose page was reloaded while the form was under way': start(restored, sampleKey, once.asks, {
        ...kept,
        key: sampleKey,
      }),
    } as never,
    events: events as never,
    outcomes: {
      ...(load && {
        getFacts: {
          'the facts': {
            answers: load.answer,
            then: {
              state: 'entering',
              context: part((before) => ({
                facts: load.answer,
                form: formOf(before.form.values, load.answer, before.form),
              })),
              reads: load.reads ?? [],
            },
          },
          'no answer in time': { throws: { kind: 'noAnswer' }, then: { state: 'couldNotLoad', focus: toNotice } },
        },
      }),
      submit: {
        'it is received': {
          answers: { result: 'accepted', answer, record: null },
          then: accepted(expected.received),
        },
        'it is received, as the server says when it is asked': {
          answers: { result: 'accepted', answer, record },
          then: accepted(() => expected.receivedEarlier),
        },
        'the server answers that it is refused': {
          answers: { result: 'refused', answer: refused.answer, failure: null },
          then: notAccepted(refused.notice),
        },
        'the server refuses the request': {
          answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
          then: notAccepted(expected.failed),
        },
        ...Object.fromEntries(
          Object.entries(statuses).map(([name, { status, notice }]) => [
            name,
            {
              answers: { result: 'refused', answer: null, failure: { kind: 'refused', status } },
              then: notAccepted(notice),
            },
          ]),
        ),
        'it never arrived': { answers: { result: 'neverArrived' }, then: notAccepted(expected.neverArrived) },
        'it stops in error': {
          throws: { kind: 'unreadable', detail: 'Unexpected Error' },
          then: { state: 'outcomeCheckFailed', focus: toNotice },
        },
      },
    } as never,
    screens: {
      ...(load && {
        gettingFacts: expected.screens.all,
        couldNotLoad: [...expected.screens.all, COULD_NOT_LOAD],
      }),
      entering: [...expected.screens.all, ...expected.screens.entering, expected.button],
      sending: expected.screens.all,
      outcomeCheckFailed: [...expected.screens.all, texts.outcomeUnknown],
      received: [...expected.screens.all, ...expected.screens.received],
    },
    finish: ['received'],
    claims: {
      'only a valid form is sent': {
        never: ({ isIn, context }) => isIn('sending') && isNew(context) && !isRight(context),
        brokenBy: 'guard isFormComplete: always true',
      },
      'a form counts as received only when the server says so': {
        reaching: ({ isIn }) => isIn('received'),
        needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
        brokenBy: 'guard isAccepted: always true',
      },
    },
    ...(expected.notOnScreen && { notOnScreen: expected.notOnScreen }),
    draft: { of: page.draftOf, secrets: expected.secrets ?? [] },
    children: {
      submit: createSubmissionModel(page.options.submission, {
        key: sampleKey,
        body: expected.body({ ...starting, ...expected.kept }) as Body,
        accepted: answer,
        rejected: refused.answer,
        record,
        refusals: Object.fromEntries(
          Object.entries(statuses).map(([name, { status }]) => [name, { throws: { kind: 'refused', status } }]),
        ),
        messages: texts,
      }),
    },
    facts: ({ form, facts, key, notice, received }, isIn) => ({
      values: isIn('received') ? null : (expected.seen?.(form) ?? form.values),
      shown: form.attempted,
      hasFacts: facts !== null,
      hasKey: key !== null,
      notice,
      received: isIn('received') && received !== null,
    }),
  };
  return defineModel<Machine>(model);
}
