/**
 * Machine that loads the data a flow or page needs. It loads several parts in parallel, each with its own call or
 * effect; a part can depend on others for its request. If a part with a default fails, the default is used; if any
 * other part fails, loading fails. A parent machine invokes it as `getFacts`, checks its answer with `hasFailed` and
 * continues `withAnswer(…, 'loaded')`.
 */
import { type PromiseActorLogic, assign, emit, setup } from 'xstate';
import { type CallFailure, toFailure } from '#domain/call.ts';
import { required } from './failures.ts';
import { type LoadResult, withFailure } from './params.ts';

/** Event for a part that failed and has a default. The environment that runs the machine may log it. */
export interface PartMissing {
  readonly type: 'part.missing';
  readonly part: string;
  readonly failure: CallFailure;
}

/** Returns true if a required part failed: `guard: withAnswer('hasFailed')`. */
export const hasFailed = (_: unknown, { result }: LoadResult<unknown>): boolean => result === 'failed';

/** A request, built from the loaded parts and the input of the machine. */
interface Asking<Loaded, Input, Request, After extends keyof Loaded> {
  readonly request: (known: Pick<Loaded, After>, input: Input) => Request;
}

interface PartOptions<Loaded, Input, Answer, Request, After extends keyof Loaded, Value> extends Partial<
  Asking<Loaded, Input, Request, After>
> {
  /** Description for analysts. */
  readonly description: string;
  /** Parts that must load first; they must not have a default. */
  readonly after?: readonly After[];
  /** Selects the value from the answer; defaults to the whole answer. */
  readonly select?: (answer: Answer) => Value;
  /** Value used if the part is not requested or fails. */
  readonly default?: Value;
  /** Condition under which the part is requested; requires a default. */
  readonly when?: (input: Input) => boolean;
}

/** Options of a part without its types; the part's declaration has checked the arguments of its functions. */
type AnyOptions<Input, Value = unknown> = PartOptions<Record<string, unknown>, Input, unknown, object, string, Value>;

/** Part with a value of type `Value`. */
interface Part<Input, Value> {
  readonly load: PromiseActorLogic<unknown, object>;
  readonly options: AnyOptions<Input, Value>;
}

/** Declares a part by the placeholder of its call or effect. */
export type DeclarePart<Loaded, Input> = <
  Answer,
  Request extends object,
  After extends keyof Loaded = never,
  Value = Answer,
>(
  load: PromiseActorLogic<Answer, Request>,
  options: PartOptions<Loaded, Input, NoInfer<Answer>, NoInfer<Request>, After, Value> &
    (Record<string, never> extends Request ? unknown : Required<Asking<Loaded, Input, NoInfer<Request>, After>>) &
    ({ readonly when?: never } | { readonly default: NoInfer<Value> }),
) => Part<Input, NoInfer<Value>>;

interface LoadingOptions<Loaded, Input> {
  readonly id: string;
  /** Description for analysts. */
  readonly description: string;
  /**
   * Keeps the machine running after a failure, so that the person can retry. For a machine without a parent; any other
   * machine ends.
   */
  readonly canBeRetried?: true;
  readonly parts: (part: DeclarePart<Loaded, Input>) => { readonly [Name in keyof Loaded]: Part<Input, Loaded[Name]> };
}

/** Returns the parallel region that loads one part. */
const createRegion = <Input>(name: string, { description, after, when, request, ...options }: AnyOptions<Input>) => ({
  description,
  initial: after === undefined && when === undefined ? 'asking' : 'waiting',
  states: {
    ...((after ?? when) && {
      waiting: {
        description: 'Decides whether to request the part, after the parts that it depends on',
        always: [
          ...(when ? [{ guard: { type: 'isLeftOut', params: { part: name } }, target: 'known' } as const] : []),
          {
            target: 'asking',
            ...(after && { guard: { type: 'hasLoaded', params: { parts: after } } as const }),
          },
        ],
      },
    }),
    asking: {
      description: 'The part is loading',
      invoke: {
        id: name,
        src: name,
        input: ({ context }: { context: { loaded: Readonly<Record<string, unknown>>; input: Input } }) =>
          request?.(context.loaded, context.input) ?? {},
        onDone: {
          target: 'known',
          actions: {
            type: 'setPart',
            params: ({ event }: { event: { output: unknown } }) => ({ part: name, answer: event.output }),
          } as const,
        },
        onError:
          'default' in options
            ? ({
                target: 'known',
                actions: {
                  type: 'reportMissing',
                  params: ({ event }: { event: { error: unknown } }) => ({
                    part: name,
                    failure: toFailure(event.error),
                  }),
                },
              } as const)
            : ({ target: '#couldNotLoad', actions: withFailure('setFailure') } as const),
      },
    },
    known: {
      description: 'default' in options ? 'The part has loaded, or its default is used' : 'The part has loaded',
      type: 'final' as const,
    },
  },
});

/** Creates the machine that loads these parts. Its output is the {@link LoadResult}. */
export function loadParts<Loaded extends object, Input extends object = object>({
  id,
  description,
  canBeRetried,
  parts: declare,
}: LoadingOptions<Loaded, Input>) {
  const declared = declare((load, options) => ({ load, options }) as unknown as Part<Input, never>);
  const parts = new Map(Object.entries<Part<Input, unknown>>(declared));
  const requirePart = (name: string) => required(parts.get(name), `the part ${name}`);
  const defaults = Object.fromEntries(
    [...parts].flatMap(([name, { options }]) => ('default' in options ? [[name, options.default]] : [])),
  );
  return setup({
    types: {
      context: {} as {
        readonly input: Input;
        /** Parts that have loaded; initially the defaults. */
        readonly loaded: Readonly<Record<string, unknown>>;
        readonly failure: CallFailure | null;
      },
      input: {} as Input,
      events: {} as { type: 'retry.requested' },
      output: {} as LoadResult<Loaded>,
      emitted: {} as PartMissing,
      tags: {} as 'busy',
    },
    actors: Object.fromEntries([...parts].map(([name, { load }]) => [name, load])),
    guards: {
      isLeftOut: ({ context: { input } }, { part }: { part: string }) =>
        requirePart(part).options.when?.(input) === false,
      hasLoaded: ({ context: { loaded } }, { parts: names }: { parts: readonly string[] }) =>
        names.every((name) => Object.hasOwn(loaded, name)),
    },
    actions: {
      setPart: assign({
        loaded: ({ context: { loaded } }, { part, answer }: { part: string; answer: unknown }) => {
          const { select } = requirePart(part).options;
          return { ...loaded, [part]: select === undefined ? answer : select(answer) };
        },
      }),
      reportMissing: emit((_, missing: Omit<PartMissing, 'type'>): PartMissing => ({
        type: 'part.missing',
        ...missing,
      })),
      setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      startAnew: assign(() => ({ loaded: defaults, failure: null })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({ input, loaded: defaults, failure: null }),
    output: ({ context: { loaded, failure } }) =>
      // When a region has ended, its part has loaded or has a default.
      failure === null ? { result: 'loaded', loaded: loaded as Loaded } : { result: 'failed', failure },
    initial: 'loadingParts',
    states: {
      loadingParts: {
        description: 'The parts are loading',
        type: 'parallel',
        tags: 'busy',
        onDone: 'everythingLoaded',
        states: Object.fromEntries([...parts].map(([name, { options }]) => [name, createRegion(name, options)])),
      },
      everythingLoaded: { description: 'Every part has loaded, or its default is used', type: 'final' },
      couldNotLoad: {
        id: 'couldNotLoad',
        description: 'A required part failed to load',
        ...(canBeRetried
          ? { on: { 'retry.requested': { target: 'loadingParts', actions: 'startAnew' } } as const }
          : { type: 'final' as const }),
      },
    },
  });
}
