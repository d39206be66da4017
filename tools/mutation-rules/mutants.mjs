/**
 * Creates the mutants of the rules with Stryker's instrumenter: each source file contains all its mutants, each behind
 * a switch, so that one evaluation serves all of them.
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

/** Properties with texts for developers: call summaries in the API description, and search keywords. */
const PROSE = new Set(['summary', 'keywords']);
const isProse = (path) => path.isObjectProperty() && PROSE.has(path.node.key.name);
const isThrownByUs = (path) => path.isNewExpression() && /^(?:Range|Type)?Error$/.test(path.node.callee.name ?? '');
/** Returns whether a path is the message of a check, which is for developers. */
const isCheckMessage = (path) =>
  path.isStringLiteral() &&
  path.key === 1 &&
  path.parentPath.isCallExpression() &&
  path.parent.callee.property?.name === 'check';

/** Returns whether a path is the name of a prepared statement, which is arbitrary. */
const isStatementName = (path) =>
  path.isStringLiteral() && path.parentPath.isCallExpression() && path.parent.callee.property?.name === 'prepare';

const ignorer = {
  shouldIgnore: (path) =>
    isProse(path) || isThrownByUs(path) || isCheckMessage(path) || isStatementName(path)
      ? 'a text for developers'
      : undefined,
};

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Returns the trimmed line of a source on which a mutant starts. */
const lineOf = (content, line) => (content.split('\n')[line] ?? '').trim();

/** Returns the original code of a mutant. */
function originalOf(content, { start, end }) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

/**
 * Instruments files. `id` is unique among all mutants; `key` is stable while the line's text and the replacement are
 * unchanged, even if the line moves.
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
