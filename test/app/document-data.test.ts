/** The data embedded in the document: each entry can be read once; missing or invalid data counts as none. */
import { expect, it } from 'vitest';
import { readDocumentData } from '#src/api/document-data.ts';

/** A document with one element. */
const pageWith = (id: string, textContent: string) => ({
  getElementById: (requested: string) =>
    // Only the part of an element that the code reads.
    requested === id ? ({ textContent } as HTMLElement) : null,
});

it('an entry is returned once, so that a second read goes to the server', () => {
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

it('checking for an entry does not consume it, and the prefetched reads are those of the role', () => {
  const files = { 'a.json': 1 };
  const initialReads = { borrower: [['loan-accounts']], payer: [['payment-methods', 'payment-dates']] };
  const data = readDocumentData(pageWith('document-data', JSON.stringify({ files, answers: {}, initialReads })));
  expect([data.file('a.json'), data.file('a.json'), data.takeFile('a.json'), data.file('a.json')]).toEqual([
    1,
    1,
    1,
    undefined,
  ]);
  expect([data.initialReads('borrower'), data.initialReads('payer')]).toEqual([
    [['loan-accounts']],
    [['payment-methods', 'payment-dates']],
  ]);
  expect(data.isForSignedIn).toBe(true);
  expect(data.pageScripts).toEqual([]);
  const without = readDocumentData(pageWith('document-data', JSON.stringify({ files, answers: {} })));
  expect(without.initialReads('borrower')).toEqual([]);
  expect(without.isForSignedIn).toBe(false);
});

it.each([
  ['no such element', 'another', '{"files":{"a":1},"answers":{}}'],
  ['no JSON', 'document-data', '{'],
  ['another form', 'document-data', '{"files":{"a":1}}'],
])('there is no data if the page has %s', (_, id, text) => {
  expect(readDocumentData(pageWith(id, text)).takeFile('a')).toBeUndefined();
});
