/** Countries and states from the server (P §7, ruling 1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demographics } from '#domain/profile/demographics/calls.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const countries = async () => readJson(await server.make(demographics.countries), demographics.countries.response);
const readStates = async (countryCode: string) =>
  readJson(await server.make(demographics.states, { params: { countryCode } }), demographics.states.response);

/** USPS codes of the fifty states. */
const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
const TERRITORIES = 'AS GU MP PR UM VI';

describe('the countries', () => {
  it('are all of ISO 3166-1 by English name, with the United States first', async () => {
    const all = await countries();
    expect(all).toHaveLength(249);
    expect(all[0]).toEqual({ countryCode: 'US', countryName: 'United States' });
    expect(all.slice(1, 4).map(({ countryName }) => countryName)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
    expect(all.at(-1)).toEqual({ countryCode: 'ZW', countryName: 'Zimbabwe' });
    expect(all).toContainEqual({ countryCode: 'GB', countryName: 'United Kingdom' });
    expect(new Set(all.map(({ countryName }) => countryName)).size).toBe(249);
  });
});

describe('the states', () => {
  it('of the USA are fifty, the District of Columbia, the territories and three codes for military mail', async () => {
    const states = await readStates('US');
    const expected = [...STATES.split(' '), 'DC', ...TERRITORIES.split(' '), 'AA', 'AE', 'AP'];
    expect(states.map(({ stateCode }) => stateCode).sort()).toEqual(expected.sort());
    expect(states[0]).toEqual({ stateCode: 'AL', stateName: 'Alabama' });
    expect(states).toContainEqual({ stateCode: 'AP', stateName: 'Armed Forces Pacific' });
    expect(states).toContainEqual({ stateCode: 'PR', stateName: 'Puerto Rico' });
  });

  it('of Canada are its thirteen provinces and territories', async () => {
    const states = await readStates('CA');
    expect(states.map(({ stateCode }) => stateCode)).toEqual('AB BC MB NB NL NT NS NU ON PE QC SK YT'.split(' '));
  });

  it('are top-level only: the countries of the United Kingdom, the communities of Spain', async () => {
    expect(await readStates('GB')).toEqual([
      { stateCode: 'ENG', stateName: 'England' },
      { stateCode: 'NIR', stateName: 'Northern Ireland' },
      { stateCode: 'SCT', stateName: 'Scotland' },
      { stateCode: 'WLS', stateName: 'Wales' },
    ]);
    const spain = (await readStates('ES')).map(({ stateCode }) => stateCode);
    expect(spain).toHaveLength(19);
    // The province of Barcelona is in Catalonia.
    expect(spain).not.toContain('B');
    const belgium = (await readStates('BE')).map(({ stateCode }) => stateCode);
    expect(belgium).toHaveLength(11);
  });

  it('are empty for a country without states', async () => {
    expect(await readStates('GI')).toEqual([]);
    expect(await readStates('VA')).toEqual([]);
  });

  it('have distinguishable names, in order', async () => {
    for (const { countryCode } of await countries()) {
      const states = await readStates(countryCode);
      const names = states.map(({ stateName }) => stateName);
      expect(new Set(names).size, countryCode).toBe(names.length);
      expect(new Set(states.map(({ stateCode }) => stateCode)).size, countryCode).toBe(names.length);
      expect(names, countryCode).toEqual([...names].sort(new Intl.Collator('en').compare));
    }
  });

  it.each(['XX', 'us', 'USA', '1', '__proto__', 'constructor'])('of %s return 404', async (countryCode) => {
    const answer = await server.make(demographics.states, { params: { countryCode } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});
