/** What came with the page: given out once, and nothing where it is missing or wrong. */
import { expect, it } from 'vitest';
import { readDocumentData } from '#src/api/document-data.ts';

/** A page with one element. */
const pageWith = (id: string, textContent: string) => ({
  getElementById: (wanted: string) =>
    // Only what is read of an element.
    wanted === id ? ({ textContent } as HTMLElement) : null,
});

it('is given out once: who asks again asks the server', () => {
  const { takeFile, takeAnswer } = readDocumentData(
    pageWith('document-data', JSON.stringify({ files: { 'a.json': { a: 1 } }, answers: { 'content/a': [2] } })),
  );
  expect([takeFile('a.json'), takeFile('a.json'), takeFile('b.json')]).toEqual([{ a: 1 }, undefined, undefined]);
  expect([takeAnswer('content/a'), takeAnswer('content/a'), takeAnswer('toString')]).toEqual([
    [2],
    undefined,
    undefined,
  ]);
});

it('is looked at without being taken; the first reads are those of the role, or none', () => {
  const files = { 'a.json': 1 };
  const firstReads = { borrower: [['loan-accounts']], payer: [['payment-methods', 'payment-dates']] };
  const data = readDocumentData(pageWith('document-data', JSON.stringify({ files, answers: {}, firstReads })));
  expect([data.file('a.json'), data.file('a.json'), data.takeFile('a.json'), data.file('a.json')]).toEqual([
    1,
    1,
    1,
    undefined,
  ]);
  expect([data.firstReads('borrower'), data.firstReads('payer')]).toEqual([
    [['loan-accounts']],
    [['payment-methods', 'payment-dates']],
  ]);
  expect(data.isForSignedIn).toBe(true);
  expect(data.pageScripts).toEqual([]);
  const without = readDocumentData(pageWith('document-data', JSON.stringify({ files, answers: {} })));
  expect(without.firstReads('borrower')).toEqual([]);
  expect(without.isForSignedIn).toBe(false);
});

it.each([
  ['no such element', 'another', '{"files":{"a":1},"answers":{}}'],
  ['no JSON', 'document-data', '{'],
  ['another form', 'document-data', '{"files":{"a":1}}'],
])('is nothing where the page has %s', (_, id, text) => {
  expect(readDocumentData(pageWith(id, text)).takeFile('a')).toBeUndefined();
});
