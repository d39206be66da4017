/** Form and context of the contact information page. */
import type { CallRequest } from '#domain/call.ts';
import type { contact } from '#domain/profile/contact/calls.ts';
import * as rules from '#domain/profile/contact/rules.ts';
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { Country } from '#domain/profile/demographics/shapes.ts';
import type { AddressDeps } from '#domain/profile/postal-address.ts';
import type { Form } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';

export interface ContactInformationInput {
  /** Borrower action that confirming completes, if the page is a required one (P §5.1). */
  readonly action: string | null;
  /** Draft from an earlier visit. */
  readonly draft: FormDraft | null;
}

export interface Context extends ContactInformationInput, AddressDeps {
  /** Contact information on the server, on which a change is based. */
  readonly contact: ContactInformation;
  /** Version on the server after a conflicting change elsewhere. */
  readonly latest: ContactInformation;
  readonly countries: readonly Country[];
  readonly form: Form<ContactValues>;
  /** Notice above the contact information. */
  readonly notice: 'couldNotSave' | null;
}

export const form = createForm<ContactValues, AddressDeps>({
  schema: rules.contactSchema,
  normalize: (field, value, values) =>
    typeof value === 'string' ? rules.normalizeContactField(field, value, values) : value,
  deriveOnChange: (field, values) => (field === 'country' ? rules.withoutState(values) : values),
}).inMachine('form', {
  facts: (context: Context) => context,
  // The states of the new country have not loaded yet.
  changes: (_, { field }) => (field === 'country' ? { states: null } : {}),
});

const nothing = rules.unknownContact('');

/** Returns the initial context, before the data has loaded. */
export const startingContext = (input: ContactInformationInput): Context => ({
  ...input,
  ...startedWith(nothing, []),
  latest: nothing,
  countries: [],
  notice: null,
});

/**
 * Returns the form with the loaded contact information and the values of a draft, before the states of its country have
 * loaded.
 */
export const startedWith = (
  known: ContactInformation,
  countries: readonly Country[],
  draft: FormDraft | null = null,
) => ({
  contact: known,
  states: null,
  form: form.start(form.restored(rules.startingContact(known, countries), draft), { states: null }),
});

/**
 * Returns the form after the states of its country have loaded. The state is cleared if the country has no list of
 * states.
 */
export const startedInCountry = (context: Context, facts: AddressDeps) => ({
  ...facts,
  form: form.revalidated(context.form, rules.withKnownState(context.form.values, facts), facts),
});

/** Returns the stored contact information as the form shows it. */
function knownValues({ contact: stored, countries, states }: Context): ContactValues {
  const known = rules.startingContact(stored, countries);
  return states === null ? known : rules.withKnownState(known, { states });
}

/** Returns true if the form has unsaved changes. */
export const hasUnsavedContact = (context: Context): boolean =>
  !rules.isSameContact(context.form.values, knownValues(context));

/** Returns the draft of the changes that are not saved. */
export const contactDraft = (context: Context): FormDraft | null =>
  context.draft === null && !hasUnsavedContact(context)
    ? null
    : toFormDraft(form.typed(context.form, knownValues(context)), context);

/** Returns the request that saves the changes, or confirms the current contact information. */
export const toSaveRequest = ({
  contact: { updatedAt },
  form: { values },
}: Context): CallRequest<typeof contact.save> => ({
  body: { ...rules.toContact(values), updatedAt },
});
