/** The list of demo users that the server prints at startup and that docs/demo-data.md repeats. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { readPeople } from '#server/demo/load.ts';
import { groupBySituation } from '#server/demo/situations.ts';
import { demoTable } from '#server/demo/demo-table.ts';

const today = toPlainDate('2026-11-20');
const table = async (): Promise<string[]> => (await demoTable('server/demo', today)).split('\n');

it('starts with the password and lists every user by situation, in columns', async () => {
  const [head = '', ...lines] = await table();
  expect(head).toBe('  Demo people (all have the password demo)');
  const people = lines.filter((line) => /^ {4}[a-z]/.test(line));
  expect(people).toHaveLength(20);
  for (const line of people) expect(line).toMatch(/^ {4}[a-z]+ {2,}[A-Z][^.]+(?:\.[a-z][^.]*)?\.$/);
  expect(new Set(people.map((line) => line.search(/ [A-Z]/))).size).toBe(1);
});

it('groups the users by situation, in a fixed order', async () => {
  const situations = (await table()).filter((line) => /^ {2}[A-Z]/.test(line)).slice(1);
  expect(situations.map((line) => line.trim())).toEqual([
    'Paying',
    'Past due',
    'Pausing payments',
    'Changing plans',
    'Applications in process',
    'Many accounts',
    'Logging in',
    'Other roles',
  ]);
});

it('describes in one sentence what each user demonstrates', async () => {
  const text = (await table()).map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(text).toContain('sam Sam has private loans only.');
  expect(text).toContain("casey Casey is an authorized payer and pays Avery's loans.");
  expect(text).toContain("frankie Frankie is an employee who views Avery's account.");
});

it('is the list of docs/demo-data.md', async () => {
  const list = groupBySituation(await readPeople('server/demo', today))
    .map(({ situation, people }) => {
      const items = people.map(({ signIn, shows = '' }) => `- \`${signIn}\`: ${shows}`);
      return `### ${situation}\n\n${items.join('\n')}\n`;
    })
    .join('\n');
  expect(await readFile('docs/demo-data.md', 'utf8')).toContain(list);
});
