/**
 * Specifications of flows. A specification lists, for each state, the texts on the screen, the possible gestures, and the
 * results of gestures and answers. `spec` compiles it to a model and adds the rules that hold on every page:
 *
 * - A notice is read, receives the focus, and replaces the one before.
 * - A gesture that one screen offers has no effect in any other state.
 * - A field shows its error once it was left or submitted; the panel lists the message of every problem.
 * - Presses on a list that loads again count once it has loaded.
 *
 * A case that differs from a rule says so.
 */
import type { AnyStateMachine, ContextFrom, EventFrom, EventObject, InputFrom, StateValueFrom } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching } from './expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from './expected-page.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedOnce } from './expected-submission.ts';
import type { Keyed } from './submit-once.ts';
import { type SubmissionSamples, createSubmissionModel } from './submission.model.ts';
import { isFirstPress, keptPress, onePress, partOf, repeatedFocus } from './expected-presses.ts';
import type { Form } from './form.ts';
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
  casesOf,
} from './model.ts';
import type { WithPresses } from './presses.ts';
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

/** What follows in one situation. */
export interface Case<Context> extends Omit<ExpectedWhere<Context>, 'focus'> {
  /** Focus target; null if the focus stays although a notice appears. */
  readonly focus?: ExpectedFocus | null;
  /** Field that the answer shows to be wrong: its message stands beside it, and it receives the focus. */
  readonly wrongField?: string;
  /** Why no walk on the screen can see this case. */
  readonly unseen?: string;
  /**
   * The case ends a call after which the kept presses count. The data that have loaded choose the case of each press, or
   * the context in which it counts, if `true`.
   */
  readonly presses?: Partial<Context> | true;
}

/** Cases in order; the first that applies counts. */
export type Cases<Context> = Case<Context> | readonly Cases<Context>[];

/** What a case says besides its state and its context. */
type More<Context> = Omit<Case<Context>, 'state' | 'context' | 'in'>;

/** An event in a state: a gesture of a person, or a message of another machine. */
export interface Entry<Event, Context> {
  readonly event: Event;
  readonly gesture?: Gesture;
  /** Condition under which the screen offers the gesture. */
  readonly where?: (context: Context) => boolean;
  /** Set if a list that loads again does not keep this press. */
  readonly isNotKept?: true;
  readonly cases: readonly Case<Context>[];
}

type Entries<Event, Context> = Entry<Event, Context> | readonly Entries<Event, Context>[];

/** What a state shows, and what can happen there. */
export interface StateSpec<Event, Context, Source extends string> {
  /** Texts that are on the screen, however the state was reached. */
  readonly shows?: readonly string[];
  /** Set if the screen before stays: a form while it is sent, or a list below a question. */
  readonly over?: true;
  readonly on?: readonly Entries<Event, Context>[];
  /** Answers and failures of each actor, by name, with what follows. */
  readonly when?: {
    readonly [Name in Source]?: Readonly<Record<string, readonly [Answer, ...Cases<Context>[]]>>;
  };
  /** What follows after a delay, in milliseconds. */
  readonly after?: Readonly<Record<number, Cases<Context>>>;
  /** What a request for each screen with a route leads to, by `#id`. */
  readonly routes?: Readonly<Record<string, Cases<Context>>>;
}

/** The text of a notice, or of what it says about this case. `context` is that after the step. */
type NoticeText<Context> = string | readonly string[] | ((notice: never, context: Context) => readonly string[]);

/** An entry of a field with a name of its own, or with texts that depend on it. */
export interface EntrySpec<Context> extends Pick<Expected<Context>, 'reads' | 'hides'> {
  readonly value: string | boolean;
  /** Name of the option; by default that of the field. */
  readonly name?: string;
  /** Condition under which the option is offered. */
  readonly where?: (context: Context) => boolean;
}

/** A field of a form: how it is found, and the entries to try. */
export interface FieldSpec<Context> {
  readonly label: string;
  readonly role?: Gesture['role'];
  readonly group?: string;
  /** The entries to try, or the name of the option for each. */
  readonly entries: readonly (string | boolean | EntrySpec<Context>)[] | Readonly<Record<string, string>>;
  /** Fields that are empty again after a change of this one. */
  readonly empties?: readonly string[];
  /** States in which the field is shown; by default those of the form. */
  readonly in?: readonly string[];
  readonly where?: (context: Context) => boolean;
  /** The message of each problem of the field, by its code. */
  readonly errors?: Readonly<Record<string, string>>;
  /** What an entry becomes when the field is left. */
  readonly becomes?: Readonly<Record<string, string>>;
  /** Set if the error shows as soon as the entry changes. */
  readonly showsAtOnce?: true;
  /** What the panel calls the field, if it does not repeat the message. */
  readonly inPanel?: string;
  /** Whether no walk leaves the field. By default, only choices and files are not left. */
  readonly isNotLeft?: boolean;
}

/** A form: its fields, their problems and messages, and what follows a submission. */
export interface FormSpec<Path extends string, Context, Values, Type extends string = string> {
  /** States in which the form can be filled in. */
  readonly in: readonly Path[];
  readonly fields: { readonly [Field in keyof Values & string]?: FieldSpec<Context> };
  /** Returns the problems of the sample values, in the order of the form, written by hand from the specification. */
  readonly problems: (values: Values, context: Context) => readonly FieldProblem[];
  /** What a change of a field also changes. */
  readonly clears?: ContextPart<Context>;
  /** What an attempt to submit invalid values also changes. */
  readonly refuses?: ContextPart<Context>;
  /** What the parent machine is told after a change, and after a field was left. */
  readonly notifies?: Partial<Readonly<Record<'changed' | 'left', Expected<Context>['notifies']>>>;
  readonly submit?: readonly {
    readonly name: string;
    /** The event of the button; by default `submit.pressed`. */
    readonly event?: Type;
    readonly in?: readonly Path[];
    readonly where?: (context: Context) => boolean;
    /** What follows if the values are valid. */
    readonly then: Cases<Context>;
  }[];
}

/** Presses on the screens of some states, and of the form's buttons there, count after a call has ended. */
interface PressesSpec<Path extends string> {
  readonly of: Path | readonly Path[];
  /** States that keep them. */
  readonly in: readonly Path[];
  readonly types: readonly string[];
  /** State whose end makes them count. */
  readonly after: Path;
}

type ValuesOf<Context> = Context extends { readonly form: Form<infer Values> } ? Values : never;
/** The forms of a context, by their property. */
type FormsOf<Path extends string, Context, Type extends string> = {
  readonly [Name in keyof Context as Context[Name] extends Form<infer _> ? Name : never]?: Context[Name] extends Form<
    infer Values
  >
    ? FormSpec<Path, Context, Values, Type>
    : never;
};

/** Parts of a model that the specification takes over as they are. */
type Kept =
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

export type FlowSpec<M extends AnyStateMachine> = Pick<FlowModel<M>, Kept> & {
  /** Texts that every screen shows. */
  readonly shows?: readonly string[];
  /** Kinds of borrower, with the input and the first step. */
  readonly starts: Readonly<Record<string, readonly [InputFrom<M>, Case<ContextFrom<M>>]>>;
  /** Texts of the notices: by the notice in the context, or by its `result` or `kind`. */
  readonly notices?: Readonly<Record<string, NoticeText<ContextFrom<M>>>>;
  /** The form in the property `form` of the context, and all forms if there are several, by their property. */
  readonly form?: FormSpec<StatePath<M>, ContextFrom<M>, ValuesOf<ContextFrom<M>>, TypeAlone<EventFrom<M>>>;
  readonly forms?: FormsOf<StatePath<M>, ContextFrom<M>, TypeAlone<EventFrom<M>>>;
  readonly presses?: PressesSpec<StatePath<M>> | readonly PressesSpec<StatePath<M>>[];
  readonly states: {
    readonly [Path in StatePath<M>]?: StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>>;
  };
  /** What holds in several states. */
  readonly several?: readonly (StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>> & {
    readonly in: readonly StatePath<M>[];
  })[];
  /** What holds in every state. */
  readonly anywhere?: StateSpec<EventFrom<M>, ContextFrom<M>, SourceOf<M>>;
};

/** Returns the helpers with which a specification is written, with the types of its machine. */
export function words<M extends AnyStateMachine>() {
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
    to: (state: Path | readonly Path[], context?: ContextPart<Context>, more: More<Context> = {}): Case<Context> => ({
      state,
      ...(context !== undefined && { context }),
      ...more,
    }),
    /** The machine stays in its state. */
    stays: (context?: ContextPart<Context>, more: More<Context> = {}): Case<Context> => ({
      ...(context !== undefined && { context }),
      ...more,
    }),
    /** Cases that apply under a condition on the context before. */
    given: (when: (context: Context) => boolean, ...cases: readonly Cases<Context>[]): readonly Case<Context>[] =>
      flat(cases).map((each) => withCondition(when, each)),
    /** Cases that no walk on the screen can see, with the reason. */
    unseen: (reason: string, ...cases: readonly Cases<Context>[]): readonly Case<Context>[] =>
      flat(cases).map((each) => ({ ...each, unseen: reason })),
    /** The case ends a call: presses in the meantime count, with these data or with what is known then. */
    thenPresses: (ended: Case<Context>, data: Partial<Context> | true = true): Case<Context> => ({
      ...ended,
      presses: data,
    }),
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
          ({ ...Object(stored(before)), ...Object(partOf(context, now(before))) }) as PartOf<Context>,
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
    /** The press is kept, and counts once the running call has ended. */
    keeps: (entries: Entries<Event, Context>): readonly Entry<Event, Context>[] =>
      flat([entries]).map((each) => ({
        ...each,
        cases: [{ context: keptPress(each.event as EventObject, '').context as unknown as ContextPart<Context> }],
      })),
    /** The states that load the data of a page, and in which the person can try again. */
    loads: <const State extends Path>(
      state: State,
      calls: Expected<Context>['calls'],
      context?: ContextPart<Context>,
    ): Readonly<Record<State | 'couldNotLoad', StateSpec<Event, Context, SourceOf<M>>>> => ({
      ...({ [state]: { shows: ['Loading…'] } } as Record<State, StateSpec<Event, Context, SourceOf<M>>>),
      couldNotLoad: {
        shows: [COULD_NOT_LOAD, TRY_AGAIN],
        on: [
          entry({ type: 'retry.wanted' } as unknown as Event, { action: 'click', role: 'button', name: TRY_AGAIN }, [
            { state, ...(context !== undefined && { context }), ...(calls !== undefined && { calls }) },
          ]),
        ],
      },
    }),
    /** The state in which a file loads and the browser saves it (`saving.ts`). The page stays usable. */
    saves: <const State extends Path>(
      state: State,
      {
        by,
        done,
        failed: notSaved,
        ...more
      }: Pick<StateSpec<Event, Context, SourceOf<M>>, 'shows' | 'on'> & {
        /** The call that loads the file. */
        readonly by: SourceOf<M>;
        /** What follows once the file is saved, and if it could not be loaded or saved. */
        readonly done: Cases<Context>;
        readonly failed: Cases<Context>;
      },
    ): Readonly<Record<State, StateSpec<Event, Context, SourceOf<M>>>> => {
      const when = { 'it is saved': [answers(undefined), done], 'a broken server': [failed(503), notSaved] } as const;
      const ofState = { over: true, shows: ['Saving…'], ...more, when: { [by]: when } };
      return { [state]: ofState } as unknown as Record<State, StateSpec<Event, Context, SourceOf<M>>>;
    },
    /** The data did not load: by default, no answer arrives. */
    notLoaded: (context?: ContextPart<Context>, answer: Answer = noAnswer): readonly [Answer, Case<Context>] => [
      answer,
      { state: 'couldNotLoad', ...(context !== undefined && { context }), focus: toNotice },
    ],
    /** A list that loads again does not keep these presses. */
    notKept: (...entries: readonly Entries<Event, Context>[]): readonly Entry<Event, Context>[] =>
      flat(entries).map((each) => ({ ...each, isNotKept: true })),
  };
}

type Nested<Item> = Item | readonly Nested<Item>[];
const flat = <Item extends object>(items: readonly Nested<Item>[]): Item[] =>
  items.flatMap((each) => (Array.isArray(each) ? flat(each as readonly Nested<Item>[]) : [each as Item]));

const withCondition = <Context, C extends Case<Context>>(when: (context: Context) => boolean, given: C): C => {
  const { when: other } = given;
  return { ...given, when: (context: Context) => when(context) && (other?.(context) ?? true) };
};

/** An answer of an actor, and an error that it throws. */
export const answers = (answer: unknown): Answer => ({ answers: answer });
export const failed = (status: number): Answer => ({ throws: { kind: 'refused', status } });
export const noAnswer = { throws: { kind: 'noAnswer' } } as const satisfies Answer;
/** An actor stops in error. */
export const stopsInError: Answer = { throws: { kind: 'unreadable', detail: 'Unexpected Error' } };
/** Answers of a submission. `record` is the server's record if it was asked. */
export const accepted = (answer: unknown, record: unknown = null): Answer =>
  answers({ result: 'accepted', answer, record });
export const rejected = (answer: unknown): Answer => answers({ result: 'refused', answer, failure: null });
export const refusedAs = (failure: object): Answer => answers({ result: 'refused', answer: null, failure });
export const neverArrived: Answer = answers({ result: 'neverArrived' });

/** Returns the answers and failures that several flows share, with what follows, as a specification names them. */
export const shared = <Context>(
  outcomes: Readonly<Record<string, Outcome<Context>>>,
): Readonly<Record<string, readonly [Answer, ...Cases<Context>[]]>> =>
  Object.fromEntries(Object.entries(outcomes).map(([name, { then, ...answer }]) => [name, [answer, ...casesOf(then)]]));

/** A case with what the rules for all pages add to it. */
type Compiled = ExpectedWhere<unknown>;
type AnyEntry = Entry<EventObject, unknown>;
type AnyForm = FormSpec<string, unknown, object>;

type Notices = Readonly<Record<string, NoticeText<unknown>>>;

/** Returns the texts of a notice. */
function textsOf(notices: Notices, notice: unknown, context: unknown): readonly string[] {
  const { result, kind } = Object(notice) as { readonly result?: unknown; readonly kind?: unknown };
  const named = typeof notice === 'string' ? notice : (result ?? kind);
  const key = typeof named === 'string' ? named : plain(named);
  const text = notices[key];
  if (text === undefined) throw new Error(`The specification has no text of the notice "${key}"`);
  return typeof text === 'function' ? text(notice as never, context) : typeof text === 'string' ? [text] : text;
}

/** Returns what the rule of notices adds to a case that names the notice. */
function ofNotices(
  notices: Notices,
  { context, reads: own = [] }: Case<unknown>,
  before: unknown,
): Pick<Expected<unknown>, 'reads' | 'hides' | 'focus'> {
  const part: unknown = partOf(context, before);
  if (typeof part !== 'object' || part === null || !('notice' in part)) return {};
  const { notice } = part;
  const reads = notice === null ? [] : textsOf(notices, notice, { ...Object(before), ...part });
  const last: unknown = Reflect.get(Object(before), 'notice') ?? null;
  const hides = Object.values(notices)
    .flatMap((text) => (typeof text === 'function' ? [] : text))
    .concat(last === null ? [] : textsOf(notices, last, before))
    .filter((text) => ![...own, ...reads].some((each) => each.includes(text)));
  return { reads, hides, ...(notice !== null && { focus: toNotice }) };
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
  // What is on the screen after the machine has ended is not said here.
  if (typeof state !== 'string' || first === undefined || output !== undefined) return [];
  const now = [...textsAt(shown, state), ...reads];
  return textsAt(shown, first).filter(
    (text) => others.every((path) => textsAt(shown, path).includes(text)) && !now.some((other) => other.includes(text)),
  );
}

/** Compiles a specification to the model of its flow. */
export function spec<M extends AnyStateMachine>(machine: M, given: FlowSpec<M>): FlowModel<M> {
  const { shows = [], starts, notices, form, forms = {}, presses, states, several = [], anywhere, ...others } = given;
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

  const rulesOfForms = Object.entries({ ...(form && { form }), ...forms }).map(([name, said]) =>
    rulesOf(name, said as unknown as AnyForm),
  );
  const compiled = (paths: readonly string[] | undefined, cases: readonly Case<unknown>[]): Compiled[] =>
    cases.map((each) => {
      const { focus, implied, ...said } = marked(rulesOfForms, each);
      const { presses: _, ...rest } = said;
      const left = typeof rest.state === 'string' && over.has(rest.state) ? [] : leftTexts(shown, paths, rest);
      return {
        ...(paths !== undefined && { in: paths }),
        ...rest,
        ...(focus && { focus }),
        ...((notices || implied || left.length > 0) && {
          implied: (before: unknown) => {
            const own = implied?.(before) ?? {};
            const ofNotice = notices ? ofNotices(notices as Notices, rest, before) : {};
            return {
              reads: [...(own.reads ?? []), ...(ofNotice.reads ?? [])],
              hides: [...left, ...(own.hides ?? []), ...(ofNotice.hides ?? [])],
              ...(focus === undefined && ofNotice.focus && { focus: ofNotice.focus }),
            };
          },
        }),
      };
    });

  // Events, by their data and gesture: what follows in each state.
  const found = new Map<string, Map<string, { readonly entry: AnyEntry; readonly at: At[] }>>();
  const add: AddEntry = (entry, paths, cases, offeredIn) => {
    const [event, gesture] = [plain(entry.event), plain(entry.gesture ?? null)];
    const byGesture = found.get(event) ?? new Map<string, { readonly entry: AnyEntry; readonly at: At[] }>();
    const known = byGesture.get(gesture) ?? { entry: { ...entry, event: { ...entry.event } }, at: [] };
    known.at.push({ paths, offeredIn, where: entry.where, cases: compiled(paths, cases) });
    found.set(event, byGesture.set(gesture, known));
  };
  const offered: Offered[] = all.flatMap(({ in: paths, spec: each }) =>
    flat(entriesOf(each)).map((entry) => ({ entry, in: paths })),
  );
  for (const { entry, in: paths } of offered) add(entry, paths, entry.cases);
  for (const rules of rulesOfForms) {
    // A field is never entered on the screen of another form, whose machine would take any field.
    const elsewhere = rulesOfForms.filter((each) => each !== rules).flatMap((each) => each.said.in);
    addFields(rules, (entry, paths, cases, shownIn) => {
      add(entry, paths, cases, shownIn);
      if (elsewhere.length > 0) add(entry, elsewhere, [], []);
    });
    const buttons = buttonsOf(rules);
    for (const { entry, in: paths } of buttons) add(entry, paths, entry.cases);
    offered.push(...buttons);
  }
  const kept = flat<PressesSpec<string>>(presses === undefined ? [] : [presses]).map((rule) => ({
    rule,
    presses: [
      ...new Set(
        offered
          .filter(({ in: paths = [] }) => paths.some((path) => [rule.of].flat().includes(path)))
          .map(({ entry }) => entry)
          .filter(({ event, isNotKept }) => rule.types.includes(event.type) && !isNotKept),
      ),
    ],
  }));
  for (const { rule, presses: entries } of kept)
    for (const entry of entries) add(entry, rule.in, [keptPress(entry.event, rule.in) as Case<unknown>]);

  /** Returns cases with those of the presses that count after a call. */
  const withPresses = (paths: readonly string[] = [], cases: readonly Case<unknown>[]): Case<unknown>[] =>
    cases.flatMap((each) => {
      if (each.presses === undefined) return [each];
      const ended = kept.filter(({ rule }) => paths.includes(rule.after));
      return [...ended.flatMap(({ rule, presses: entries }) => pressesAfter(entries, rule, each)), each];
    });

  const outcomes: Record<string, Record<string, Outcome<unknown>>> = {};
  const delays = new Map<number, Compiled[]>();
  const routes: Record<string, Compiled[]> = {};
  for (const { in: paths, spec: each } of all) {
    for (const [source, named] of Object.entries(each.when ?? {})) {
      const ofSource = (outcomes[source] ??= {});
      for (const [name, [answer, ...cases]] of Object.entries(named ?? {})) {
        const before = ofSource[name];
        if (before !== undefined && plain({ ...before, then: null }) !== plain({ ...answer, then: null }))
          throw new Error(`${machine.id} has two answers of ${source} that are called "${name}"`);
        const then = [
          ...(before ? (before.then as Compiled[]) : []),
          ...compiled(paths, withPresses(paths, flat(cases))),
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
    ...(presses && { tries: (others.tries ?? onePress(...kept.flatMap(({ rule }) => rule.types))) as never }),
    ...(Object.keys(unseen).length > 0 && { notOnScreen: { ...others.notOnScreen, ...unseen } }),
  };
}

/** Returns a value as a text, to compare events and answers. */
export const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each instanceof File ? [each.name, each.size, each.type] : each,
  );

type AddEntry = (
  entry: AnyEntry,
  paths: readonly string[] | undefined,
  cases: readonly Case<unknown>[],
  offeredIn?: readonly string[],
) => void;

/** Where an event can occur, and what follows there. */
interface At {
  readonly paths: readonly string[] | undefined;
  /** Those of the states whose screens offer the gesture, if not all do. */
  readonly offeredIn: readonly string[] | undefined;
  readonly where: ((context: unknown) => boolean) | undefined;
  readonly cases: readonly Compiled[];
}

const depth = (paths: readonly string[]): number => Math.max(...paths.map((path) => path.split('.').length));
const entriesOf = (each: unknown): readonly Nested<AnyEntry>[] =>
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

/** Returns the focus event of a load that ends with a notice, before the presses count. */
function focusAfter({ focus, context }: Case<unknown>) {
  const notice: unknown = typeof context === 'object' && context !== null ? Reflect.get(context, 'notice') : null;
  const place = focus ?? (focus === undefined && notice != null ? toNotice : undefined);
  return place === undefined || place === null ? [] : [{ type: 'focus.wanted', ...place }];
}

/** Returns the results of the kept presses after a call: those that they have on the screen that offers them. */
function pressesAfter(
  presses: readonly AnyEntry[],
  { after }: PressesSpec<string>,
  ended: Case<unknown>,
): Case<unknown>[] {
  const cases = new Map<string, { readonly event: EventObject; readonly then: readonly Case<unknown>[] }>();
  for (const { event, cases: then } of presses) {
    const name = JSON.stringify(event);
    cases.set(name, { event, then: [...(cases.get(name)?.then ?? []), ...then] });
  }
  const now = (before: unknown) => ({ ...Object(before), ...Object(partOf(ended.context, before)), pressed: [] });
  return [...cases.values()].flatMap(({ event, then }) => {
    const isPressed = (before: unknown) => isFirstPress(event)(before as WithPresses) && (ended.when?.(before) ?? true);
    const known = ended.presses;
    const [found = {}] = known === true ? [] : then.filter(({ when }) => when?.(known) ?? true);
    const chosen = known === true ? then : [{ ...found, when: undefined }];
    return chosen.map(
      ({ context, calls, focus, when, implied, state, ...rest }) =>
        ({
          // A press that starts the same call again leaves the machine in its state.
          ...((state ?? ended.state) !== after && { state: state ?? ended.state }),
          // A press without effect leaves what the call has brought.
          ...(state === undefined && { reads: ended.reads, hides: ended.hides }),
          ...rest,
          focus: null,
          emits: [...focusAfter(ended), ...repeatedFocus(focus ?? undefined)],
          in: after,
          when: (before: unknown) => isPressed(before) && (when?.(now(before)) ?? true),
          context: (before: unknown) => ({
            ...Object(partOf(ended.context, before)),
            pressed: [],
            ...Object(partOf(context, now(before))),
          }),
          ...(calls !== undefined && {
            calls: (before: unknown) => (typeof calls === 'function' ? calls(now(before)) : calls),
          }),
          ...(implied && { implied: (before: unknown) => implied(now(before)) }),
        }) as Case<unknown>,
    );
  });
}

const partIn = (part: unknown, context: unknown): unknown => partOf(part as object | undefined, context);

/** Returns the rules of a form: its messages, and what a change of it leads to. */
function rulesOf(name: string, said: AnyForm) {
  const { fields, problems } = said;
  const all = fields as Readonly<Record<string, FieldSpec<unknown>>>;
  const messageOf = ({ field, issue: { code } }: FieldProblem): string => {
    const text = all[field]?.errors?.[code];
    if (text === undefined) throw new Error(`The specification has no message of the problem "${code}" of ${field}`);
    return text;
  };
  const formIn = (context: unknown): Form<object> => Reflect.get(Object(context), name) as Form<object>;
  const problemsIn = (context: unknown) => problems(formIn(context).values, context);
  /** Returns the context after a change of the form. */
  const after = (context: unknown, part: unknown, change: Partial<Form<object>>): object => {
    const form = { ...formIn(context), ...change };
    const changed: object = Object(partIn(part, context)) as object;
    const now = { ...Object(context), ...changed, [name]: form };
    return { ...changed, [name]: expectedForm(form.values, problems(form.values, now), form) };
  };
  /** The error of a field stands beside it once it was left or submitted, and only then. */
  const ofError =
    (
      field: string,
      change: (before: unknown) => object,
      { reads: own = [], hides = [] }: Pick<EntrySpec<unknown>, 'reads' | 'hides'> = {},
    ) =>
    (before: unknown): Pick<Expected<unknown>, 'reads' | 'hides'> => {
      const { errors, panel } = formIn(change(before));
      const texts = Object.values(all[field]?.errors ?? {});
      const code = errors[field]?.code;
      const others = [...Object.keys(errors), ...panel.map((problem) => problem.field)].filter(
        (other) => other !== field,
      );
      const stay = others.flatMap((other) => Object.values(all[other]?.errors ?? {}));
      const read = code === undefined ? undefined : all[field]?.errors?.[code];
      return {
        reads: [...own, ...(read === undefined ? [] : [read])],
        hides: [...hides, ...texts.filter((text) => text !== read && !stay.includes(text))],
      };
    };
  return { said, all, messageOf, formIn, problemsIn, after, ofError };
}
type FormRules = ReturnType<typeof rulesOf>;

/** Returns a case with what follows for the field that it shows to be wrong. */
function marked(forms: readonly FormRules[], { wrongField, ...said }: Case<unknown>): Case<unknown> {
  if (wrongField === undefined) return said;
  const rules = forms.find(({ all }) => Object.hasOwn(all, wrongField));
  if (rules === undefined) throw new Error(`The specification has no field "${wrongField}"`);
  const change = (before: unknown) =>
    rules.after(before, said.context, { touched: touching(rules.formIn(before).touched, wrongField) });
  return {
    focus: { place: 'field', field: wrongField, delay: 0 },
    ...said,
    context: change as never,
    implied: rules.ofError(wrongField, change),
  };
}

/** Adds the events of the fields of a form. */
function addFields({ said: form, all, formIn, after, ofError }: FormRules, add: AddEntry): void {
  const { in: places, clears, notifies = {} } = form;
  const told = (what: 'changed' | 'left') => notifies[what] && { notifies: notifies[what] };
  for (const [field, said] of Object.entries(all)) {
    const {
      label,
      role = 'textbox',
      group,
      entries,
      empties = [],
      in: shown = places,
      where,
      errors = {},
      becomes = {},
      showsAtOnce,
      isNotLeft,
    } = said;
    const valueIn = (context: unknown): unknown => Reflect.get(formIn(context).values, field);
    const options: readonly EntrySpec<unknown>[] = Array.isArray(entries)
      ? entries.map((each: string | boolean | EntrySpec<unknown>) =>
          typeof each === 'object' ? each : { value: each },
        )
      : Object.entries(entries as Readonly<Record<string, string>>).map(([value, name]) => ({ value, name }));
    for (const { value, name = label, where: isOffered, ...texts } of options) {
      const action = { checkbox: value === false ? 'uncheck' : 'check', radio: 'check', combobox: 'choose' } as const;
      const gesture: Gesture = {
        action: role === 'checkbox' || role === 'radio' || role === 'combobox' ? action[role] : 'fill',
        role,
        name: role === 'combobox' ? label : name,
        ...(group !== undefined && { group }),
        ...(role !== 'checkbox' &&
          role !== 'radio' && { value: role === 'combobox' && name !== label ? name : String(value) }),
      };
      const isOther = (context: unknown) => valueIn(context) !== value;
      const entry: AnyEntry = {
        event: { type: 'field.changed', field, value } as EventObject,
        gesture,
        // An entry that is there already changes nothing on the screen.
        where: (context) => isOther(context) && (where?.(context) ?? true) && (isOffered?.(context) ?? true),
        cases: [],
      };
      const change = (before: unknown) => {
        const { values, touched } = formIn(before);
        const emptied = empties.filter((other) => Reflect.get(values, other) !== '');
        const kept = touched.filter((other) => !emptied.includes(other));
        return after(before, clears, {
          values: { ...values, [field]: value, ...Object.fromEntries(empties.map((other) => [other, ''])) },
          touched: showsAtOnce ? touching(kept, field) : kept,
        });
      };
      add(
        entry,
        places,
        [{ context: change as never, ...told('changed'), implied: ofError(field, change, texts) }],
        shown,
      );
    }
    if (isNotLeft ?? (role === 'checkbox' || role === 'radio' || role === 'file')) continue;
    const left = (before: unknown) => {
      const { values, touched } = formIn(before);
      const value = becomes[String(valueIn(before))] ?? valueIn(before);
      return after(before, undefined, { values: { ...values, [field]: value }, touched: touching(touched, field) });
    };
    const isWrong = (code: string) => (context: unknown) =>
      formIn(left(context)).problems.find((each) => each.field === field)?.issue.code === code;
    const gesture: Gesture = { action: 'leave', role, name: label, ...(group !== undefined && { group }) };
    const entry: AnyEntry = {
      event: { type: 'field.left', field } as EventObject,
      gesture,
      ...(where && { where }),
      cases: [],
    };
    const isLeft: Case<unknown> = { context: left as never, ...told('left'), implied: ofError(field, left) };
    add(entry, places, [...Object.keys(errors).map((code) => ({ ...isLeft, when: isWrong(code) })), isLeft], shown);
  }
}

/** An entry, and the states whose screens offer it. */
interface Offered {
  readonly entry: AnyEntry;
  readonly in: readonly string[] | undefined;
}

/** Returns the buttons that submit a form. */
function buttonsOf({ said: form, all, messageOf, problemsIn, after }: FormRules): Offered[] {
  const isValid = (context: unknown) => problemsIn(context).length === 0;
  return (form.submit ?? []).map(({ name, event: type = 'submit.pressed', in: shown = form.in, where, then }) => ({
    in: shown,
    entry: {
      event: { type },
      gesture: { action: 'click', role: 'button', name },
      ...(where && { where }),
      cases: [
        ...flat([then]).map((each) => withCondition(isValid, each)),
        {
          context: ((before: unknown) => after(before, form.refuses, { attempted: true })) as never,
          focus: toErrors,
          reads: [REVIEW],
          implied: (before: unknown) => {
            const wrong = problemsIn(before);
            const named = wrong.flatMap(({ field }) => all[field]?.inPanel ?? []);
            return { reads: [...new Set([...wrong.map(messageOf), ...named])] };
          },
        },
      ],
    },
  }));
}

/** Returns a case without its state: the specification places it. */
function placed<Context>(given: ExpectedWhere<Context>): Case<Context> {
  const { in: _, ...said } = given;
  return said;
}

interface SubmitsSpec<Context> {
  /** The machine that submits, and its samples. */
  readonly machine: AnyStateMachine;
  readonly sample: Omit<SubmissionSamples, 'key' | 'messages'>;
  readonly texts: SubmissionSamples['messages'];
  /** State that submits, and the name of the submission. */
  readonly state: string;
  readonly by: string;
  /** Returns the request. */
  readonly request: (before: Context) => object;
  /** What the key changes besides the context, such as the parent's draft. */
  readonly onKey?: Expected<Context>;
}

/**
 * A submission that counts once (ruling 4): its key, its machine, and the screen of an unknown outcome, where the person
 * can try again. After a reload the server is asked for the outcome.
 */
export function submits<Context extends Keyed>({
  machine,
  sample,
  texts,
  state,
  by,
  request,
  onKey = {},
}: SubmitsSpec<Context>) {
  const { sends, asks, keyMade, retried } = expectedOnce<Context>({ state, call: by, request, onKey });
  const retry: Entry<{ readonly type: 'retry.wanted' }, Context> = {
    event: { type: 'retry.wanted' },
    gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
    cases: retried.map(placed),
  };
  return {
    texts,
    /** A new request is sent. */
    sends: { ...sends, reads: [texts.sending] },
    /** The server is asked for the outcome of an earlier request. */
    asks: asks.calls,
    keyMade: { event: keyMade.event, cases: casesOf(keyMade.then).map(placed) },
    outcomeCheckFailed: { shows: [texts.outcomeUnknown], on: [retry] },
    child: createSubmissionModel(machine, { ...sample, key: sampleKey, messages: texts }),
  };
}
