/**
 * The machine of what must be there before something can begin: several parts, each with a call or an effect of its own,
 * asked for side by side, or after the parts that its request is made from. A part with a default may be missing; without
 * any other, loading has failed. What is loaded is whole. A machine invokes it as `getFacts`, asks `hasFailed` of its answer
 * and goes on `withLoaded`.
 */
import { type PromiseActorLogic, assign, emit, setup } from 'xstate';
import { type CallFailure, failureOf } from '#domain/call.ts';
import { withFailure } from './params.ts';
import { required } from './required.ts';

/** How loading ended: with every part, or with the failure of one that must be there. */
export type LoadResult<Loaded> =
  | { readonly result: 'loaded'; readonly loaded: Loaded }
  | { readonly result: 'failed'; readonly failure: CallFailure };

/** A part with a default did not come: whoever runs the machine may log it. */
export interface PartMissing {
  readonly type: 'part.missing';
  readonly part: string;
  readonly failure: CallFailure;
}

/** Whether one of the parts that must be there is missing: `guard: withAnswer('hasFailed')`. */
export const hasFailed = (_: unknown, { result }: LoadResult<unknown>): boolean => result === 'failed';

/** Hands over what was loaded, where it has not failed: `actions: withLoaded('keepFacts')`. */
export const withLoaded = <Name extends string>(type: Name) => ({
  type,
  params: <Loaded>({ event: { output } }: { readonly event: { readonly output: LoadResult<Loaded> } }): Loaded => {
    if (output.result === 'failed') throw new Error('Nothing was loaded', { cause: output.failure });
    return output.loaded;
  },
});

/** What is asked for, from the parts that are there. */
interface Asking<Loaded, Request, After extends keyof Loaded> {
  readonly request: (known: Pick<Loaded, After>) => Request;
}

/** How one part is loaded. */
interface PartOptions<Loaded, Input, Answer, Request, After extends keyof Loaded, Value> extends Partial<
  Asking<Loaded, Request, After>
> {
  /** What it is, as analysts read it. */
  readonly description: string;
  /** The parts that must be there before it is asked for: parts without a default. */
  readonly after?: readonly After[];
  /** What is kept of the answer; all of it where this is missing. */
  readonly keep?: (answer: Answer) => Value;
  /** What stands where it is not asked for, or does not come. */
  readonly default?: Value;
  /** For whom it is asked for; it needs a default. */
  readonly when?: (input: Input) => boolean;
}

/** How any part is loaded: its declaration has checked what is handed to its functions. */
type AnyOptions<Input, Value = unknown> = PartOptions<Record<string, unknown>, Input, unknown, object, string, Value>;

/** One part, whose value is a `Value`. */
interface Part<Input, Value> {
  readonly load: PromiseActorLogic<unknown, object>;
  readonly options: AnyOptions<Input, Value>;
}

/** Declares one part by the placeholder of its call or effect. */
type DeclarePart<Loaded, Input> = <Answer, Request extends object, After extends keyof Loaded = never, Value = Answer>(
  load: PromiseActorLogic<Answer, Request>,
  options: PartOptions<Loaded, Input, NoInfer<Answer>, NoInfer<Request>, After, Value> &
    (Record<string, never> extends Request ? unknown : Required<Asking<Loaded, NoInfer<Request>, After>>) &
    ({ readonly when?: never } | { readonly default: NoInfer<Value> }),
) => Part<Input, NoInfer<Value>>;

interface LoadingOptions<Loaded, Input> {
  readonly id: string;
  /** What is loaded, as analysts read it. */
  readonly description: string;
  /** A machine that nobody runs stays where a part is missing, so that it can be tried again; any other ends. */
  readonly canBeRetried?: true;
  /** The parts by their names. */
  readonly parts: (part: DeclarePart<Loaded, Input>) => { readonly [Name in keyof Loaded]: Part<Input, Loaded[Name]> };
}

/** The state in which one part is loaded, beside the others. */
const regionOf = <Input>(name: string, { description, after, when, request, ...options }: AnyOptions<Input>) => ({
  description,
  initial: after === undefined && when === undefined ? 'asking' : 'waiting',
  states: {
    ...((after ?? when) && {
      waiting: {
        description: 'Is it asked for, and is all there that it is asked with?',
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
      description: 'It is being fetched',
      invoke: {
        id: name,
        src: name,
        input: ({ context }: { context: { loaded: Readonly<Record<string, unknown>> } }) =>
          request?.(context.loaded) ?? {},
        onDone: {
          target: 'known',
          actions: {
            type: 'keepPart',
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
                    failure: failureOf(event.error),
                  }),
                },
              } as const)
            : ({ target: '#couldNotLoad', actions: withFailure('setFailure') } as const),
      },
    },
    known: {
      description: 'default' in options ? 'It is there, or its default stands' : 'It is there',
      type: 'final' as const,
    },
  },
});

/** The machine that loads these parts; its output says how that ended. */
export function loadParts<Loaded extends object, Input extends object = object>({
  id,
  description,
  canBeRetried,
  parts: declare,
}: LoadingOptions<Loaded, Input>) {
  const declared = declare((load, options) => ({ load, options }) as unknown as Part<Input, never>);
  const parts = new Map(Object.entries<Part<Input, unknown>>(declared));
  const partOf = (name: string) => required(parts.get(name), `the part ${name}`);
  const defaults = Object.fromEntries(
    [...parts].flatMap(([name, { options }]) => ('default' in options ? [[name, options.default]] : [])),
  );
  return setup({
    types: {
      context: {} as {
        readonly input: Input;
        /** The parts that are there; from the start, those with a default. */
        readonly loaded: Readonly<Record<string, unknown>>;
        readonly failure: CallFailure | null;
      },
      input: {} as Input,
      events: {} as { type: 'retry.wanted' },
      output: {} as LoadResult<Loaded>,
      emitted: {} as PartMissing,
      tags: {} as 'busy',
    },
    actors: Object.fromEntries([...parts].map(([name, { load }]) => [name, load])),
    guards: {
      isLeftOut: ({ context: { input } }, { part }: { part: string }) => partOf(part).options.when?.(input) === false,
      hasLoaded: ({ context: { loaded } }, { parts: names }: { parts: readonly string[] }) =>
        names.every((name) => Object.hasOwn(loaded, name)),
    },
    actions: {
      keepPart: assign({
        loaded: ({ context: { loaded } }, { part, answer }: { part: string; answer: unknown }) => {
          const { keep } = partOf(part).options;
          return { ...loaded, [part]: keep === undefined ? answer : keep(answer) };
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
      // Each part has a default, or is there once its region has ended.
      failure === null ? { result: 'loaded', loaded: loaded as Loaded } : { result: 'failed', failure },
    initial: 'loadingParts',
    states: {
      loadingParts: {
        description: 'The parts are being fetched',
        type: 'parallel',
        tags: 'busy',
        onDone: 'everythingLoaded',
        states: Object.fromEntries([...parts].map(([name, { options }]) => [name, regionOf(name, options)])),
      },
      everythingLoaded: { description: 'Every part is there, or its default stands', type: 'final' },
      couldNotLoad: {
        id: 'couldNotLoad',
        description: 'A part without a default could not be fetched',
        ...(canBeRetried
          ? { on: { 'retry.wanted': { target: 'loadingParts', actions: 'startAnew' } } as const }
          : { type: 'final' as const }),
      },
    },
  });
}
