/** The demo people, for whoever starts the server to choose from. */
import { DEMO_PASSWORD, readPeople } from '../demo/load.ts';
import type { PlainDate } from '#domain/calendar.ts';

const WHO = { borrower: '', payer: ', authorized payer for ', impersonator: ', impersonator of ' } as const;

/** A table of the sign-in names in `folder` and whom they stand for. */
export async function demoTable(folder: string, today: PlainDate): Promise<string> {
  const people = await readPeople(folder, today);
  const rows = people.map((person) => {
    const actsFor = person.role === 'borrower' ? '' : person.actsFor;
    const what = person.shows === undefined ? '' : `: ${person.shows}`;
    return [person.signIn, `${person.givenName} ${person.familyName}${WHO[person.role]}${actsFor}${what}`] as const;
  });
  const width = Math.max(...rows.map(([name]) => name.length), 'name'.length);
  const lines = [['name', `who (everybody has the password ${DEMO_PASSWORD})`] as const, ...rows];
  return lines.map(([name, who]) => `  ${name.padEnd(width)}  ${who}`).join('\n');
}
