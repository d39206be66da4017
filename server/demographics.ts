/**
 * The demographic service (P §7): countries and their states, from ISO 3166. Five thousand entries, which most visits never
 * need: they are loaded when they are first asked for.
 */
import { type Country, type State, USA } from '#domain/demographics/shapes.ts';

/** States by the post's reckoning that ISO does not have: where mail to the armed forces goes. */
const MILITARY: readonly State[] = [
  { stateCode: 'AA', stateName: 'Armed Forces Americas' },
  { stateCode: 'AE', stateName: 'Armed Forces Europe, Middle East and Africa' },
  { stateCode: 'AP', stateName: 'Armed Forces Pacific' },
];

/** ISO lists these beside the parts that they consist of; here only the parts, or only the whole, can be chosen. */
const isListed = (country: string, code: string): boolean => {
  if (country === 'GB') return ['ENG', 'NIR', 'SCT', 'WLS'].includes(code);
  return country !== 'BE' || !['VLG', 'WAL'].includes(code);
};

const english = new Intl.DisplayNames('en', { type: 'region' });
const { compare } = new Intl.Collator('en');

/** Where several have one name, their codes tell them apart. */
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
    // Those within another one have that as their parent, and no list of their own.
    if (isListed(parent, stateCode)) states.get(parent)?.push({ stateCode, stateName: name });
  }
  states.get(USA)?.push(...MILITARY);
  return { countries, states: new Map([...states].map(([country, of]) => [country, distinguished(of)])) };
}

let loading: ReturnType<typeof load> | undefined;
const lists = () => (loading ??= load());

/** All countries by name, the United States first. */
export const countries = async (): Promise<Country[]> => (await lists()).countries;

/** The states of a country by name, none where it has none; undefined for a country that is not in the list. */
export const statesOf = async (countryCode: string): Promise<State[] | undefined> =>
  (await lists()).states.get(countryCode);
