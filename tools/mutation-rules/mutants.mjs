/**
 * The mutants of the rules: every source file with all its mutants written into it, each behind a switch, by Stryker's
 * instrumenter. One evaluation of a file so serves for all of its mutants.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from '../sources.mjs';

const silent = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Texts for developers: what a call does in the API's description, what a site search looks for, what a thrown error says. */
const PROSE = new Set(['summary', 'keywords']);
const isProse = (path) => path.isObjectProperty() && PROSE.has(path.node.key.name);
const isThrownByUs = (path) => path.isNewExpression() && /^(?:Range|Type)?Error$/.test(path.node.callee.name ?? '');
/** The second argument of a check on the wire says to developers what was expected. */
const isCheckMessage = (path) =>
  path.isStringLiteral() &&
  path.key === 1 &&
  path.parentPath.isCallExpression() &&
  path.parent.callee.property?.name === 'check';

/** A prepared statement has a name for the engine; any does. */
const isStatementName = (path) =>
  path.isStringLiteral() && path.parentPath.isCallExpression() && path.parent.callee.property?.name === 'prepare';

const ignorer = {
  shouldIgnore: (path) =>
    isProse(path) || isThrownByUs(path) || isCheckMessage(path) || isStatementName(path)
      ? 'a text for developers'
      : undefined,
};

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The line of a source on which a mutant starts, without spaces around it. */
const lineOf = (content, line) => (content.split('\n')[line] ?? '').trim();

/** What stands at a mutant's place. */
function originalOf(content, { start, end }) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

/**
 * Instruments files. `id` is unique among all of them; `key` stays the same while the line and the replacement do, wherever
 * the line moves.
 */
export async function mutantsOf(files) {
  const instrumenter = new Instrumenter(silent);
  const sources = [];
  for (const file of files) {
    const content = await readFile(join(root, file), 'utf8');
    const { files: written, mutants } = await instrumenter.instrument([{ name: file, content, mutate: true }], {
      ignorers: [ignorer],
      excludedMutations: [],
      plugins: null,
      noHeader: false,
    });
    const prefix = hashOf(file);
    const text = written[0].content.replaceAll(
      /\b(stryMutAct_9fa48|stryCov_9fa48)\(([^()]*)\)/g,
      (_, name, ids) => `${name}(${ids.replaceAll(/"(\d+)"/g, `"${prefix}:$1"`)})`,
    );
    sources.push({
      file,
      hash: hashOf(content),
      text,
      mutants: mutants
        .filter(({ statusReason, status }) => status === undefined && statusReason === undefined)
        .map(({ id, location, mutatorName, replacement }) => {
          const original = originalOf(content, location);
          const at = lineOf(content, location.start.line);
          return {
            id: `${prefix}:${id}`,
            file,
            line: location.start.line + 1,
            mutator: mutatorName,
            at,
            original,
            replacement,
            key: [file, mutatorName, at, original, replacement].join('\n'),
          };
        }),
    });
  }
  return sources;
}
