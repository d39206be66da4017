/** Makes the files of a new page from its templates, as text. The templates are the files of `page` and `form`. */
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export const KINDS = ['page', 'form'] as const;
export type Kind = (typeof KINDS)[number];

/** A page to make. */
export interface NewPage {
  readonly kind: Kind;
  /** Name of its folders and files: `fee-history`. */
  readonly name: string;
  /** Area in `machines` and `src/views`: `accounts`. */
  readonly area: string;
  /** Heading, and title of the document: `Fee History`. */
  readonly title: string;
  /** Its address: `/accounts/fee-history`. */
  readonly path: string;
}

/** The file of the route table. */
export const ROUTES = 'domain/portal/routes.ts';

const FOLDER = 'tools/new';

export const isName = (text: string): boolean => /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(text);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the title for a name: 'Fee History' for `fee-history`. */
export const toTitle = (name: string): string => name.split('-').map(capitalized).join(' ');

/** Returns the identifier for a name: `feeHistory` for `fee-history`. */
export const toIdentifier = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the place of the file that a template makes. */
function toTarget(template: string, { name, area }: Pick<NewPage, 'name' | 'area'>): string {
  if (template === 'page.ts') return `src/pages/${name}.ts`;
  const ofMachine = /\.(?:machine|model)\.ts$/.exec(template)?.[0];
  return ofMachine === undefined
    ? `src/views/${area}/${name}/${template}`
    : `machines/${area}/${name}/${name}${ofMachine}`;
}

/** Returns the specifier by which a file imports another one: relative within `machines` and within `src`. */
function toSpecifier(from: string, to: string): string {
  const isNear = from.split('/')[0] === to.split('/')[0];
  if (!isNear) return `#${to}`;
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

const listTemplates = (kind: Kind): readonly string[] =>
  readdirSync(`${FOLDER}/${kind}`).toSorted((a, b) => a.localeCompare(b, 'en'));

const readTemplate = (kind: Kind, template: string): string => readFileSync(`${FOLDER}/${kind}/${template}`, 'utf8');

/** Returns the new files with their texts. */
export function generateFiles(page: NewPage): readonly { readonly file: string; readonly text: string }[] {
  const { kind, name, title } = page;
  const example = `example-${kind}`;
  return listTemplates(kind).map((template) => {
    const file = toTarget(template, page);
    const text = readTemplate(kind, template)
      .replaceAll(/ from '([.#])\/?([^']+)'/g, (_, start: string, path: string) => {
        const to = start === '#' ? path : toTarget(path, page);
        return ` from '${toSpecifier(file, to)}'`;
      })
      .replaceAll(example, name)
      .replaceAll(toIdentifier(example), toIdentifier(name))
      .replaceAll(toTitle(example), title);
    return { file, text };
  });
}

/** Returns the row of the route table. */
export const formatRow = ({ kind, name, title, path }: NewPage): string =>
  `{ path: '${path}', title: '${title}', ...signedIn, page: '${name}'${kind === 'form' ? ", width: 'column'" : ''} }`;

const isArray = (node: ESTree.Expression | null): node is ESTree.ArrayExpression => node?.type === 'ArrayExpression';

/** Returns the elements of the array `routes` with their paths. */
function rowsIn(text: string) {
  const rows = parseSync(ROUTES, text)
    .program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .find(({ id }) => id.type === 'Identifier' && id.name === 'routes')?.init;
  if (rows == null || !isArray(rows)) throw new Error(`${ROUTES} has no array \`routes\``);
  return rows.elements.flatMap((row) => {
    const path = row === null ? undefined : /\bpath: '([^']+)'/.exec(text.slice(row.start, row.end))?.[1];
    return row === null || path === undefined ? [] : [{ path, end: row.end }];
  });
}

const getFirstPart = (path: string): string | undefined => path.split('/')[1];

/** Returns the row after which the row of a page belongs: the last one with the same first segment, or the last of all. */
function rowBefore(text: string, { path }: Pick<NewPage, 'path'>) {
  const rows = rowsIn(text);
  const before = rows.findLast((row) => getFirstPart(row.path) === getFirstPart(path)) ?? rows.at(-1);
  if (before === undefined) throw new Error(`${ROUTES} has no rows`);
  return before;
}

/** Returns the route table with the row of a page. */
export function withRow(text: string, page: NewPage): string {
  const { end } = rowBefore(text, page);
  return `${text.slice(0, end)},\n  ${formatRow(page)}${text.slice(end)}`;
}

/** Returns whether the templates use this identifier for something else, or the language does. */
export function isIdentifierTaken(kind: Kind, identifier: string): boolean {
  if (parseSync('name.ts', `const ${identifier} = 0;`).errors.length > 0) return true;
  return listTemplates(kind).some((template) => new RegExp(`\\b${identifier}\\b`).test(readTemplate(kind, template)));
}
