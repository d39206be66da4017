/** Shared part of the specifications of forms with a country: the states of another country load in the form (P §4). */
import type { State } from '#domain/profile/demographics/shapes.ts';
import { sampleStates } from '#domain/profile/demographics/samples.ts';
import { type ContextPart, type StateSpec, answers } from 'xstate-workbench/model';
import type { EntrySpec } from '../../kit/spec-form.ts';
import { noAnswer } from '../../kit/spec.ts';

const LOADING_STATES = 'Loading the states of this country…';
const STATES_MISSING = "We couldn't load the states of this country.";
const LOAD_AGAIN = 'Load the states again';
const LIST_MISSING = 'The list of states is still loading. Please wait a moment, or load it again.';

interface WithCountry {
  readonly states: readonly State[] | null;
  readonly form: { readonly values: { readonly country: string } };
}

interface AddressSpec<Within extends string, Id extends string, Context> {
  /** State of the form, and the call in it that loads the states of another country. */
  readonly within: Within;
  readonly call: Id;
  /** Returns the context with the states of the country. */
  readonly withStates: (before: Context, states: readonly State[]) => object;
}

/** The states of a form in which the person can select another country. */
export function addressSpec<const Within extends string, const Id extends string, Context extends WithCountry>({
  within,
  call,
  withStates,
}: AddressSpec<Within, Id, Context>) {
  const [typing, lookingUp, missing] = [
    `${within}.typing`,
    `${within}.lookingUpStates`,
    `${within}.statesMissing`,
  ] as const;
  const asksFor = (countryCode: string) => ({ [call]: { params: { countryCode } } });
  const looksUp = (country: string) => ({ state: lookingUp, calls: asksFor(country) });
  const loaded = (states: readonly State[]) =>
    ({
      state: typing,
      context: (before: Context) => withStates(before, states) as never,
      hides: [LOADING_STATES, LIST_MISSING],
    }) as const;
  const noStates = { states: null } as unknown as ContextPart<Context>;
  const states: Readonly<
    Record<
      typeof typing | typeof lookingUp | typeof missing,
      StateSpec<{ readonly type: 'states.requested' }, Context, 'getStates'>
    >
  > = {
    [typing]: {},
    [lookingUp]: {
      shows: [LOADING_STATES],
      when: {
        getStates: {
          'several states': [answers(sampleStates), loaded(sampleStates)],
          'no states': [answers([]), loaded([])],
          'no answer in time': [noAnswer, { state: missing }],
        },
      },
    },
    [missing]: {
      shows: [STATES_MISSING, LOAD_AGAIN],
      on: [
        {
          event: { type: 'states.requested' },
          gesture: { action: 'click', role: 'button', name: LOAD_AGAIN },
          cases: [
            {
              state: lookingUp,
              calls: ({ form }: Context) => asksFor(form.values.country),
              focus: { place: 'field', field: 'country', delay: 0 },
            },
          ],
        },
      ],
    },
  } as never;
  return {
    states,
    /** The states of this country load. */
    looksUp,
    /** The country and its entries: the selected state is empty again, and the states of the new country load. */
    country: (...countries: readonly string[]) =>
      ({
        label: 'Country',
        role: 'combobox',
        empties: ['state'],
        entries: countries.map((value): EntrySpec<Context> =>
          value === ''
            ? { value, then: { state: typing, context: noStates }, hides: [LOADING_STATES, STATES_MISSING] }
            : { value, then: { ...looksUp(value), context: noStates }, hides: [STATES_MISSING] },
        ),
      }) as const,
    /** The state, a field that appears if the country has several. Until its states have loaded, the list is empty. */
    state: {
      label: 'State',
      role: 'combobox',
      entries: [{ value: 'NE', where: ({ states: offered }: Context) => offered !== null }],
      where: ({ states: offered }: Context) => offered === null || offered.length > 1,
      errors: {
        'state.listMissing': LIST_MISSING,
        'state.required': 'Please select the state or U.S. territory you live in.',
      },
    } as const,
  };
}
