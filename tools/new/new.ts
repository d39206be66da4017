/**
 * `npm run new page NAME -- --area accounts`, `npm run new form NAME -- --area profile`: makes a page with its machine,
 * model, views and address. It never overwrites a file. See docs/first-page.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { getBasePath, findRoute } from '#domain/portal/routes.ts';
import {
  KINDS,
  type Kind,
  type NewPage,
  ROUTES,
  generateFiles,
  toIdentifier,
  isIdentifierTaken,
  isName,
  toTitle,
  withRow,
} from './generate.ts';

const USAGE = `Usage: npm run new page NAME -- --area AREA   a page that loads data and shows it
       npm run new form NAME -- --area AREA   a page with a form of one field

  NAME           words in lower case with hyphens: fee-history
  --area AREA    a folder of machines: accounts, payments, profile …
  --path PATH    the address; by default /AREA/NAME
  --title TITLE  the heading; by default NAME in words
`;

/** A wrong argument, with a message for the person who typed it. */
export class WrongArgument extends Error {}

export const areas = (): readonly string[] =>
  readdirSync('machines', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b, 'en'));

/** Returns the page to make. Throws a {@link WrongArgument} that says how to correct an argument. */
export function parsePage(options: {
  readonly kind: string | undefined;
  readonly name: string | undefined;
  readonly area: string | undefined;
  readonly path?: string | undefined;
  readonly title?: string | undefined;
}): NewPage {
  const kind = KINDS.find((each) => each === options.kind);
  const { name, area } = options;
  if (kind === undefined || name === undefined) throw new WrongArgument(USAGE);
  if (!isName(name)) {
    throw new WrongArgument(`"${name}" is not a name. Use lower-case words with hyphens, such as fee-history.`);
  }
  if (area === undefined || !areas().includes(area)) {
    throw new WrongArgument(
      `${area === undefined ? 'Say the area' : `"${area}" is not an area. Choose one`}: ${areas().join(', ')}.\n` +
        `For example: npm run new ${kind} ${name} -- --area ${areas()[0] ?? ''}`,
    );
  }
  const used = [`src/pages/${name}.ts`, `src/pages/${name}.tsx`]
    .concat(areas().flatMap((each) => [`machines/${each}/${name}`, `src/views/${each}/${name}`]))
    .find((file) => existsSync(file));
  if (used !== undefined) throw new WrongArgument(`There is ${used} already. Choose another name.`);
  if (isIdentifierTaken(kind, toIdentifier(name))) {
    throw new WrongArgument(`The code of the page already uses the name "${toIdentifier(name)}". Add a word to it.`);
  }
  const { path = `/${area}/${name}`, title = toTitle(name) } = options;
  if (!/^(?:\/[a-z\d]+(?:-[a-z\d]+)*)+$/.test(path)) {
    throw new WrongArgument(`"${path}" is not an address. Use lower-case words, such as /${area}/${name}.`);
  }
  const route = findRoute(path);
  if (route !== undefined) {
    throw new WrongArgument(`${path} belongs to the page ${getBasePath(route)}. Choose another address with --path.`);
  }
  if (!/^[\p{L}\d][\p{L}\d ,:&()-]*$/u.test(title)) {
    throw new WrongArgument(`"${title}" is not a title. Use letters, digits and spaces; you can change it later.`);
  }
  return { kind, name, area, path, title };
}

/** Asks for the area at a terminal. */
async function askArea(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Which area? ${areas().join(', ')}: `);
  terminal.close();
  return answer.trim() === '' ? undefined : answer.trim();
}

/** What to replace in the files, in order. */
const REPLACE: Readonly<Record<Kind, readonly string[]>> = {
  page: [
    'Load your data: the call and `data` in the machine, the answers in the model, then the view.',
    '   A new call is described in docs/architecture.md, "Adding something".',
  ],
  form: [
    'Send your form. Until then, what is typed is sent as a message of Email Us. Replace the calls and `body` in the',
    '   machine, and the answers in the model. docs/architecture.md, "Adding something", describes a submission.',
    'Add your fields: their values and the schema in the machine, with rules.ts and messages.ts in domain; the model; the view.',
  ],
};

function nextSteps({ kind, name, path, area }: NewPage): string {
  const steps = [
    'Look at it. Log in as avery with the password demo:',
    `   npm run dev, and open http://localhost:4400${path}`,
    'Test its machine, and walk its views in a browser:',
    `   FLOWS=${name} npx vitest run --project pure test/paths/machines`,
    `   FLOWS=${name} npx vitest run --project views test/views/walks`,
    `Change the texts, first in machines/${area}/${name}/${name}.model.ts. The walk fails until the view has them.`,
    ...REPLACE[kind],
    'Link to it: menus are in public/navigation.json, keywords of site search in domain/portal/pages.ts.',
    `State who may open it: add '${path}' to EXPECTED in test/server/access-routes.test.ts.`,
    'npm run diagrams writes its diagram and docs/access.md.',
    'npx oxfmt formats your changes, and npm run test:quick runs the tests that the change affects.',
  ];
  let number = 0;
  return steps.map((step) => (step.startsWith(' ') ? step : `${++number}. ${step}`)).join('\n');
}

/** Formats the files, because names have different lengths. */
function format(files: readonly string[]): void {
  const { status } = spawnSync('npx', ['oxfmt', ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('oxfmt could not format the new files');
}

function make(page: NewPage): string {
  const files = generateFiles(page);
  for (const { file, text } of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  const table = readFileSync(ROUTES, 'utf8');
  writeFileSync(ROUTES, withRow(table, page));
  format([...files.map(({ file }) => file), ROUTES]);
  return `Created\n${files.map(({ file }) => `  ${file}\n`).join('')}Changed\n  ${ROUTES}\n\nNext\n${nextSteps(page)}\n`;
}

export default async function main(args: string[]): Promise<number> {
  const option = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { area: option, path: option, title: option },
      allowPositionals: true,
    });
    // npm removes the name of an option that comes without `--` before it, and passes on its value.
    const [kind, name, third, ...others] = positionals;
    if (others.length > 0) throw new WrongArgument(USAGE);
    const isComplete = kind !== undefined && name !== undefined;
    const area = values.area ?? third ?? (isComplete ? await askArea() : undefined);
    process.stdout.write(make(parsePage({ ...values, kind, name, area })));
    return 0;
  } catch (error) {
    const isOfArguments =
      error instanceof WrongArgument || String(Reflect.get(Object(error), 'code')).startsWith('ERR_PARSE');
    if (!isOfArguments) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n`);
    return 2;
  }
}
