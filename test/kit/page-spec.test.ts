/** Tests of the specification of a page that loads its data: each rule, and pages that break it. */
import { describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { findExpectation, toNoticed } from 'xstate-workbench/model/expectations';
import { explore } from 'xstate-workbench/model/explore';
import { describeTrigger } from 'xstate-workbench/model/sentences';
import { type FlowModel, answers } from 'xstate-workbench/model';
import {
  type PageSpec,
  failures,
  loadedAgain,
  onlyAnswered,
  pageSpec,
  partsFailed,
  shows,
  showsNothing,
} from '#machines/kit/page-spec.ts';
import { type ResourceOptions, resource } from '#machines/kit/resource.machine.ts';
import { unusedExpectations, wrongSteps } from '#test/support/verify.ts';

interface Input {
  readonly shelf: string;
}
type Books = readonly string[];

/** A page that lists the books of a shelf. */
const booksPage = (more: Partial<ResourceOptions<Books, object, Input, Books>> = {}) =>
  resource<Books, object, Input, Books>({
    id: 'books',
    description: 'The books of a shelf',
    load: fromPromise<Books, object>(() => Promise.reject(new Error('Not provided'))),
    request: ({ shelf }) => ({ query: { shelf } }),
    data: (books) => books,
    isEmpty: ({ length }) => length === 0,
    ...more,
  });
type Page = ReturnType<typeof booksPage>;

const FAILED = 'The books are not here.';
const said: PageSpec<Page> = {
  shows: ['Books'],
  starts: {
    'a reader': [{ shelf: 'novels' }, { query: { shelf: 'novels' } }],
    'a reader of poems': [{ shelf: 'poems' }, { query: { shelf: 'poems' } }],
  },
  empty: ['No books.'],
  couldNotLoad: FAILED,
  load: { 'two books': shows(['Emma', 'Ulysses'], ['Emma']), 'no books': showsNothing(answers([])), ...failures },
  claims: { 'books are shown only with an answer': onlyAnswered, 'books that failed are loaded again': loadedAgain },
};
const model = (part: Partial<PageSpec<Page>> = {}, machine = booksPage()): FlowModel =>
  pageSpec(machine, { ...said, ...part });
const found = (of: FlowModel): string[] => [...wrongSteps(of), ...unusedExpectations(of)];

/** Returns the visible results of the first step with this trigger. */
function noticed(of: FlowModel, name: string) {
  for (const node of explore(of).nodes.values()) {
    const edge = node.edges.find(({ trigger }) => describeTrigger(trigger) === name);
    if (edge !== undefined)
      return toNoticed(of, edge.simulated, of.machine.id, findExpectation(of, node.state, edge.trigger));
  }
  throw new Error(`There is no step "${name}"`);
}

describe('the specification of a page', () => {
  test('covers the whole page', () => expect(found(model())).toEqual([]));

  test('has the request of each kind of borrower, also when the page loads again', () => {
    const request = ({ shelf }: Input) => ({ query: { shelf: shelf === 'poems' ? 'novels' : shelf } });
    const wrong = found(model({}, booksPage({ request }))).join('\n');
    expect(wrong).toContain('a reader of poems');
    expect(wrong).toContain('retry.requested');
  });

  test('takes the input as the request of a page of several parts', () => {
    const starts = { 'a reader': [{ shelf: 'novels' }] } as const;
    expect(found(model({ starts }, booksPage({ request: (input) => input })))).toEqual([]);
    expect(found(model({ starts })).length).toBeGreaterThan(0);
  });

  test('shows no failure beside data, and none on an empty page', () => {
    expect(noticed(model(), 'load brings "two books"').hides).toContain(FAILED);
    expect(noticed(model(), 'load brings "no books"').hides).toContain(FAILED);
    const failedPage = noticed(model(), 'load brings "no answer in time"');
    expect(failedPage.hides).not.toContain(FAILED);
    expect(failedPage).toMatchObject({ reads: ['Books', FAILED, 'Try again'], focus: { place: 'notice' } });
  });

  test('moves the focus to the heading if the page has other parts', () => {
    const isWithinPage = true;
    expect(found(model({ isWithinPage }, booksPage({ isWithinPage })))).toEqual([]);
    expect(found(model({ isWithinPage })).join('\n')).toContain('emitted: [] instead of');
  });

  test('detects the failure that the parts report', () => {
    const failure: CallFailure = { kind: 'refused', status: 404 };
    expect(partsFailed(failure)).toEqual({ answers: { result: 'failed', failure } });
  });

  test('has a claim for each of its mutants', () => {
    const nothing = { input: { shelf: 'novels' }, data: null, failure: null };
    const at = { isIn: (state: string) => state === 'showing', waitingFor: [] };
    const failed = { ...nothing, data: ['Emma'], failure: { kind: 'noAnswer' } };
    const broken = (claim: typeof onlyAnswered | typeof loadedAgain, context: typeof nothing | typeof failed) =>
      'never' in claim && claim.never({ ...at, context });
    expect([broken(onlyAnswered, nothing), broken(onlyAnswered, failed)]).toEqual([true, false]);
    expect([broken(loadedAgain, nothing), broken(loadedAgain, failed)]).toEqual([false, true]);
  });
});
