/** Tests of the specification of a form page: each rule, and pages that break it. */
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { defineCall } from '#domain/call.ts';
import { refuse } from '#domain/issue.ts';
import { sampleKey } from '#domain/samples.ts';
import { submissionOutcome } from '#domain/submission.ts';
import { findExpectation, toNoticed } from 'xstate-workbench/model/expectations';
import { explore } from 'xstate-workbench/model/explore';
import { describeTrigger } from 'xstate-workbench/model/sentences';
import { call } from '#machines/kit/effect.ts';
import { unless } from '#machines/kit/expected-form.ts';
import { type FormPageOptions, formPage } from '#machines/kit/form-page.machine.ts';
import { type FormPageSpec, formPageSpec } from '#machines/kit/form-page-spec.ts';
import type { FlowModel } from 'xstate-workbench/model';
import { neverArrived, refusedAs, rejected } from '#machines/kit/spec-submission.ts';
import { submission } from '#machines/kit/submission.machine.ts';
import { unusedExpectations, wrongSteps } from '#test/support/verify.ts';

interface Values {
  readonly title: string;
}
type Shelves = readonly string[];
type Answer = { readonly outcome: 'noted' | 'tooMany' };
type Notice = 'tooMany' | 'notSent';
type Options = FormPageOptions<Values, Shelves, Values, Answer, Values, string, Notice, object>;
type Said = FormPageSpec<Values, Shelves, Answer, Values, string, Notice>;

const common = { method: 'POST', summary: '', access: ['borrower'], timeLimit: 'write' } as const;
const wish = submission<Values, Answer, Values>('wish', {
  send: call(
    defineCall({
      ...common,
      id: 'applications.submit',
      path: 'applications',
      body: v.object({ title: v.string() }),
      response: v.object({ outcome: v.picklist(['noted', 'tooMany']) }),
      idempotent: true,
    }),
  ),
  settle: call(
    defineCall({
      ...common,
      id: 'applications.settle',
      path: 'applications/settle',
      body: v.object({ idempotencyKey: v.string() }),
      response: submissionOutcome(
        v.object({ outcome: v.picklist(['noted', 'tooMany']) }),
        v.object({ title: v.string() }),
      ),
    }),
  ),
  isAccepted: ({ outcome }) => outcome === 'noted',
});

const title = v.pipe(
  v.string(),
  v.check((text) => text !== '', refuse({ code: 'title.required' })),
);
const load: NonNullable<Options['load']> = {
  what: 'the shelves',
  call: fromPromise<Shelves, object>(() => Promise.reject(new Error('Not provided'))),
  request: { query: { floor: 2 } },
};
const options: Options = {
  id: 'wishes',
  description: 'A reader wishes for a book',
  form: { schema: () => v.object({ title }), starting: { title: '' }, facts: [] },
  what: 'the wish',
  submission: wish,
  body: (values) => values,
  received: ({ record }, values) => record?.title ?? values.title,
  notice: (result) => (result.result === 'refused' && result.answer?.outcome === 'tooMany' ? 'tooMany' : 'notSent'),
};
const page = (more: Partial<Options> = { load, again: true }) => formPage({ ...options, ...more });

const NOT_SENT = 'Your wish was not sent.';
const said: Said = {
  shows: ['Wishes'],
  facts: [],
  load: [{ query: { floor: 2 } }, ['Novels', 'Poems'], ['Novels']],
  form: {
    shows: ['Title'],
    starting: { title: '' },
    stored: { title: 'Emma' },
    fields: { title: { label: 'Title', entries: ['', 'Emma'], errors: { 'title.required': 'Enter a title.' } } },
    problems: (values) => unless('title', values.title !== '', 'title.required'),
    button: 'Send',
  },
  submission: {
    texts: { sending: 'Sending…', outcomeUnknown: 'We are checking', explanation: 'Please wait', asking: 'Checking…' },
    body: (values) => values,
    accepted: [{ outcome: 'noted' }, { title: 'Ulysses' }],
    notAccepted: {
      'too many wishes': [rejected({ outcome: 'tooMany' }), 'tooMany'],
      'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), 'notSent'],
      'too many from here': [refusedAs({ kind: 'refused', status: 429 }), 'notSent'],
      'it never arrived': [neverArrived, 'notSent'],
    },
  },
  notices: { tooMany: 'You have many wishes.', notSent: NOT_SENT },
  received: { shows: ['Thank you.'], of: (values) => values.title, onRequest: 'Ulysses', again: 'Another wish' },
};
const createModel = (part: Partial<Said> = {}, of = page()): FlowModel => formPageSpec(of, { ...said, ...part });
/** The same page without facts, and without a second form. */
const { load: _, ...withoutLoad } = said;
const small: Said = { ...withoutLoad, received: { shows: ['Thank you.'], of: (values) => values.title } };
const smallPage = page({ received: (__, values) => values.title });
const found = (of: FlowModel): string[] => [...wrongSteps(of), ...unusedExpectations(of)];

type Context = Parameters<ReturnType<typeof page>['toDraft']>[0];

/** Returns the visible results of the first step with this trigger. */
function noticed(of: FlowModel, name: string, isSought: (context: Context) => boolean) {
  for (const { state, edges } of explore(of).nodes.values()) {
    const edge = edges.find(({ trigger }) => describeTrigger(trigger) === name);
    if (edge !== undefined && isSought(state.snapshot.context as Context))
      return toNoticed(of, edge.simulated, of.machine.id, findExpectation(of, state, edge.trigger));
  }
  throw new Error(`There is no step "${name}"`);
}
const REFUSED = 'submit brings "the server refuses the request"';
const LOADED = 'getFacts brings "the facts"';

describe('the specification of a form page', () => {
  test('covers the whole page', () => expect(found(createModel())).toEqual([]));

  test('covers a page without facts', () => expect(found(formPageSpec(smallPage, small))).toEqual([]));

  test('compares the request, the starting values and the page after the submission', () => {
    const wrong = (more: Partial<Options>) => found(createModel({}, page({ load, again: true, ...more }))).join('\n');
    expect(wrong({ body: () => ({ title: 'Persuasion' }) })).toContain('Persuasion');
    expect(wrong({ received: ({ record }) => record?.title ?? 'Persuasion' })).toContain('Persuasion');
    expect(wrong({ received: (___, values) => values.title })).toContain('Ulysses');
    expect(wrong({ form: { ...options.form, starting: { title: 'Persuasion' } } })).toContain('Persuasion');
    expect(wrong({ load: { ...load, request: {} } })).toContain('getFacts');
    expect(wrong({ notice: () => 'tooMany' })).toContain('notice is "tooMany" instead of "notSent"');
  });

  test('says that the form is being sent', () =>
    expect(noticed(createModel(), 'submit.pressed', ({ form }) => form.values.title !== '').reads).toContain(
      'Sending…',
    ));

  test('asks for the outcome after a reload, and sends no form twice', () => {
    const { inputs } = createModel();
    expect(inputs['a person who reloaded the page while the form was in flight']?.then).toMatchObject({
      state: 'sending',
      calls: { submit: { idempotencyKey: sampleKey } },
      context: { key: sampleKey, facts: null, form: { values: { title: 'Emma' } } },
    });
  });

  test('shows the notice above the form, and after a reload once the facts have loaded', () => {
    const here = noticed(createModel(), REFUSED, ({ facts }) => facts !== null);
    expect(here).toMatchObject({ focus: { place: 'notice' } });
    expect(here.reads).toContain(NOT_SENT);
    const later = noticed(createModel(), REFUSED, ({ facts }) => facts === null);
    expect(later.focus).toBeUndefined();
    expect(later.reads).not.toContain(NOT_SENT);
    const loaded = noticed(createModel(), LOADED, ({ notice }) => notice === 'notSent');
    expect(loaded.reads).toEqual(expect.arrayContaining([NOT_SENT, 'Novels', 'Title']));
    expect(loaded.focus).toBeUndefined();
  });

  test('gives a reason for each outcome that no walk can distinguish from another, or that no server gives', () => {
    const { notOnScreen = {} } = createModel();
    expect(Object.keys(notOnScreen).toSorted()).toEqual([
      'submit "it never arrived" (1)',
      'submit "it never arrived" (2)',
      'submit "the server refuses the request" (2)',
      'submit "too many from here" (1)',
      'submit "too many from here" (2)',
    ]);
    expect(formPageSpec(smallPage, small).notOnScreen).toHaveProperty([
      'submit "it is received, according to the server’s record" (1)',
    ]);
  });

  test('gives the submission all refusals but that of the request', () =>
    expect(createModel().children?.['submit']?.outcomes['send']).toMatchObject({
      'it is accepted': { answers: { outcome: 'noted' } },
      'it is refused': { answers: { outcome: 'tooMany' } },
      'too many from here': { throws: { kind: 'refused', status: 429 } },
    }));

  test('claims that only a valid form is sent, and keeps its entries in a draft', () => {
    const { claims, draft } = createModel({ form: { ...said.form, secrets: ['Emma'] } });
    const [isSent] = Object.values(claims);
    const empty = { form: { values: { title: '' } }, facts: null, key: null };
    const at = { isIn: (state: string) => state === 'sending', waitingFor: [] };
    const breaks = (context: object) => isSent !== undefined && 'never' in isSent && isSent.never({ ...at, context });
    expect([breaks(empty), breaks({ ...empty, key: sampleKey })]).toEqual([true, false]);
    expect(breaks({ ...empty, form: { values: { title: 'Emma' } } })).toBe(false);
    expect(draft?.secrets).toEqual(['Emma']);
  });
});
