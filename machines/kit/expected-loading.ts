/** Creates the model of a machine that loads several parts, from handwritten expectations for each part. */
import type { ContextFrom } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { PartMissing, loadParts } from './load-parts.machine.ts';
import { type FlowModel, type Outcome, type Then, defineModel } from 'xstate-workbench/model';

type Loading<Loaded extends object, Input extends object> = ReturnType<typeof loadParts<Loaded, Input>>;

/** Expectations for one part. */
export interface ExpectedPart<Input> {
  /** Request of the part; empty by default. */
  readonly request?: object;
  /** Part on which the request depends. */
  readonly after?: string;
  /** Condition under which the part is requested. */
  readonly when?: (input: Input) => boolean;
  /** Possible answers, by name. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The stored part of a response, if it is not the whole: a value, or a function of the response. */
  readonly stores?: unknown;
  /** Possible failures, by name; by default, no answer in time. */
  readonly failures?: Readonly<Record<string, CallFailure>>;
  /** Value used after a failure. A part without a default is required. */
  readonly default?: unknown;
}

export interface ExpectedLoading<Loaded extends object, Input extends object> {
  /** Kinds of borrower for whom the data is loaded. */
  readonly inputs: Readonly<Record<string, Input>>;
  readonly parts: { readonly [Name in keyof Loaded]: ExpectedPart<Input> };
  /** Whether the person can retry after a required part has failed. */
  readonly canBeRetried?: true;
}

const inState = (name: string, state: 'asking' | 'known' | 'waiting') => `loadingParts.${name}.${state}`;

/** Returns the stored part of a response. */
function toStoredPart(part: ExpectedPart<never>, answer: unknown): unknown {
  if (!('stores' in part)) return answer;
  const stores: unknown = part.stores;
  return typeof stores === 'function' ? stores(answer) : stores;
}

/** Creates a model with all outcomes of loading parts. */
export function createLoadingModel<Loaded extends object, Input extends object>(
  machine: Loading<Loaded, Input>,
  { inputs, parts: expected, canBeRetried }: ExpectedLoading<Loaded, Input>,
): FlowModel<Loading<Loaded, Input>> {
  type Context = ContextFrom<Loading<Loaded, Input>>;
  const parts = Object.entries<ExpectedPart<Input>>(expected);
  const others = (name: string) => parts.filter(([other]) => other !== name).map(([other]) => inState(other, 'known'));
  const requests = (requested: typeof parts) =>
    Object.fromEntries(requested.map(([name, { request = {} }]) => [name, request]));
  const defaults = Object.fromEntries(
    parts.flatMap(([name, part]) => ('default' in part ? [[name, part.default]] : [])),
  );

  /**
   * Returns the expected result of a loaded part, or of its default: dependent parts are requested, and the last part
   * ends the loading.
   */
  function known(
    name: string,
    stored: Readonly<Record<string, unknown>>,
    emits: readonly PartMissing[] = [],
  ): Then<Context> {
    const next = parts.filter(([, { after }]) => after === name);
    const changes = (before: Context) => ({ loaded: { ...before.loaded, ...stored } });
    const context = Object.keys(stored).length === 0 ? {} : { context: changes };
    return [
      {
        with: others(name),
        state: 'everythingLoaded',
        ...context,
        emits,
        output: (before: Context) => ({ result: 'loaded', ...changes(before) }),
      },
      {
        state: [inState(name, 'known'), ...next.map(([each]) => inState(each, 'asking'))],
        ...context,
        emits,
        calls: requests(next),
      },
    ].slice(next.length > 0 ? 1 : 0);
  }

  const failed = (failure: CallFailure): Then<Context> => ({
    state: 'couldNotLoad',
    context: { failure },
    ...(!canBeRetried && { output: { result: 'failed', failure } }),
  });

  const toOutcomes = ([name, part]: (typeof parts)[number]): Readonly<Record<string, Outcome<Context>>> => {
    const { answers, failures = { 'no answer in time': { kind: 'noAnswer' } } } = part;
    return {
      ...Object.fromEntries(
        Object.entries(answers).map(([of, answer]) => [
          of,
          { answers: answer, then: known(name, { [name]: toStoredPart(part, answer) }) },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(failures).map(([of, failure]) => [
          of,
          {
            throws: failure,
            then:
              'default' in part ? known(name, {}, [{ type: 'part.missing', part: name, failure }]) : failed(failure),
          },
        ]),
      ),
    };
  };

  return defineModel<Loading<Loaded, Input>>({
    machine,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([kind, input]) => {
        const isRequested = ({ when }: ExpectedPart<Input>) => when?.(input) !== false;
        const at = (part: ExpectedPart<Input>) =>
          !isRequested(part) ? 'known' : part.after === undefined ? 'asking' : 'waiting';
        return [
          kind,
          {
            input,
            then: {
              state: parts.map(([name, part]) => inState(name, at(part))),
              context: { loaded: defaults, failure: null } as never,
              calls: requests(parts.filter(([, part]) => at(part) === 'asking')),
            },
          },
        ];
      }),
    ) as never,
    events: [],
    outcomes: Object.fromEntries(parts.map((part) => [part[0], toOutcomes(part)])),
    ...(!canBeRetried && {
      withoutScreen: 'It loads data for a flow, which shows the loading and the loaded data.',
    }),
    claims: {
      'the loaded data is complete': {
        never: ({ isIn, context: { loaded } }) =>
          isIn('everythingLoaded') && parts.some(([name]) => !Object.hasOwn(loaded, name)),
        brokenBy: 'anywhere: starts in everythingLoaded',
      },
    },
    facts: ({ input, loaded }) => ({
      input,
      ...(canBeRetried && { loaded: Object.keys(loaded) }),
      // The answers differ only for the machine that receives the loaded data.
      answers: parts.filter(([, { answers }]) => Object.keys(answers).length > 1).map(([name]) => loaded[name]),
    }),
  });
}
