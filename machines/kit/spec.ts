/**
 * Specifications of the portal's flows: the format of `xstate-workbench/model` with the rules that hold on every page of the
 * portal.
 *
 * - A field shows its error once it was left or submitted; the panel lists the message of every problem (`spec-form.ts`).
 * - Presses on a list that loads again count once it has loaded (`spec-presses.ts`).
 * - A submission counts once (`spec-submission.ts`).
 */
import type { AnyStateMachine, ContextFrom, EventFrom, EventObject } from 'xstate';
import {
  type Answer,
  type Case,
  type Cases,
  type ContextPart,
  type Entries,
  type Entry,
  type Expected,
  type FlowModel,
  type FlowSpec as CoreFlowSpec,
  type StatePath,
  type StateSpec,
  answers,
  compileSpec,
  flat,
  words as coreWords,
} from 'xstate-workbench/model';
import type { SourceOf } from 'xstate-workbench/model/xstate-internals';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from './expected-page.ts';
import { queuedPress, onePress } from './expected-presses.ts';
import type { Form } from './form.ts';
import { type FormSpec, type WrongField, compileButtons, compileFields, marked, compileRules } from './spec-form.ts';
import {
  type EndsCall,
  type QueuedPresses,
  type PressesSpec,
  queueEntries,
  queuedPresses,
  withPresses,
} from './spec-presses.ts';

/** Types of the events that have no data. */
type TypeAlone<Event> = Event extends { readonly type: infer Type extends string }
  ? keyof Event extends 'type'
    ? Type
    : never
  : never;

type ValuesOf<Context> = Context extends { readonly form: Form<infer Values> } ? Values : never;
/** The forms of a context, by their property. */
type FormsOf<Path extends string, Context, Type extends string> = {
  readonly [Name in keyof Context as Context[Name] extends Form<infer _> ? Name : never]?: Context[Name] extends Form<
    infer Values
  >
    ? FormSpec<Path, Context, Values, Type>
    : never;
};

export type FlowSpec<M extends AnyStateMachine> = CoreFlowSpec<M> & {
  /** The form in the property `form` of the context, and all forms if there are several, by their property. */
  readonly form?: FormSpec<StatePath<M>, ContextFrom<M>, ValuesOf<ContextFrom<M>>, TypeAlone<EventFrom<M>>>;
  readonly forms?: FormsOf<StatePath<M>, ContextFrom<M>, TypeAlone<EventFrom<M>>>;
  readonly presses?: PressesSpec<StatePath<M>> | readonly PressesSpec<StatePath<M>>[];
};

/** Properties of a case that this portal adds to the format. */
type Extra<Context> = WrongField & EndsCall<Context>;

/** Returns helpers for writing a specification, with the types of its machine. */
export function words<M extends AnyStateMachine>() {
  type Context = ContextFrom<M>;
  type Event = EventFrom<M>;
  type Path = StatePath<M>;
  const ofFormat = coreWords<M, Extra<Context>>();
  return {
    ...ofFormat,
    /** The case ends a call: queued presses run, with these data or with the data known at that time. */
    thenPresses: (ended: Case<Context>, data: Partial<Context> | true = true): Case<Context> & EndsCall<Context> => ({
      ...ended,
      presses: data,
    }),
    /** The press is queued, and runs after the current call has ended. */
    queues: (entries: Entries<Event, Context>): readonly Entry<Event, Context>[] =>
      flat([entries]).map((each) => ({
        ...each,
        cases: [{ context: queuedPress(each.event as EventObject, '').context as unknown as ContextPart<Context> }],
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
          ofFormat.press(TRY_AGAIN, { type: 'retry.requested' } as unknown as Event, {
            state,
            ...(context !== undefined && { context }),
            ...(calls !== undefined && { calls }),
          }),
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
        /** Results after the file was saved, and after it could not be loaded or saved. */
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
    /** A reloading list does not queue these presses. */
    notQueued: (...entries: readonly Entries<Event, Context>[]): readonly Entry<Event, Context>[] =>
      flat(entries).map((each) => ({ ...each, isNotQueued: true })),
  };
}

/** An error that an actor throws. */
export const failed = (status: number): Answer => ({ throws: { kind: 'refused', status } });
export const noAnswer = { throws: { kind: 'noAnswer' } } as const satisfies Answer;
/** An actor stops in error. */
export const stopsInError: Answer = { throws: { kind: 'unreadable', detail: 'Unexpected Error' } };

/** Compiles a specification to the model of its flow. */
export function spec<M extends AnyStateMachine>(
  machine: M,
  { form, forms, presses, ...given }: FlowSpec<M>,
): FlowModel<M> {
  const rules = Object.entries({ ...(form && { form }), ...forms }).map(([name, said]) =>
    compileRules(name, Object(said)),
  );
  const pressRules = flat<PressesSpec<string>>(presses === undefined ? [] : [presses]);
  let queued: QueuedPresses = [];
  return compileSpec(
    machine,
    {
      ...(given as CoreFlowSpec<M>),
      ...(presses && { tries: given.tries ?? (onePress(...pressRules.flatMap(({ types }) => types)) as never) }),
    },
    {
      noticeFocus: toNotice,
      complete: (each) => marked(rules, each),
      entries: (offered) => {
        const buttons = rules.flatMap(compileButtons);
        queued = queuedPresses(pressRules, [...offered, ...buttons]);
        // A field is never entered on the screen of another form, whose machine would take any field.
        const fields = rules.flatMap((own) => {
          const elsewhere = rules.filter((each) => each !== own).flatMap((each) => each.said.in);
          const ofForm = compileFields(own);
          if (elsewhere.length === 0) return ofForm;
          return ofForm.flatMap((each) => [
            each,
            { entry: { ...each.entry, cases: [] }, in: elsewhere, offeredIn: [] },
          ]);
        });
        return [...fields, ...buttons, ...queueEntries(queued)];
      },
      afterAnswer: (paths, cases) => withPresses(queued, paths, cases),
    },
  );
}
