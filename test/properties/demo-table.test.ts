/** The table of the demo people that a start prints: a name to sign in with, and who that is. */
import { expect, it } from 'vitest';
import { plainDateOf } from '#domain/calendar.ts';
import { demoTable } from '#server/portal/demo-table.ts';

const table = async (): Promise<string[]> => (await demoTable('server/demo', plainDateOf('2026-11-20'))).split('\n');

it('begins with the password, and has a line for each of them, in columns', async () => {
  const [head = '', ...lines] = await table();
  expect(head).toMatch(/^ {2}name +who \(everybody has the password demo\)$/);
  const column = head.indexOf('who');
  expect(lines.length).toBeGreaterThanOrEqual(20);
  for (const line of lines) {
    expect(line).toMatch(/^ {2}[a-z]+ +[A-Z]/);
    expect(line.slice(column - 2, column)).toBe('  ');
    expect(line.slice(column)).toMatch(/^\S/);
  }
  // The longest name has two spaces after it, and no more.
  expect(Math.max(...lines.map((line) => line.trimStart().indexOf(' ')))).toBe(column - 4);
});

it('says of a borrower what there is to see, and of everybody else for whom they act', async () => {
  const lines = await table();
  const of = (name: string) =>
    lines
      .find((line) => line.startsWith(`  ${name} `))
      ?.replaceAll(/ +/g, ' ')
      .trim();
  expect(of('avery')).toMatch(/^avery Avery Lindqvist: \S/);
  expect(of('sam')).toBe('sam Sam Okonkwo: commercial loans only');
  expect(of('casey')).toBe('casey Casey Lindqvist, authorized payer for avery: authorized payer for avery');
  expect(of('frankie')).toBe('frankie Frankie Adeyemi, impersonator of avery: an employee who sees what avery sees');
  expect(lines.filter((line) => line.includes('undefined'))).toEqual([]);
});
