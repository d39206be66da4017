/** The list of demo people that the server prints at startup. */
import type { PlainDate } from '#domain/calendar.ts';
import { DEMO_PASSWORD, readPeople } from './load.ts';
import { groupBySituation } from './situations.ts';

/** Returns the demo people in `folder` by situation, with sign-in names and descriptions. */
export async function demoTable(folder: string, today: PlainDate): Promise<string> {
  const people = await readPeople(folder, today);
  const width = Math.max(...people.map(({ signIn }) => signIn.length));
  const groups = groupBySituation(people).flatMap((group) => [
    '',
    `  ${group.situation}`,
    ...group.people.map(
      ({ signIn, shows, givenName, familyName }) =>
        `    ${signIn.padEnd(width)}  ${shows ?? `${givenName} ${familyName}`}`,
    ),
  ]);
  return [`  Demo people (all have the password ${DEMO_PASSWORD})`, ...groups].join('\n');
}
