/** The form of contact information, and what stands in the machine's context beside it. */
import type { CallRequest } from '#domain/call.ts';
import type { contact } from '#domain/contact/calls.ts';
import * as rules from '#domain/contact/rules.ts';
import type { ContactInformation, ContactValues } from '#domain/contact/shapes.ts';
import type { Country } from '#domain/demographics/shapes.ts';
import type { AddressFacts } from '#domain/postal-address.ts';
import { ERRORS_DELAY } from '../kit/focus.ts';
import type { Form } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';

export interface ContactInformationInput {
  /** The borrower action that is done by confirming, where the page comes before everything else (P §5.1). */
  readonly action: string | null;
}

export interface Context extends ContactInformationInput, AddressFacts {
  /** What the server has, and on which a change is based. */
  readonly contact: ContactInformation;
  /** What somebody else has made of it meanwhile. */
  readonly latest: ContactInformation;
  readonly countries: readonly Country[];
  readonly form: Form<ContactValues>;
  /** Said above what is shown. */
  readonly notice: 'couldNotSave' | null;
}

export const form = createForm<ContactValues, AddressFacts>({
  schema: rules.contactSchema,
  normalize: (field, value, values) =>
    typeof value === 'string' ? rules.normalizeContactField(field, value, values) : value,
  deriveOnChange: (field, values) => (field === 'country' ? rules.withoutState(values) : values),
}).inMachine('form', {
  facts: (context: Context) => context,
  // Of another country the states are not known yet.
  changes: (_, { field }) => (field === 'country' ? { states: null } : {}),
  errorsDelay: ERRORS_DELAY,
});

const nothing = rules.unknownContact('');

/** Before anything is known. */
export const startingContext = (input: ContactInformationInput): Context => ({
  ...input,
  ...startedWith(nothing, []),
  latest: nothing,
  countries: [],
  notice: null,
});

/** The form with what is known; its states are not known yet. */
export const startedWith = (known: ContactInformation, countries: readonly Country[]) => ({
  contact: known,
  states: null,
  form: form.start(rules.startingContact(known, countries), { states: null }),
});

/** The form once the states of its country are known: a state is left out where the country has none to choose from. */
export const startedInCountry = (context: Context, facts: AddressFacts) => ({
  ...facts,
  form: form.revalidated(context.form, rules.withStateOf(context.form.values, facts), facts),
});

/** Whether something has been typed or chosen that is not saved. */
export function hasUnsavedContact({ contact, countries, states, form: { values } }: Context): boolean {
  const known = rules.startingContact(contact, countries);
  return !rules.isSameContact(values, states === null ? known : rules.withStateOf(known, { states }));
}

/** The request that saves what was typed, or confirms what is there. */
export const requestOf = ({ contact: { updatedAt }, form: { values } }: Context): CallRequest<typeof contact.save> => ({
  body: { ...rules.contactOf(values), updatedAt },
});
