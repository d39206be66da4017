/** Connects a form to the machine that has it in its context: actions and a guard for `setup`, transitions for `on`. */
import { type EventObject, type MachineContext, assign } from 'xstate';
import { ERRORS_DELAY, focus } from './focus.ts';
import {
  type FieldChanged,
  type FieldLeft,
  type Form,
  type FormDefinition,
  type FormRules,
  formRules,
} from './form.ts';
import { type KitAction, withEvent } from './params.ts';

/** Connection of a form to a machine's context. */
export interface FormPlace<Context, Data> {
  /** Returns the data for validation. */
  readonly data: (context: Context) => Data;
  /** Returns other context changes that a field causes, applied before validation. */
  readonly changes?: (context: Context, event: FieldChanged) => Partial<Context>;
}

/**
 * Creates the actions, the guard and the transitions for a form in a context property. Their names contain the
 * property's name: `enterFormField`, `leaveFormField`, `attemptForm` and `isFormComplete`; for `identity`,
 * `enterIdentityField` and so on.
 */
function formInMachine<
  Values extends object,
  Data,
  Property extends string,
  Context extends MachineContext & Readonly<Record<Property, Form<Values>>>,
>(form: FormRules<Values, Data>, property: Property, { data, changes }: FormPlace<Context, Data>) {
  type Args = { readonly context: Context };
  const name = `${property.charAt(0).toUpperCase()}${property.slice(1)}` as Capitalize<Property>;
  const enterField = `enter${name}Field` as const;
  const leaveField = `leave${name}Field` as const;
  const attempt = `attempt${name}` as const;
  const isComplete = `is${name}Complete` as const;
  const toPatch = (now: Form<Values>) => ({ [property]: now }) as Partial<Context>;

  return {
    ...form,

    actions: {
      [enterField]: assign<Context, EventObject, FieldChanged, never, never>(({ context }, event) => {
        const changed = changes?.(context, event);
        return { ...changed, ...toPatch(form.changed(context[property], event, data({ ...context, ...changed }))) };
      }),
      [leaveField]: assign<Context, EventObject, FieldLeft, never, never>(({ context }, event) =>
        toPatch(form.left(context[property], event, data(context))),
      ),
      [attempt]: assign<Context, EventObject, undefined, never, never>(({ context }) =>
        toPatch(form.attempted(context[property], data(context))),
      ),
      focusErrors: focus('errors', ERRORS_DELAY),
    } as Record<typeof enterField, KitAction<Args, FieldChanged>> &
      Record<typeof leaveField, KitAction<Args, FieldLeft>> &
      Record<typeof attempt, KitAction<Args, undefined>> &
      Record<'focusErrors', ReturnType<typeof focus>>,

    guards: { [isComplete]: ({ context }: Args) => form.isComplete(context[property]) } as Record<
      typeof isComplete,
      (args: Args) => boolean
    >,

    /** Returns the transition for `field.changed`, with additional actions. */
    onChange: <const Also extends readonly unknown[]>(...also: Also) =>
      ({ actions: [withEvent(enterField), ...also] }) as const,

    /** Returns the transition for `field.left`, with additional actions. */
    onLeave: <const Also extends readonly unknown[]>(...also: Also) =>
      ({ actions: [withEvent(leaveField), ...also] }) as const,

    /**
     * Returns the transitions for the form's button. A valid form takes `transition`. Otherwise all errors are shown,
     * the error panel receives focus, and the additional actions run.
     */
    onSubmit: <const Transition extends object, const Also extends readonly unknown[]>(
      transition: Transition,
      ...also: Also
    ) => [{ guard: isComplete, ...transition }, { actions: [attempt, ...also, 'focusErrors'] }] as const,

    /** Applies context changes and validates the form against them. `field` counts as left, so its error is shown. */
    reveal(context: Context, changed: Partial<Context>, field: keyof Values & string): Partial<Context> {
      const now = { ...context, ...changed };
      return { ...changed, ...toPatch(form.left(now[property], { type: 'field.left', field }, data(now))) };
    },
  };
}

/** Creates the pattern for one form. */
export function createForm<Values extends object, Data>(definition: FormDefinition<Values, Data>) {
  const form = formRules(definition);
  return {
    ...form,
    /** Connects the form to a property of a machine's context. */
    inMachine: <Property extends string, Context extends MachineContext & Readonly<Record<Property, Form<Values>>>>(
      property: Property,
      place: FormPlace<Context, Data>,
    ) => formInMachine(form, property, place),
  };
}
