/**
 * Specifications of flows. A specification lists, for each state, the texts on the screen, the possible gestures, and the
 * results of gestures and answers. `compileSpec` turns it into a model and adds what holds on every screen:
 *
 * - A notice is read, receives the focus, and replaces the one before.
 * - A gesture that one screen offers has no effect in any other state.
 * - A text of a state disappears in the next one, unless that state shows it too or overlays the first.
 *
 * A case that differs from a rule says so. A product adds its own rules, such as those of its forms: {@link SpecRules}.
 */
import type { AnyStateMachine, ContextFrom, EventFrom, EventObject, InputFrom, StateValueFrom } from 'xstate';
import {
  type Answer,
  type ContextPart,
  type DelayCase,
  type EventCase,
  type Expected,
  type ExpectedFocus,
  type ExpectedWhere,
  type FlowModel,
  type Gesture,
  type Outcome,
  type PartOf,
  toCases,
} from './model.ts';
import type { SourceOf } from './xstate-internals.ts';

/** The paths of a state value: `reviewing`, `reviewing.readingTerms`. */
type PathOf<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Name in keyof Value & string]: Name | `${Name}.${PathOf<NonNullable<Value[Name]>>}` }[keyof Value & string]
    : never;

/** The paths of a machine's states. */
export type StatePath<M extends AnyStateMachine> = PathOf<StateValueFrom<M>>;

/** Types of the events that have no data. */
type TypeAlone<Event> = Event extends { readonly type: infer Type extends string }
  ? keyof Event extends 'type'
    ? Type
    : never
  : never;

/** Result in one situation. */
export interface Case<Context> extends Omit<ExpectedWhere<Context>, 'focus'> {
  /** Focus target; null if the focus stays although a notice appears. */
  readonly focus?: ExpectedFocus | null;
  /** Set if the notice is not on the next screen, but on a later one. */
  readonly isReadLater?: true;
  /** Why no walk on the screen can see this case. */
  readonly unseen?: string;
}

/** Cases in order; the first that applies counts. */
export type Cases<Context> = Case<Context> | readonly Cases<Context>[];

/** Properties of a case besides its state and its context. */
type More<Context> = Omit<Case<Context>, 'state' | 'context' | 'in'>;

/** An event in a state: a gesture of a person, or a message of another machine. */
export interface Entry<Event, Context> {
  readonly event: Event;
  readonly gesture?: Gesture;
  /** Condition under which the screen offers the gesture. */
  readonly where?: (context: Context) => boolean;
  readonly cases: readonly Case<Context>[];
}

export type Entries<Event, Context> = Entry<Event, Context> | readonly Entries<Event, Context>[];

/** Texts of a state, and its possible events. */
export interface StateSpec<Event, Context, Source extends string> {
  /** Texts that are on the screen, however the state was reached. */
  readonly shows?: readonly string[];
  /** Set if the screen before stays: a form while it is sent, or a list below a question. */
  readonly over?: true;
  readonly on?: readonly Entries<Event, Context>[];
  /** Answers and failures of each actor, by name, with their results. */
  readonly when?: {
    readonly [Name in Source]?: Readonly<Record<string, readonly [Answer, ...Cases<Context>[]]>>;
  };
  /** Result after a delay, in milliseconds. */
  readonly after?: Readonly<Record<number, Cases<Context>>>;
  /** Result of a request for each screen with a route, by `#id`. */
  readonly routes?: Readonly<Record<string, Cases<Context>>>;
}

/** The text of a notice, or the part of it for this case. `context` is the context after the step. */
type NoticeText<Context> = string | readonly string[] | ((notice: never, context: Context) => readonly string[]);

/** Parts of a model that the specification takes over as they are. */
type Copied =
  | 'title'
  | 'place'
  | 'claims'
  | 'finish'
  | 'endless'
  | 'draft'
  | 'children'
  | 'facts'
  | 'combinedFacts'
  | 'withoutScreen'
  | 'routes'
  | 'unreachable'
  | 'notOnScreen'
  | 'tries';

export type FlowSpec<M extends AnyStateMachine> = Pick<FlowModel<M>, Copied> & {
  /** Texts that every screen shows. */
  readonly shows?: readonly string[];
  /** Kinds of user, with the input and the first step. */
  readonly starts: Readonly<Record<string, readonly [InputFrom<M>, Case<ContextFrom<M>>]>>;
  /** Texts of the notices: by the notice in the context, or by its `result` or `kind`. */
  readonly notices?: Readonly<Record<string, NoticeText<ContextFrom<M>>>>;
  readonly states: {
    readonly [Path in StatePath<M>]?: StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>>;
  };
  /** Rules for several states. */
  readonly several?: readonly (StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>> & {
    readonly in: readonly StatePath<M>[];
  })[];
  /** Rules for every state. */
  readonly anywhere?: StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>>;
};

/**
 * Returns the helpers with which a specification is written, with the types of its machine. `Extra` are the properties that
 * the rules of a product add to a case.
 */
export function words<M extends AnyStateMachine, Extra extends object = object>() {
  type Context = ContextFrom<M>;
  type Event = EventFrom<M>;
  type Path = StatePath<M>;
  const entry = (
    event: Event | TypeAlone<Event>,
    gesture: Gesture | undefined,
    cases: readonly Cases<Context>[],
  ): Entry<Event, Context> => ({
    event: (typeof event === 'string' ? { type: event } : event) as Event,
    ...(gesture && { gesture }),
    cases: flat(cases),
  });
  return {
    /** The machine enters a state. */
    to: (
      state: Path | readonly Path[],
      context?: ContextPart<Context>,
      more: More<Context> & Extra = {} as Extra,
    ): Case<Context> => ({
      state,
      ...(context !== undefined && { context }),
      ...more,
    }),
    /** The machine stays in its state. */
    stays: (context?: ContextPart<Context>, more: More<Context> & Extra = {} as Extra): Case<Context> => ({
      ...(context !== undefined && { context }),
      ...more,
    }),
    /** Cases that apply under a condition on the context before. */
    given: (when: (context: Context) => boolean, ...cases: readonly Cases<Context>[]): readonly Case<Context>[] =>
      flat(cases).map((each) => withCondition(when, each)),
    /** Cases that no walk on the screen can see, with the reason. */
    unseen: (reason: string, ...cases: readonly Cases<Context>[]): readonly Case<Context>[] =>
      flat(cases).map((each) => ({ ...each, unseen: reason })),
    /** These data are in the context now, and the cases apply to the context with them. */
    storing: (
      data: Partial<Context> | ((before: Context) => Partial<Context>),
      ...cases: readonly Cases<Context>[]
    ): readonly Case<Context>[] => {
      const stored = (before: Context) => (typeof data === 'function' ? data(before) : data);
      const now = (before: Context): Context => ({ ...Object(before), ...Object(stored(before)) });
      return flat(cases).map(({ when, context, calls, ...each }) => ({
        ...each,
        ...(when && { when: (before: Context) => when(now(before)) }),
        context: (before: Context) =>
          ({ ...Object(stored(before)), ...Object(computePart(context, now(before))) }) as PartOf<Context>,
        ...(calls && { calls: (before: Context) => (typeof calls === 'function' ? calls(now(before)) : calls) }),
      }));
    },
    /** A person presses a button. */
    press: (name: string, event: Event | TypeAlone<Event>, ...cases: readonly Cases<Context>[]) =>
      entry(event, { action: 'click', role: 'button', name }, cases),
    /** A person follows a link. */
    follow: (name: string, event: Event | TypeAlone<Event>, ...cases: readonly Cases<Context>[]) =>
      entry(event, { action: 'click', role: 'link', name }, cases),
    /** A person does something else on the screen. */
    does: (gesture: Gesture, event: Event | TypeAlone<Event>, ...cases: readonly Cases<Context>[]) =>
      entry(event, gesture, cases),
    /** Another machine, or the page, says something. Without a case, nothing may happen. */
    hears: (event: Event | TypeAlone<Event>, ...cases: readonly Cases<Context>[]) => entry(event, undefined, cases),
    /** The screen offers these only under a condition. */
    where: (
      isOffered: (context: Context) => boolean,
      ...entries: readonly Entries<Event, Context>[]
    ): readonly Entry<Event, Context>[] =>
      flat(entries).map((each) => {
        const { where: other } = each;
        return { ...each, where: (context: Context) => isOffered(context) && (other?.(context) ?? true) };
      }),
  };
}

/** Lists within lists. */
export type Nested<Item> = Item | readonly Nested<Item>[];
export const flat = <Item extends object>(items: readonly Nested<Item>[]): Item[] =>
  items.flatMap((each) => (Array.isArray(each) ? flat(each as readonly Nested<Item>[]) : [each as Item]));

/** Adds a condition on the context before to a case. */
export const withCondition = <Context, C extends Case<Context>>(when: (context: Context) => boolean, given: C): C => {
  const { when: other } = given;
  return { ...given, when: (context: Context) => when(context) && (other?.(context) ?? true) };
};

/** An actor answers. */
export const answers = (answer: unknown): Answer => ({ answers: answer });

/** Returns the answers and failures that several flows share, with their results, as a specification names them. */
export const shared = <Context>(
  outcomes: Readonly<Record<string, Outcome<Context>>>,
): Readonly<Record<string, readonly [Answer, ...Cases<Context>[]]>> =>
  Object.fromEntries(Object.entries(outcomes).map(([name, { then, ...answer }]) => [name, [answer, ...toCases(then)]]));

/** A case with the additions of the rules for all screens. */
type Compiled = ExpectedWhere<unknown>;
export type AnyCase = Case<unknown>;
export type AnyEntry = Entry<EventObject, unknown>;

/** An event in some states, and its results there. */
export interface PlacedEntry {
  readonly entry: AnyEntry;
  /** States in which the cases hold; undefined for all. */
  readonly in: readonly string[] | undefined;
  /** Those of the states whose screens offer the gesture, if not all do. */
  readonly offeredIn?: readonly string[];
}

/** Rules that all pages of a product share, besides the rules of this format. */
export interface SpecRules {
  /** Where the focus goes when a notice appears. */
  readonly noticeFocus: ExpectedFocus;
  /** Returns a case with the effects of properties that the product adds to cases. */
  readonly complete?: (given: AnyCase) => AnyCase;
  /** Returns further events, given those that the states list. */
  readonly entries?: (offered: readonly PlacedEntry[]) => readonly PlacedEntry[];
  /** Returns the cases of an answer in these states. */
  readonly afterAnswer?: (paths: readonly string[], cases: readonly AnyCase[]) => readonly AnyCase[];
}

type Notices = Readonly<Record<string, NoticeText<unknown>>>;

/** Returns the texts of a notice. */
function getNoticeTexts(notices: Notices, notice: unknown, context: unknown): readonly string[] {
  const { result, kind } = Object(notice) as { readonly result?: unknown; readonly kind?: unknown };
  const named = typeof notice === 'string' ? notice : (result ?? kind);
  const key = typeof named === 'string' ? named : plain(named);
  const text = notices[key];
  if (text === undefined) throw new Error(`The specification has no text for the notice "${key}"`);
  return typeof text === 'function' ? text(notice as never, context) : typeof text === 'string' ? [text] : text;
}

/** Returns the additions of the rule of notices to a case that names the notice. */
function applyNoticeRule(
  notices: Notices,
  { context, reads: own = [], isReadLater }: Case<unknown>,
  before: unknown,
  noticeFocus: ExpectedFocus,
): Pick<Expected<unknown>, 'reads' | 'hides' | 'focus'> {
  const part: unknown = computePart(context, before);
  if (typeof part !== 'object' || part === null || !('notice' in part)) return {};
  const { notice } = part;
  const reads = notice === null || isReadLater ? [] : getNoticeTexts(notices, notice, { ...Object(before), ...part });
  const last: unknown = Reflect.get(Object(before), 'notice') ?? null;
  const hides = Object.values(notices)
    .flatMap((text) => (typeof text === 'function' ? [] : text))
    .concat(last === null ? [] : getNoticeTexts(notices, last, before))
    .filter((text) => ![...own, ...reads].some((each) => each.includes(text)));
  return { reads, hides, ...(notice !== null && !isReadLater && { focus: noticeFocus }) };
}

/** Returns the texts of a state and of those around it. */
const textsAt = (shown: ReadonlyMap<string, readonly string[]>, path: string): readonly string[] =>
  path.split('.').flatMap((_, end, names) => shown.get(names.slice(0, end + 1).join('.')) ?? []);

/** Returns the texts that every screen of these states shows, and the screen after the case does not. */
function leftTexts(
  shown: ReadonlyMap<string, readonly string[]>,
  paths: readonly string[] | undefined,
  { state, reads = [], output }: Case<unknown>,
): readonly string[] {
  const [first, ...others] = paths ?? [];
  // A specification does not describe the screen after the machine has ended.
  if (typeof state !== 'string' || first === undefined || output !== undefined) return [];
  const now = [...textsAt(shown, state), ...reads];
  return textsAt(shown, first).filter(
    (text) => others.every((path) => textsAt(shown, path).includes(text)) && !now.some((other) => other.includes(text)),
  );
}

/** Compiles a specification to the model of its flow. */
export function compileSpec<M extends AnyStateMachine>(machine: M, given: FlowSpec<M>, rules: SpecRules): FlowModel<M> {
  const { noticeFocus, complete = (each) => each, entries = () => [], afterAnswer = (_, cases) => cases } = rules;
  const { shows = [], starts, notices, states, several = [], anywhere, ...others } = given;
  const all: { readonly in?: readonly string[]; readonly spec: StateSpec<EventObject, unknown, string> }[] = [
    ...Object.entries(states)
      .map(([path, each]) => ({ in: [path], spec: each as StateSpec<EventObject, unknown, string> }))
      // The innermost state decides first.
      .sort((a, b) => depth(b.in) - depth(a.in)),
    ...several.map((each) => ({ in: each.in, spec: each as StateSpec<EventObject, unknown, string> })),
    ...(anywhere ? [{ spec: anywhere as StateSpec<EventObject, unknown, string> }] : []),
  ];
  const unseen: Record<string, string> = {};
  const shown = new Map<string, readonly string[]>();
  for (const { in: paths, spec: each } of all)
    for (const path of paths ?? []) shown.set(path, [...(shown.get(path) ?? []), ...(each.shows ?? [])]);

  const over = new Set(all.flatMap(({ in: paths = [], spec: each }) => (each.over ? paths : [])));

  const compiled = (paths: readonly string[] | undefined, cases: readonly Case<unknown>[]): Compiled[] =>
    cases.map((each) => {
      const whole = complete(each);
      const { focus, implied, isReadLater: _, ...said } = whole;
      const left = typeof said.state === 'string' && over.has(said.state) ? [] : leftTexts(shown, paths, said);
      return {
        ...(paths !== undefined && { in: paths }),
        ...said,
        ...(focus && { focus }),
        ...((notices || implied || left.length > 0) && {
          implied: (before: unknown) => {
            const own = implied?.(before) ?? {};
            const ofNotice = notices ? applyNoticeRule(notices as Notices, whole, before, noticeFocus) : {};
            return {
              reads: [...(own.reads ?? []), ...(ofNotice.reads ?? [])],
              hides: [...left, ...(own.hides ?? []), ...(ofNotice.hides ?? [])],
              ...(focus === undefined && ofNotice.focus && { focus: ofNotice.focus }),
            };
          },
        }),
      };
    });

  // Events, by their data and gesture, with the results in each state.
  const found = new Map<string, Map<string, { readonly entry: AnyEntry; readonly at: At[] }>>();
  const add = ({ entry, in: paths, offeredIn }: PlacedEntry) => {
    const [event, gesture] = [plain(entry.event), plain(entry.gesture ?? null)];
    const byGesture = found.get(event) ?? new Map<string, { readonly entry: AnyEntry; readonly at: At[] }>();
    const known = byGesture.get(gesture) ?? { entry: { ...entry, event: { ...entry.event } }, at: [] };
    known.at.push({ paths, offeredIn, where: entry.where, cases: compiled(paths, entry.cases) });
    found.set(event, byGesture.set(gesture, known));
  };
  const offered: PlacedEntry[] = all.flatMap(({ in: paths, spec: each }) =>
    flat(toEntries(each)).map((entry) => ({ entry, in: paths })),
  );
  for (const each of [...offered, ...entries(offered)]) add(each);
  const outcomes: Record<string, Record<string, Outcome<unknown>>> = {};
  const delays = new Map<number, Compiled[]>();
  const routes: Record<string, Compiled[]> = {};
  for (const { in: paths, spec: each } of all) {
    for (const [source, named] of Object.entries(each.when ?? {})) {
      const ofSource = (outcomes[source] ??= {});
      for (const [name, [answer, ...cases]] of Object.entries(named ?? {})) {
        const before = ofSource[name];
        if (before !== undefined && plain({ ...before, then: null }) !== plain({ ...answer, then: null }))
          throw new Error(`${machine.id} has two answers of ${source} named "${name}"`);
        const then = [
          ...(before ? (before.then as Compiled[]) : []),
          ...compiled(paths, afterAnswer(paths ?? [], flat(cases))),
        ];
        ofSource[name] = { ...answer, then };
      }
    }
    for (const [ms, cases] of Object.entries(each.after ?? {})) {
      delays.set(Number(ms), [...(delays.get(Number(ms)) ?? []), ...compiled(paths, flat([cases]))]);
    }
    for (const [id, cases] of Object.entries(each.routes ?? {}))
      routes[id] = [...(routes[id] ?? []), ...compiled(paths, flat([cases]))];
  }
  for (const [source, named] of Object.entries(outcomes))
    for (const [name, { then }] of Object.entries(named)) noteUnseen(unseen, `${source} "${name}"`, then as Compiled[]);

  const events = [...found.values()].flatMap((byGesture) => eventCases([...byGesture.values()]));
  const screens = Object.fromEntries(
    [...shown].map(([path, texts]) => [path, path.includes('.') ? texts : [...shows, ...texts]]),
  );

  return {
    ...others,
    machine,
    inputs: Object.fromEntries(
      Object.entries(starts).map(([name, [input, { focus, ...then }]]) => [
        name,
        { input, then: { ...then, ...(focus && { focus }) } },
      ]),
    ),
    events: events as never,
    outcomes: outcomes as never,
    ...(delays.size > 0 && { delays: [...delays].map(([ms, then]): DelayCase<unknown> => ({ ms, then })) as never }),
    ...(Object.keys(routes).length > 0 && { routes: { ...others.routes, ...routes } as never }),
    ...(Object.values(screens).some((texts) => texts.length > 0) && { screens }),
    ...(Object.keys(unseen).length > 0 && { notOnScreen: { ...others.notOnScreen, ...unseen } }),
  };
}

/** Returns the context after a step in which part of it changes first. */
export const computePart = <Context>(part: ContextPart<Context> | undefined, context: Context): PartOf<Context> =>
  typeof part === 'function'
    ? (part as (before: Context) => PartOf<Context>)(context)
    : ((part ?? {}) as PartOf<Context>);

/** Returns a value as a text, to compare events and answers. */
export const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each instanceof File ? [each.name, each.size, each.type] : each,
  );

/** States in which an event can occur, and its results there. */
interface At {
  readonly paths: readonly string[] | undefined;
  /** Those of the states whose screens offer the gesture, if not all do. */
  readonly offeredIn: readonly string[] | undefined;
  readonly where: ((context: unknown) => boolean) | undefined;
  readonly cases: readonly Compiled[];
}

const depth = (paths: readonly string[]): number => Math.max(...paths.map((path) => path.split('.').length));
const toEntries = (each: unknown): readonly Nested<AnyEntry>[] =>
  (each as StateSpec<EventObject, unknown, string>).on ?? [];

/** Returns the cases of an event, by gesture: where a screen offers it, and everywhere else, where it has no effect. */
function eventCases(
  groups: readonly { readonly entry: AnyEntry; readonly at: readonly At[] }[],
): EventCase<EventObject, unknown>[] {
  const everywhere = groups.flatMap(({ at }) => at);
  const hasGesture = groups.some(({ entry }) => entry.gesture !== undefined);
  const isElsewhere = (_: unknown, isIn: (path: string) => boolean) => !everywhere.some((each) => isAt(each, isIn));
  const said = groups.map(({ entry: { event, gesture }, at }): EventCase<EventObject, unknown> => {
    const where = (context: unknown, isIn: (path: string) => boolean) =>
      at.some((each) => isAt(each, isIn) && (each.offeredIn?.some(isIn) ?? true) && (each.where?.(context) ?? true)) ||
      (!hasGesture && isElsewhere(context, isIn));
    return { event, ...(gesture && { gesture }), where, then: at.flatMap(({ cases }) => cases) };
  });
  const [first] = groups;
  if (first === undefined || !hasGesture || everywhere.some(({ paths }) => paths === undefined)) return said;
  return [...said, { event: { ...first.entry.event }, where: isElsewhere, isElsewhere: true, then: [] }];
}

const isAt = ({ paths }: At, isIn: (path: string) => boolean): boolean => paths?.some(isIn) ?? true;

const noteUnseen = (unseen: Record<string, string>, name: string, then: readonly Compiled[]): void => {
  for (const [index, each] of then.entries()) {
    const reason: unknown = Reflect.get(each, 'unseen');
    if (typeof reason === 'string') unseen[`${name} (${index + 1})`] = reason;
  }
};
