/**
 * The machine of every page that only loads and shows: one call, or several parts (`resourceOfParts`), what is shown of the
 * answer, and a way out where there is none.
 */
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { NOTICE_DELAY, focus } from './focus.ts';
import type { FocusWanted, LeftFor, ScreenMeta } from './events.ts';
import type { LoadResult, loadParts } from './load-parts.machine.ts';
import { withAnswer, withFailure } from './params.ts';

export interface ResourceOptions<Answer, Request extends object, Input, Data> {
  /** The id of the machine. */
  readonly id: string;
  /** What the page is for, as analysts read it. */
  readonly description: string;
  /** The address and the title of the page, where it has them of its own. */
  readonly screen?: ScreenMeta;
  /** The call that loads it. */
  readonly load: PromiseActorLogic<Answer, Request>;
  /** What is asked for. */
  readonly request: (input: Input) => Request;
  /** What is shown of the answer. */
  readonly data: (answer: Answer, input: Input) => Data;
  /** The failure of which an answer tells; null where it tells of none. */
  readonly failureIn?: (answer: Answer) => CallFailure | null;
  /** Whether what is shown begins with a notice that takes the focus. It is then shown, even if there is nothing else. */
  readonly hasNotice?: (data: Data, input: Input) => boolean;
  /** Whether there is nothing to show. */
  readonly isEmpty: (data: Data) => boolean;
  /** Whether a failure only says that there is nothing to show. */
  readonly isMissing?: (failure: CallFailure) => boolean;
  /** Where the person is taken when there is nothing to show; the page stays, and says so, where this is missing. */
  readonly whenEmpty?: LeftFor;
  /** It stands beside other things on a page: where its notice goes with the focus, that goes to the page's heading. */
  readonly isWithinPage?: true;
}

/** The machine that loads a page and shows it. */
export function resource<Answer, Request extends object, Input, Data>(
  options: ResourceOptions<Answer, Request, Input, Data>,
) {
  const { id, description, screen = {}, load, request, whenEmpty } = options;
  const { failureIn, hasNotice, isEmpty, isMissing, isWithinPage } = options;
  return setup({
    types: {
      context: {} as {
        readonly input: Input;
        /** What is shown; null until it has been loaded. */
        readonly data: Data | null;
        readonly failure: CallFailure | null;
      },
      input: {} as Input,
      events: {} as { type: 'retry.wanted' },
      emitted: {} as FocusWanted,
      output: {} as LeftFor | undefined,
      tags: {} as 'busy' | 'settled',
      meta: {} as ScreenMeta,
    },
    // Which request it is, `request` and `load` have agreed on above.
    actors: { load: load as PromiseActorLogic<Answer, object> },
    guards: {
      hasFailed: (_, answer: Answer) => (failureIn?.(answer) ?? null) !== null,
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
      focusNotice: focus('notice', NOTICE_DELAY),
      focusHeading: focus('heading'),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({ input, data: null, failure: null }),
    output: whenEmpty,
    meta: screen,
    initial: 'loading',
    states: {
      loading: {
        description: 'The page is being fetched',
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context: { input } }) => request(input),
          onDone: [
            ...(failureIn === undefined
              ? []
              : [
                  {
                    guard: withAnswer('hasFailed'),
                    target: 'couldNotLoad',
                    actions: [withAnswer('setFailureIn'), 'focusNotice'],
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
          onError: [
            ...(isMissing === undefined ? [] : [{ guard: withFailure('isMissing'), target: 'empty' } as const]),
            { target: 'couldNotLoad', actions: [withFailure('setFailure'), 'focusNotice'] },
          ],
        },
      },
      showing: { description: 'The page is there to read', tags: 'settled' },
      empty: {
        description: 'There is nothing to show',
        tags: 'settled',
        ...(whenEmpty && { type: 'final' as const }),
      },
      couldNotLoad: {
        description: 'The page could not be fetched; it can be tried again',
        on: { 'retry.wanted': isWithinPage ? { target: 'loading', actions: 'focusHeading' } : 'loading' },
      },
    },
  });
}

export interface ResourceOfPartsOptions<
  Loaded extends object,
  Input extends PartsInput,
  PartsInput extends object,
> extends Pick<
  ResourceOptions<unknown, object, Input, Loaded>,
  'id' | 'description' | 'screen' | 'hasNotice' | 'isEmpty' | 'whenEmpty'
> {
  /** The machine that loads the parts; it is given the input of the page, of which it need not use anything. */
  readonly parts: ReturnType<typeof loadParts<Loaded, PartsInput>>;
}

/** The machine that loads the parts of a page side by side and shows them. Its model runs that of `parts` as `load`. */
export const resourceOfParts = <Loaded extends object, Input extends PartsInput, PartsInput extends object = Input>({
  parts,
  ...options
}: ResourceOfPartsOptions<Loaded, Input, PartsInput>) =>
  resource<LoadResult<Loaded>, Input, Input, Loaded>({
    ...options,
    // Whoever invokes it reads its output as it would read an answer.
    load: parts as unknown as PromiseActorLogic<LoadResult<Loaded>, Input>,
    request: (input) => input,
    failureIn: (answer) => (answer.result === 'failed' ? answer.failure : null),
    data: (answer) => {
      if (answer.result === 'failed') throw new Error('Nothing was loaded', { cause: answer.failure });
      return answer.loaded;
    },
  });
