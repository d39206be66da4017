/**
 * Machine of a page that loads data and shows it, from one call or from several parts (`resourceOfParts`). If the page
 * has no data, the machine can redirect to another page.
 */
import { focusActions } from './focus.ts';
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { FocusRequested, LeftFor, ScreenMeta } from './events.ts';
import type { loadParts } from './load-parts.machine.ts';
import { type LoadingOptions, loading } from './loading.ts';
import { type LoadResult, withAnswer, withFailure } from './params.ts';

export interface ResourceOptions<Answer, Request extends object, Input, Data> extends Pick<
  LoadingOptions<never, never, never, never>,
  'isWithinPage' | 'isOptional'
> {
  readonly id: string;
  /** Description of the page, for analysts. */
  readonly description: string;
  /** Path and title of the page, if it has its own. */
  readonly screen?: ScreenMeta;
  /** Call that loads the page. */
  readonly load: PromiseActorLogic<Answer, Request>;
  /** Returns the request. */
  readonly request: (input: Input) => Request;
  /** Selects the data to show from the answer. */
  readonly data: (answer: Answer, input: Input) => Data;
  /** Returns the failure that an answer reports, or null. */
  readonly failureIn?: (answer: Answer) => CallFailure | null;
  /**
   * Returns true if the page starts with a notice that receives focus. The page is then shown even if it has no other
   * data.
   */
  readonly hasNotice?: (data: Data, input: Input) => boolean;
  /** Returns true if there is no data to show. */
  readonly isEmpty: (data: Data) => boolean;
  /** Returns true if a failure means that there is no data to show. */
  readonly isMissing?: (failure: CallFailure) => boolean;
  /** Redirect for a page without data. If left out, the page stays and says that it is empty. */
  readonly whenEmpty?: LeftFor;
}

/** Creates the machine that loads a page and shows it. */
export function resource<Answer, Request extends object, Input, Data>(
  options: ResourceOptions<Answer, Request, Input, Data>,
) {
  const { id, description, screen = {}, load, request, whenEmpty } = options;
  const { failureIn, hasNotice, isEmpty, isMissing, isWithinPage, isOptional } = options;
  const { couldNotLoad, ...states } = loading('loading', {
    what: 'the page',
    actor: 'load',
    input: ({ context: { input } }: { readonly context: { readonly input: Input } }) => request(input),
    onDone: [
      ...(failureIn === undefined || isMissing === undefined
        ? []
        : [{ guard: withAnswer('hasMissing'), target: 'empty' } as const]),
      ...(failureIn === undefined
        ? []
        : [
            {
              guard: withAnswer('hasFailed'),
              target: 'couldNotLoad',
              actions: withAnswer('setFailureIn'),
            } as const,
          ]),
      ...(hasNotice === undefined
        ? []
        : [
            {
              guard: withAnswer('hasNotice'),
              target: 'showing',
              actions: [withAnswer('setData'), 'focusNotice'],
            } as const,
          ]),
      { guard: withAnswer('isEmpty'), target: 'empty' },
      { target: 'showing', actions: withAnswer('setData') },
    ],
    missing: isMissing === undefined ? [] : [{ guard: withFailure('isMissing'), target: 'empty' }],
    failed: [withFailure('setFailure')],
    ...(isWithinPage && { isWithinPage }),
    ...(isOptional && { isOptional }),
  });
  return setup({
    types: {
      context: {} as {
        readonly input: Input;
        /** Loaded data, or null before it has loaded. */
        readonly data: Data | null;
        readonly failure: CallFailure | null;
      },
      input: {} as Input,
      events: {} as { type: 'retry.requested' },
      emitted: {} as FocusRequested,
      output: {} as LeftFor | undefined,
      tags: {} as 'busy' | 'settled',
      meta: {} as ScreenMeta,
    },
    // `request` and `load` agree on the request type, which is checked above.
    actors: { load: load as PromiseActorLogic<Answer, object> },
    guards: {
      hasFailed: (_, answer: Answer) => (failureIn?.(answer) ?? null) !== null,
      hasMissing: (_, answer: Answer) => {
        const failure = failureIn?.(answer) ?? null;
        return failure !== null && isMissing?.(failure) === true;
      },
      hasNotice: ({ context: { input } }, answer: Answer) => hasNotice?.(options.data(answer, input), input) === true,
      isEmpty: ({ context: { input } }, answer: Answer) => isEmpty(options.data(answer, input)),
      isMissing: (_, failure: CallFailure) => isMissing?.(failure) === true,
    },
    actions: {
      setData: assign({
        data: ({ context: { input } }, answer: Answer) => options.data(answer, input),
        failure: null,
      }),
      setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      setFailureIn: assign({ failure: (_, answer: Answer) => failureIn?.(answer) ?? null }),
      ...focusActions,
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({ input, data: null, failure: null }),
    output: whenEmpty,
    meta: screen,
    initial: 'loading',
    states: {
      ...states,
      showing: { description: 'The page shows its data', tags: 'settled' },
      empty: {
        description: 'There is no data to show',
        tags: 'settled',
        ...(whenEmpty && { type: 'final' as const }),
      },
      couldNotLoad,
    },
  });
}

export interface ResourceOfPartsOptions<
  Loaded extends object,
  Input extends PartsInput,
  PartsInput extends object,
> extends Pick<
  ResourceOptions<unknown, object, Input, Loaded>,
  'id' | 'description' | 'screen' | 'hasNotice' | 'isEmpty' | 'isMissing' | 'whenEmpty'
> {
  /** Machine that loads the parts. Its input is the page's input, or a subset of it. */
  readonly parts: ReturnType<typeof loadParts<Loaded, PartsInput>>;
}

/**
 * Creates the machine that loads the parts of a page in parallel and shows them. Its model uses the model of `parts`
 * for `load`.
 */
export const resourceOfParts = <Loaded extends object, Input extends PartsInput, PartsInput extends object = Input>({
  parts,
  ...options
}: ResourceOfPartsOptions<Loaded, Input, PartsInput>) =>
  resource<LoadResult<Loaded>, Input, Input, Loaded>({
    ...options,
    // The parent reads the output of the machine in the same way as a call's answer.
    load: parts as unknown as PromiseActorLogic<LoadResult<Loaded>, Input>,
    request: (input) => input,
    failureIn: (answer) => (answer.result === 'failed' ? answer.failure : null),
    data: (answer) => {
      if (answer.result === 'failed') throw new Error('Nothing was loaded', { cause: answer.failure });
      return answer.loaded;
    },
  });
