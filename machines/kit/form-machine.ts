/** What a form is to the machine in whose context it stands: actions and a guard for `setup`, transitions for `on`. */
import { type EventObject, type MachineContext, assign } from 'xstate';
import { focus } from './focus.ts';
import {
  type FieldChanged,
  type FieldLeft,
  type Form,
  type FormDefinition,
  type FormRules,
  formRules,
} from './form.ts';
import { type KitAction, withEvent } from './params.ts';

/** How a form stands in the context of a machine. */
export interface FormPlace<Context, Facts> {
  /** What the form is validated against. */
  readonly facts: (context: Context) => Facts;
  /** What else of the context changes with a field, before the form is validated. */
  readonly changes?: (context: Context, event: FieldChanged) => Partial<Context>;
  /** The wait before the focus goes to the error panel; without it, the focus goes there at once. */
  readonly errorsDelay?: number;
}

/**
 * The form in a property of the context. Its actions and its guard are named after that: `enterFormField`,
 * `leaveFormField`, `attemptForm` and `isFormComplete`, or `enterIdentityField` and so on for `identity`.
 */
function formInMachine<
  Values extends object,
  Facts,
  Property extends string,
  Context extends MachineContext & Readonly<Record<Property, Form<Values>>>,
>(form: FormRules<Values, Facts>, property: Property, { facts, changes, errorsDelay }: FormPlace<Context, Facts>) {
  type Args = { readonly context: Context };
  const name = `${property.charAt(0).toUpperCase()}${property.slice(1)}` as Capitalize<Property>;
  const enterField = `enter${name}Field` as const;
  const leaveField = `leave${name}Field` as const;
  const attempt = `attempt${name}` as const;
  const isComplete = `is${name}Complete` as const;
  const kept = (now: Form<Values>) => ({ [property]: now }) as Partial<Context>;

  return {
    ...form,

    actions: {
      [enterField]: assign<Context, EventObject, FieldChanged, never, never>(({ context }, event) => {
        const changed = changes?.(context, event);
        return { ...changed, ...kept(form.changed(context[property], event, facts({ ...context, ...changed }))) };
      }),
      [leaveField]: assign<Context, EventObject, FieldLeft, never, never>(({ context }, event) =>
        kept(form.left(context[property], event, facts(context))),
      ),
      [attempt]: assign<Context, EventObject, undefined, never, never>(({ context }) =>
        kept(form.attempted(context[property], facts(context))),
      ),
      focusErrors: focus('errors', errorsDelay),
    } as Record<typeof enterField, KitAction<Args, FieldChanged>> &
      Record<typeof leaveField, KitAction<Args, FieldLeft>> &
      Record<typeof attempt, KitAction<Args, undefined>> &
      Record<'focusErrors', ReturnType<typeof focus>>,

    guards: { [isComplete]: ({ context }: Args) => form.isComplete(context[property]) } as Record<
      typeof isComplete,
      (args: Args) => boolean
    >,

    /** The transition of `field.changed`, with further actions. */
    onChange: <const Also extends readonly unknown[]>(...also: Also) =>
      ({ actions: [withEvent(enterField), ...also] }) as const,

    /** The transition of `field.left`, with further actions. */
    onLeave: <const Also extends readonly unknown[]>(...also: Also) =>
      ({ actions: [withEvent(leaveField), ...also] }) as const,

    /**
     * The transitions of the form's button: a complete form goes on by `transition`; otherwise all errors show and the
     * focus goes to the error panel, with further actions.
     */
    onSubmit: <const Transition extends object, const Also extends readonly unknown[]>(
      transition: Transition,
      ...also: Also
    ) => [{ guard: isComplete, ...transition }, { actions: [attempt, ...also, 'focusErrors'] }] as const,

    /** These changes of the context with the form validated against them; `field` counts as left: its error shows. */
    reveal(context: Context, changed: Partial<Context>, field: keyof Values & string): Partial<Context> {
      const now = { ...context, ...changed };
      return { ...changed, ...kept(form.left(now[property], { type: 'field.left', field }, facts(now))) };
    },
  };
}

/** The pattern for one form. */
export function createForm<Values extends object, Facts>(definition: FormDefinition<Values, Facts>) {
  const form = formRules(definition);
  return {
    ...form,
    /** The form in a property of a machine's context, as the machine uses it. */
    inMachine: <Property extends string, Context extends MachineContext & Readonly<Record<Property, Form<Values>>>>(
      property: Property,
      place: FormPlace<Context, Facts>,
    ) => formInMachine(form, property, place),
  };
}
