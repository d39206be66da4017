/**
 * Consistent wording in the portal's texts: people log in and out, payments are canceled, and a password is the current
 * one. Advice about payments holds for people who are past due too.
 */
import { expect, it } from 'vitest';
import { type Node, files, parse, read } from './repository.ts';

/** Returns whether a file contains texts for borrowers. Stories are for developers. */
const isShown = (file: string): boolean =>
  (/^(?:src\/(?:views|app|ui|pages)\/.*|domain\/.*messages|server\/oidc\/pages|domain\/portal\/routes)\.tsx?$/.test(
    file,
  ) ||
    /^content\/.*\.html$/.test(file)) &&
  !file.endsWith('.stories.tsx');

const textOf = ({ type, value }: Node): string | undefined => {
  if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value) {
    return String(value.cooked);
  }
  return (type === 'JSXText' || type === 'Literal') && typeof value === 'string' ? value : undefined;
};

/** Returns the texts of a source file without those of thrown errors, which are for developers. */
function textsIn(file: string): string[] {
  const { nodes } = parse(file);
  const thrown = new Set<unknown>(
    nodes.flatMap(({ type, arguments: given }) => (type === 'NewExpression' && Array.isArray(given) ? given : [])),
  );
  return nodes.flatMap((node) => (thrown.has(node) ? [] : (textOf(node) ?? [])));
}

/** Returns whether a text is the name of an event or an issue. */
const isName = (text: string): boolean => /^[a-z]+\.[a-zA-Z]+$/.test(text);

/** Returns whether a text is a list of search keywords, which may use any words. */
const isKeywords = (text: string): boolean => /^[a-z]+(?:[ -][a-z]+)*, /.test(text);

const shown = files
  .filter(isShown)
  .flatMap((file) =>
    (file.endsWith('.html') ? [read(file)] : textsIn(file))
      .filter((text) => !isName(text) && !isKeywords(text))
      .map((text) => ({ file, text })),
  );

/** Sentences that the specification (Y §4.6) and ruling 18 quote; they stay as they are. */
const QUOTED = [
  ' is in process. You will see the cancelled payment appear in your Payment History soon.',
  ' could not be cancelled. Please try again.',
];

it.each([
  [
    'people log in and out',
    /\bsign(?:s|ed|ing)? (?:you )?(?:in|out)\b|\bSign(?:ed|ing)?-(?:in|out)\b|\bsign-(?:in|out) /,
  ],
  ['a payment is canceled', /\bcancell(?:ed|ing)\b/],
  ['the password that counts is the current one', /\b(?:present|old) password\b/i],
  ['advice holds for people who are past due too', /\b(?:before|until) (?:you|one|a payment) (?:is )?miss/i],
])('%s, and no other word', (_, pattern) => {
  expect(shown.length).toBeGreaterThan(1_000);
  expect(
    shown
      .filter(({ text }) => pattern.test(text) && !QUOTED.includes(text))
      .map(({ file, text }) => `${file}: ${text.trim()}`),
  ).toEqual([]);
});
