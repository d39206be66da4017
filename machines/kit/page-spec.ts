/**
 * Specification of a page that loads its data and shows them (`resource`). It contains the behavior that all these
 * pages share; each page adds its requests, its answers, and its texts with and without data.
 */
import type { AnyStateMachine, ContextFrom, InputFrom } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toHeading, toNotice } from './expected-page.ts';
import { type Answer, type Case, type Cases, type Claim, type FlowModel, answers, plain } from 'xstate-workbench/model';
import type { resource } from './resource.machine.ts';
import { type FlowSpec, failed, noAnswer, spec, stopsInError, words } from './spec.ts';

type Page = ReturnType<typeof resource<unknown, object, unknown, unknown>>;
type CasesOfPage = Cases<ContextFrom<Page>>;

type Stored = 'title' | 'place' | 'shows' | 'claims' | 'children' | 'facts' | 'unreachable' | 'notOnScreen';

export interface PageSpec<M extends AnyStateMachine> extends Pick<FlowSpec<M>, Stored> {
  /** Kinds of borrower, with the input of the page and its request. Without a request, the input is the request. */
  readonly starts: Readonly<Record<string, readonly [input: InputFrom<M>, request?: object]>>;
  /** Answers and failures, each with its result. */
  readonly load: Readonly<Record<string, readonly [Answer, ...Cases<ContextFrom<M>>[]]>>;
  /** Texts while the page loads. */
  readonly loading?: readonly string[];
  /** Texts with any data. */
  readonly showing?: readonly string[];
  /** Texts without data. */
  readonly empty: readonly string[];
  /** Text after a failure, and the button that loads again. */
  readonly couldNotLoad?: string;
  readonly tryAgain?: string;
  /** Set if the machine is only part of a page: the heading receives the focus of the button. */
  readonly isWithinPage?: true;
}

/** Compiles the specification of a page to the model of its flow. */
export function pageSpec<M extends AnyStateMachine>(machine: M, given: PageSpec<M>): FlowModel<M> {
  const { to, press } = words<Page>();
  const {
    starts,
    load,
    loading = ['Loading…'],
    showing = [],
    empty,
    couldNotLoad = COULD_NOT_LOAD,
    tryAgain = TRY_AGAIN,
    isWithinPage,
    ...rest
  } = given;
  const requests = Object.values(starts).map(([input, request]) => ({
    input: plain(input),
    request: request ?? input,
  }));
  const loads = (input: unknown) => ({ load: requests.find((each) => each.input === plain(input))?.request });
  const hidesFailure = (each: CasesOfPage): CasesOfPage =>
    isList(each)
      ? each.map(hidesFailure)
      : { ...each, ...(each.state !== 'couldNotLoad' && { hides: [...(each.hides ?? []), couldNotLoad] }) };
  const states: FlowSpec<Page>['states'] = {
    loading: {
      shows: loading,
      when: {
        load: Object.fromEntries(
          Object.entries(load).map(([name, [answer, ...cases]]) => [
            name,
            [answer, ...(cases as CasesOfPage[]).map(hidesFailure)] as const,
          ]),
        ),
      },
    },
    showing: { shows: showing },
    empty: { shows: empty },
    couldNotLoad: {
      shows: [couldNotLoad, tryAgain],
      on: [
        press(
          tryAgain,
          'retry.requested',
          to('loading', undefined, {
            calls: ({ input }) => loads(input),
            ...(isWithinPage && { focus: toHeading }),
          }),
        ),
      ],
    },
  };
  const page = {
    ...rest,
    starts: Object.fromEntries(
      Object.entries(starts).map(([name, [input]]) => [
        name,
        [input, to('loading', { input, data: null, failure: null }, { calls: loads(input) })],
      ]),
    ),
    states,
    finish: ['showing', 'empty'],
  };
  return spec(machine, page as unknown as FlowSpec<M>);
}

const isList = <Item>(each: Item | readonly Item[]): each is readonly Item[] => Array.isArray(each);

/** The page shows these data. */
export const shown = <Data>(data: Data, reads: readonly string[], hides: readonly string[] = []) =>
  ({ state: 'showing', context: { data, failure: null }, reads, hides }) as const;

/** The page shows the answer. */
export const shows = <Data>(data: Data, reads: readonly string[], hides?: readonly string[]) =>
  [answers(data), shown(data, reads, hides)] as const;

/** The page shows the parts that have loaded (`resourceOfParts`). */
export const showsParts = <Data>(loaded: Data, reads: readonly string[], hides?: readonly string[]) =>
  [partsLoaded(loaded), shown(loaded, reads, hides)] as const;

/** The answer has no data to show. */
export const showsNothing = (answer: Answer) => [answer, { state: 'empty' }] as const;

/** The page fails to load. */
export const notLoaded = (answer: Answer, failure: CallFailure) =>
  [answer, { state: 'couldNotLoad', context: { failure }, focus: toNotice }] as const satisfies readonly [
    Answer,
    Case<Partial<ContextFrom<Page>>>,
  ];

/** Answers of the machine that loads the parts. */
export const partsLoaded = (loaded: unknown): Answer => answers({ result: 'loaded', loaded });
export const partsFailed = (failure: CallFailure): Answer => answers({ result: 'failed', failure });

const unanswered: CallFailure = { kind: 'noAnswer' };
const broken: CallFailure = { kind: 'refused', status: 503 };

/** Failures of a page with one call. */
export const failures = {
  'no answer in time': notLoaded(noAnswer, unanswered),
  'a broken server': notLoaded(failed(503), broken),
};

/** Failures of a page that loads several parts. */
export const failuresOfParts = {
  'no answer in time': notLoaded(partsFailed(unanswered), unanswered),
  'a broken server': notLoaded(partsFailed(broken), broken),
  'loading stops in error': notLoaded(stopsInError, { kind: 'unreadable', detail: 'Unexpected Error' }),
};

/** Claim that the page shows nothing before the server has answered. */
export const onlyAnswered: Claim<{ readonly data: unknown }> = {
  never: ({ isIn, context }) => isIn('showing') && context.data === null,
  brokenBy: 'loading -> load done: action setData removed',
};

/** Claim that the page loads again after a failure before it shows anything. */
export const loadedAgain: Claim<{ readonly failure: unknown }> = {
  never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
  brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
};
