/**
 * The demographic service (P §7): countries and their states from ISO 3166. The 5,000 entries are loaded on first use,
 * because most visits do not need them.
 */
import { type PostalAddressValues, addressLines } from '#domain/profile/postal-address.ts';
import { type Country, type State, USA } from '#domain/profile/demographics/shapes.ts';

/** USPS codes for military mail, which ISO does not define as states. */
const MILITARY: readonly State[] = [
  { stateCode: 'AA', stateName: 'Armed Forces Americas' },
  { stateCode: 'AE', stateName: 'Armed Forces Europe, Middle East and Africa' },
  { stateCode: 'AP', stateName: 'Armed Forces Pacific' },
];

/**
 * Returns whether to list a subdivision. ISO contains both regions and the parts that they consist of; the list offers
 * only one of these levels.
 */
const isListed = (country: string, code: string): boolean => {
  if (country === 'GB') return ['ENG', 'NIR', 'SCT', 'WLS'].includes(code);
  return country !== 'BE' || !['VLG', 'WAL'].includes(code);
};

const english = new Intl.DisplayNames('en', { type: 'region' });
const { compare } = new Intl.Collator('en');

/** Appends the code to names that occur more than once. */
function distinguished(states: readonly State[]): State[] {
  const isTwice = ({ stateName }: State) => states.filter((each) => each.stateName === stateName).length > 1;
  return states
    .map((state) => (isTwice(state) ? { ...state, stateName: `${state.stateName} (${state.stateCode})` } : state))
    .sort((a, b) => compare(a.stateName, b.stateName));
}

async function load() {
  const { iso31661, iso31662 } = await import('iso-3166');
  const countries = iso31661
    .map(({ alpha2, name }): Country => ({ countryCode: alpha2, countryName: english.of(alpha2) ?? name }))
    .sort(
      (a, b) => Number(b.countryCode === USA) - Number(a.countryCode === USA) || compare(a.countryName, b.countryName),
    );
  const states = new Map<string, State[]>(countries.map(({ countryCode }) => [countryCode, []]));
  for (const { code, parent, name } of iso31662) {
    const stateCode = code.slice(parent.length + 1);
    // Nested subdivisions have another subdivision as parent, which has no list here.
    if (isListed(parent, stateCode)) states.get(parent)?.push({ stateCode, stateName: name });
  }
  states.get(USA)?.push(...MILITARY);
  return { countries, states: new Map([...states].map(([country, of]) => [country, distinguished(of)])) };
}

let loading: ReturnType<typeof load> | undefined;
const lists = () => (loading ??= load());

/** Returns all countries by name, with the United States first. */
export const countries = async (): Promise<Country[]> => (await lists()).countries;

/** Returns the states of a country by name. Empty if it has none, undefined for an unknown country. */
export const listStates = async (countryCode: string): Promise<State[] | undefined> =>
  (await lists()).states.get(countryCode);

/** Returns the address with the name of its state. An unknown code stays. */
export async function withStateName<Address extends Pick<PostalAddressValues, 'country' | 'state'>>(address: Address) {
  const { country, state } = address;
  const named = (await listStates(country))?.find(({ stateCode }) => stateCode === state);
  return { ...address, stateName: named?.stateName ?? state };
}

/** Returns the names of the codes in an address. Unknown codes stay. */
async function namesIn(address: PostalAddressValues) {
  const { country } = address;
  const { stateName } = await withStateName(address);
  const of = (await countries()).find(({ countryCode }) => countryCode === country);
  return { state: stateName, country: of?.countryName ?? country };
}

/** Returns the lines of an address for documents and letters. */
export const printedAddress = async (address: PostalAddressValues): Promise<readonly string[]> =>
  addressLines(address, await namesIn(address));
