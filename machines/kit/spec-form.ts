/** Rules of forms in a specification: which errors show, and the results of entries and submissions. */
import type { EventObject } from 'xstate';
import {
  type AnyCase,
  type AnyEntry,
  type Cases,
  type ContextPart,
  type Expected,
  type Gesture,
  type PlacedEntry,
  flat,
  computePart,
  withCondition,
} from 'xstate-workbench/model';
import type { FieldProblem } from '#domain/issue.ts';
import { expectedForm, touching } from './expected-form.ts';
import { REVIEW, toErrors } from './expected-page.ts';
import type { Form } from './form.ts';

/** An entry with its own name, or with texts that depend on it. */
export interface EntrySpec<Context> extends Pick<Expected<Context>, 'reads' | 'hides'> {
  readonly value: string | boolean;
  /** Name of the option; by default that of the field. */
  readonly name?: string;
  /** Condition under which the option is offered. */
  readonly where?: (context: Context) => boolean;
  /** Results of the entry besides the change of the form; the first case that applies counts. */
  readonly then?: Cases<Context>;
}

/** A message, or one that depends on the context. */
type Message<Context> = string | ((context: Context) => string);

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
  readonly errors?: Readonly<Record<string, Message<Context>>>;
  /** Values after normalization when the field is left, by entry. */
  readonly becomes?: Readonly<Record<string, string>>;
  /** Set if the error shows as soon as the entry changes. */
  readonly showsAtOnce?: true;
  /** Name of the field in the error panel, if the panel does not repeat the message. */
  readonly inPanel?: string;
  /** Whether no walk leaves the field. By default, only choices and files are not left. */
  readonly isNotLeft?: boolean;
}

/** A form: its fields, their problems and messages, and the result of a submission. */
export interface FormSpec<Path extends string, Context, Values, Type extends string = string> {
  /** States in which the form can be filled in. */
  readonly in: readonly Path[];
  readonly fields: { readonly [Field in keyof Values & string]?: FieldSpec<Context> };
  /** Returns the problems of the sample values, in the order of the form, written by hand from the specification. */
  readonly problems: (values: Values, context: Context) => readonly FieldProblem[];
  /** Additional context changes when a field changes. */
  readonly clears?: ContextPart<Context>;
  /** Additional context changes after an attempt to submit invalid values. */
  readonly refuses?: ContextPart<Context>;
  /** Events for the parent machine after a change, after a field was left, and after invalid values were rejected. */
  readonly notifies?: Partial<Readonly<Record<'changed' | 'left' | 'refused', Expected<Context>['notifies']>>>;
  readonly submit?: readonly {
    readonly name: string;
    /** The event of the button; by default `submit.pressed`. */
    readonly event?: Type;
    readonly in?: readonly Path[];
    readonly where?: (context: Context) => boolean;
    /** Result of submitting valid values. */
    readonly then: Cases<Context>;
  }[];
}

/** Properties that a form adds to a case. */
export interface WrongField {
  /** Field that the answer marks as invalid: its message is shown beside it, and it receives focus. */
  readonly wrongField?: string;
}

type AnyForm = FormSpec<string, unknown, object>;

const resolveMessage = (message: Message<unknown>, context: unknown): string =>
  typeof message === 'string' ? message : message(context);

const partIn = (part: unknown, context: unknown): unknown => computePart(part as object | undefined, context);

/** Returns the rules of a form: its messages, and the results of its changes. */
export function compileRules(name: string, given: object) {
  const said = given as AnyForm;
  const { fields, problems } = said;
  const all = fields as Readonly<Record<string, FieldSpec<unknown>>>;
  const findMessage = ({ field, issue: { code } }: FieldProblem, context: unknown): string => {
    const message = all[field]?.errors?.[code];
    if (message === undefined)
      throw new Error(`The specification has no message for the problem "${code}" of ${field}`);
    return resolveMessage(message, context);
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
  /** The error of a field is shown beside it only after the field was left or the form was submitted. */
  const ofError =
    (
      field: string,
      change: (before: unknown) => object,
      { reads: own = [], hides = [] }: Pick<EntrySpec<unknown>, 'reads' | 'hides'> = {},
    ) =>
    (before: unknown): Pick<Expected<unknown>, 'reads' | 'hides'> => {
      const now = { ...Object(before), ...change(before) };
      const { errors, panel, problems: present } = formIn(now);
      // A gesture elsewhere also leaves a field on the screen, so the message of any problem can be visible.
      const isAlone = Object.keys(all).length === 1;
      const canStand = present.filter((each) => !isAlone || errors[each.field] !== undefined || panel.includes(each));
      const stay = canStand.map((each) => findMessage(each, now));
      const texts = Object.values(all[field]?.errors ?? {}).map((message) => resolveMessage(message, now));
      const shown = errors[field];
      return {
        reads: [...own, ...(shown === undefined ? [] : [findMessage({ field, issue: shown }, now)])],
        hides: [...hides, ...texts.filter((text) => !stay.includes(text))],
      };
    };
  return { said, all, findMessage, formIn, problemsIn, after, ofError };
}
export type FormRules = ReturnType<typeof compileRules>;

/** Returns a case with the message and focus of the field that it marks as invalid. */
export function marked(forms: readonly FormRules[], { wrongField, ...said }: AnyCase & WrongField): AnyCase {
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

/** Returns the events of the fields of a form. */
export function compileFields({ said: form, all, formIn, after, ofError }: FormRules): PlacedEntry[] {
  const found: PlacedEntry[] = [];
  const { in: places, clears, notifies = {} } = form;
  const announced = (what: 'changed' | 'left') => notifies[what] && { notifies: notifies[what] };
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
    for (const { value, name = label, where: isOffered, then = [], ...texts } of options) {
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
      const changeWith = (also: unknown) => (before: unknown) => {
        const { values, touched } = formIn(before);
        const emptied = empties.filter((other) => Reflect.get(values, other) !== '');
        const remaining = touched.filter((other) => !emptied.includes(other));
        return after(
          before,
          { ...Object(partIn(clears, before)), ...Object(partIn(also, before)) },
          {
            values: { ...values, [field]: value, ...Object.fromEntries(empties.map((other) => [other, ''])) },
            touched: showsAtOnce ? touching(remaining, field) : remaining,
          },
        );
      };
      const follows = flat([then]);
      const isAlways = follows.some(({ in: within, when }) => within === undefined && when === undefined);
      const cases = [...follows, ...(isAlways ? [] : [{}])].map(({ context: also, ...each }: AnyCase): AnyCase => {
        const change = changeWith(also);
        return { ...announced('changed'), ...each, context: change as never, implied: ofError(field, change, texts) };
      });
      found.push({ entry: { ...entry, cases }, in: places, offeredIn: shown });
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
    const isLeft: AnyCase = { context: left as never, ...announced('left'), implied: ofError(field, left) };
    const cases = [...Object.keys(errors).map((code) => ({ ...isLeft, when: isWrong(code) })), isLeft];
    found.push({ entry: { ...entry, cases }, in: places, offeredIn: shown });
  }
  return found;
}

/** Returns the buttons that submit a form. */
export function compileButtons({ said: form, all, findMessage, problemsIn, after }: FormRules): PlacedEntry[] {
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
          ...(form.notifies?.refused && { notifies: form.notifies.refused }),
          focus: toErrors,
          reads: [REVIEW],
          implied: (before: unknown) => {
            const wrong = problemsIn(before);
            const named = wrong.flatMap(({ field }) => all[field]?.inPanel ?? []);
            return { reads: [...new Set([...wrong.map((each) => findMessage(each, before)), ...named])] };
          },
        },
      ],
    },
  }));
}
