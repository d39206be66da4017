/** Reads the repository as text: its files, their imports, and the room of each file. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { workbenchFile } from '../support/workbench-file.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** All files under version control, including untracked ones that are not ignored. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\0')
  .filter((file) => file !== '' && lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true);

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

export const json = (file: string): unknown => JSON.parse(read(file));

export const sources: readonly string[] = files.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file));

/** The rooms of the design's table, narrower ones first; all other top-level files are "settings". */
export const ROOMS = [
  'src/ui',
  'src/api',
  'src/views',
  'src/start',
  'src/pages',
  'src/app',
  'domain',
  'machines',
  'server',
  'flows/core',
  'flows',
  'test',
  '.storybook',
  'tools/new',
  'tools',
  'auth',
  'generated',
] as const;
export type Room = (typeof ROOMS)[number] | 'settings' | 'elsewhere';

export function getRoom(file: string): Room {
  if (!file.includes('/')) return 'settings';
  return ROOMS.find((room) => file.startsWith(`${room}/`)) ?? 'elsewhere';
}

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Whether the import is erased with the types: `import type`, or an inline type import. */
  readonly isType: boolean;
  /** The imported file of this repository. Undefined for a package. */
  readonly to: string | undefined;
  /** The imported package. Undefined for a file of this repository. */
  readonly package: string | undefined;
}

/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Yields a node and all its descendants. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child);
  }
}

export interface Parsed {
  readonly nodes: readonly Node[];
  readonly comments: readonly string[];
}

const parsed = new Map<string, Parsed>();

/** Parses code. The extension of `file` says how. */
export function parseCode(file: string, code: string): Parsed {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`);
  const tree: unknown = program;
  if (!isNode(tree)) throw new Error(`${file} has no syntax tree`);
  return { nodes: [...nodesIn(tree)], comments: comments.map(({ value }) => value) };
}

export function parse(file: string): Parsed {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const result = parseCode(file, read(file));
  parsed.set(file, result);
  return result;
}

const getText = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;

/** Resolves a specifier to a file or package, as Node and Vite do. */
export function resolve(from: string, specifier: string): Pick<Import, 'to' | 'package'> {
  const path = specifier.replace(/\?.*$/, '');
  const own = path.startsWith('.')
    ? posix.join(posix.dirname(from), path)
    : path.startsWith('#') || path.startsWith('/')
      ? path.slice(1)
      : workbenchFile(path);
  if (own !== undefined) return { to: own, package: undefined };
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  const isBuiltIn = path.startsWith('node:') || builtinModules.includes(path);
  return { to: undefined, package: isBuiltIn ? `node:${path.replace(/^node:/, '')}` : name };
}

function toImport(from: string, node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const specifier = getText(node['source']);
      if (specifier === undefined) return undefined;
      // `import { type A }` remains as an import after type erasure; only `import type` is removed.
      const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
      return { from, specifier, isType, ...resolve(from, specifier) };
    }
    case 'ImportExpression': {
      const specifier = getText(node['source']) ?? '(computed)';
      return { from, specifier, isType: false, ...resolve(from, specifier) };
    }
    case 'TSImportType': {
      const specifier = getText(node['source'] ?? node['argument']) ?? '(computed)';
      return { from, specifier, isType: true, ...resolve(from, specifier) };
    }
    default:
      return undefined;
  }
}

/** Returns all imports of a file: static, dynamic, type-only, and re-exports. */
export const listImports = (file: string): Import[] => parse(file).nodes.flatMap((node) => toImport(file, node) ?? []);

export const exists = (file: string): boolean => existsSync(join(root, file));
