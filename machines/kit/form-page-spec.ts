/**
 * Specification of a page that is one form (`formPage`, rulings 3, 4, 112). It contains the behavior that all these
 * pages share; each page adds its fields, request, answers and texts.
 */
import type { FieldProblem } from '#domain/issue.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm } from './expected-form.ts';
import { toNotice } from './expected-page.ts';
import { LIKE_ANOTHER, NOT_ASKED, isNew } from './expected-submission.ts';
import type { FormPageContext, formPage } from './form-page.machine.ts';
import type { Form } from './form.ts';
import { type Answer as Given, type Case, type FlowModel, answers } from 'xstate-workbench/model';
import { type FlowSpec, spec, stopsInError, words } from './spec.ts';
import type { FormSpec } from './spec-form.ts';
import { accepted, submits } from './spec-submission.ts';
import type { SubmissionSamples } from './submission.model.ts';

export interface FormPageSpec<
  Values extends object,
  Data,
  Answer,
  Requested,
  Received,
  Notice extends string,
> extends Pick<FlowModel, 'title' | 'place'> {
  /** Texts that every screen shows. */
  readonly shows?: readonly string[];
  /** The facts before they have loaded, or always if nothing is loaded. */
  readonly facts: Data;
  /** The request that loads the facts, its answer, and the texts from the answer that the page shows. */
  readonly load?: readonly [request: object, answer: Data, reads: readonly string[]];
  readonly form: Pick<FormSpec<'entering', FormPageContext<Values, Data, Received, Notice>, Values>, 'fields'> & {
    readonly shows: readonly string[];
    /** The values that the form starts with. */
    readonly starting: Values;
    /** Entries from an earlier visit, and fields that a draft never contains. */
    readonly stored: Partial<Values>;
    readonly secrets?: readonly string[];
    /** Returns the problems of the sample values, in the order of the form. */
    readonly problems: (values: Values, facts: Data) => readonly FieldProblem[];
    readonly button: string;
  };
  readonly submission: {
    readonly texts: SubmissionSamples['messages'];
    readonly body: (values: Values) => object;
    /** The answer that accepts the form, and the server's record of it. */
    readonly accepted: readonly [answer: Answer, record: Requested];
    /** Answers with which the form is not accepted, and the notice above it. One of them is `rejected(…)`. */
    readonly notAccepted: Readonly<Record<string, readonly [Given, Notice]>>;
  };
  readonly notices: Readonly<Record<Notice, string>>;
  readonly received: {
    readonly shows: readonly string[];
    /** Returns the data that the page shows about an accepted form. */
    readonly of: (values: Values) => Received;
    /** The same data when the outcome comes from the server's record, unless the screen is the same. */
    readonly onRequest?: Received;
    /** Button with which the person can fill in the form again. */
    readonly again?: string;
  };
}

type AnyContext = FormPageContext<object, unknown, unknown, string>;
type AnyPage = ReturnType<typeof formPage<object, unknown, unknown, unknown, unknown, unknown, string>>['machine'];
type AnySpec = FormPageSpec<object, unknown, unknown, unknown, unknown, string>;

/** Returns the result of a submission that was not accepted. */
const toResult = (refusal: Given) =>
  ('answers' in refusal ? refusal.answers : {}) as { readonly answer?: unknown; readonly failure?: object | null };

/** Compiles the specification of a form page to the model of its flow. */
export function formPageSpec<
  Values extends object,
  Data,
  Body,
  Answer,
  Requested,
  Received,
  Notice extends string,
  Request extends object,
>(
  page: ReturnType<typeof formPage<Values, Data, Body, Answer, Requested, Received, Notice, Request>>,
  given: NoInfer<FormPageSpec<Values, Data, Answer, Requested, Received, Notice>>,
): FlowModel<(typeof page)['machine']> {
  const { facts: atFirst, load, form, submission: said, notices, received, ...others } = given as unknown as AnySpec;
  const { to, press, loads, notLoaded, unseen } = words<AnyPage>();
  const { starting, stored, problems, button } = form;
  const getFactsOrDefault = ({ facts }: Pick<AnyContext, 'facts'>) => facts ?? atFirst;
  const expectForm = (values: object, facts: unknown, shown: Partial<Form<object>> = {}) =>
    expectedForm(values, problems(values, getFactsOrDefault({ facts })), shown);

  const getFacts = { getFacts: load?.[0] };
  const open = (context?: Partial<AnyContext>) =>
    load === undefined ? to('entering', context) : to('gettingFacts', context, { calls: getFacts });
  const starts = (entered: object, key: string | null, first: Case<AnyContext>, draft: object | null) =>
    [
      { draft },
      {
        ...first,
        context: {
          facts: load === undefined ? atFirst : null,
          form: expectForm({ ...starting, ...entered }, null),
          key,
          received: null,
          notice: null,
        },
      },
    ] as const;
  const draft = { version: 1, key: null, place: null, typed: stored, leftOut: [] };

  const [answer, record] = said.accepted;
  const refusals = Object.entries(said.notAccepted).map(([name, [refusal, notice]]) => ({ name, refusal, notice }));
  const submission = submits<AnyContext>({
    machine: page.options.submission,
    state: 'sending',
    by: 'submit',
    request: (before) => ({ body: said.body(before.form.values) }),
    sample: {
      body: said.body({ ...starting, ...stored }),
      accepted: answer,
      rejected: refusals.map(({ refusal }) => toResult(refusal).answer).find((each) => each != null),
      record,
      refusals: Object.fromEntries(
        refusals.flatMap(({ name, refusal }) => {
          const { failure } = toResult(refusal);
          return failure == null || Reflect.get(failure, 'status') === 422 ? [] : [[name, { throws: failure }]];
        }),
      ),
    },
    texts: said.texts,
  });

  /** The form is empty again, and the page shows the outcome. */
  const isReceived = (shown: (values: object) => unknown): Case<AnyContext> =>
    to(
      'received',
      (before) => ({ key: null, received: shown(before.form.values), form: expectForm(starting, before.facts) }),
      { focus: toNotice },
    );
  /** The entries stay and a notice says why; after a reload, the facts load first. */
  const stays = ({ refusal, notice }: (typeof refusals)[number], index: number) => {
    const alike = refusals.findIndex((each) => each.notice === notice) < index && { unseen: LIKE_ANOTHER };
    const notRequested = toResult(refusal).failure != null && { unseen: NOT_ASKED };
    const entering = to('entering', { notice, key: null });
    const loading = open({ notice, key: null });
    return [
      { ...entering, when: ({ facts }: AnyContext) => facts !== null, ...alike },
      ...(load === undefined ? [] : [{ ...loading, isReadLater: true as const, ...(notRequested || alike) }]),
    ];
  };

  const states: FlowSpec<AnyPage>['states'] = {
    ...(load !== undefined && loads('gettingFacts', getFacts)),
    ...(load !== undefined && {
      gettingFacts: {
        shows: ['Loading…'],
        when: {
          getFacts: {
            'the facts': [
              answers(load[1]),
              // The notice of a form that was sent before a reload is read now.
              to(
                'entering',
                ({ form: entered, notice }) => ({
                  facts: load[1],
                  form: expectForm(entered.values, load[1], entered),
                  notice,
                }),
                { focus: null, reads: load[2] },
              ),
            ],
            'no answer in time': notLoaded(),
          },
        },
      },
    }),
    entering: { shows: [...form.shows, button] },
    sending: {
      over: true,
      on: [submission.keyMade],
      when: {
        submit: {
          'it is received': [accepted(answer), isReceived(received.of)],
          'it is received, according to the server’s record': [
            accepted(answer, record),
            received.onRequest === undefined
              ? unseen(LIKE_ANOTHER, isReceived(received.of))
              : isReceived(() => received.onRequest),
          ],
          ...Object.fromEntries(refusals.map((each, index) => [each.name, [each.refusal, ...stays(each, index)]])),
          'it stops in error': [stopsInError, to('outcomeCheckFailed', undefined, { focus: toNotice })],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
    received: {
      shows: received.shows,
      on: received.again === undefined ? [] : [press(received.again, 'again.pressed', open())],
    },
  };

  const specification: FlowSpec<AnyPage> = {
    ...others,
    starts: {
      somebody: starts({}, null, open(), null),
      'a person who left the form unfinished': starts(stored, null, open(), draft),
      'a person who reloaded the page while the form was in flight': starts(
        stored,
        sampleKey,
        to('sending', undefined, { calls: submission.asks }),
        { ...draft, key: sampleKey },
      ),
    } as never,
    notices,
    form: {
      in: ['entering'],
      fields: form.fields,
      problems: (values, context) => problems(values, getFactsOrDefault(context)),
      refuses: { notice: null },
      submit: [{ name: button, then: { ...submission.sends, context: { notice: null } } }],
    },
    states,
    finish: ['received'],
    // Paths fill in the form in its order, up to the last problem.
    tries: ({ type, field }, context) => {
      const [first, second] = problems(context.form.values, getFactsOrDefault(context));
      return type !== 'field.changed' || second === undefined || first?.field === field;
    },
    claims: {
      'only a valid form is sent': {
        never: ({ isIn, context }) =>
          isIn('sending') && isNew(context) && problems(context.form.values, getFactsOrDefault(context)).length > 0,
        brokenBy: 'guard isFormComplete: always true',
      },
      'a form counts as received only when the server confirms it': {
        reaching: ({ isIn }) => isIn('received'),
        needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it is received'),
        brokenBy: 'guard isAccepted: always true',
      },
    },
    draft: { of: page.toDraft as never, secrets: form.secrets ?? [] },
    children: { submit: submission.child },
    facts: ({ form: entered, facts, key, notice, received: shown }, isIn) => ({
      values: isIn('received') ? null : entered.values,
      shown: entered.attempted,
      hasFacts: facts !== null,
      hasKey: key !== null,
      notice,
      received: isIn('received') && shown !== null,
    }),
  };
  return spec(page.machine as unknown as AnyPage, specification) as unknown as FlowModel<(typeof page)['machine']>;
}
