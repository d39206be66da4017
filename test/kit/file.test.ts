/** File responses: their content and their names. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FileResponse, fileNameFrom, toFileName, toFileResponse } from '#domain/file.ts';

describe('a file response', () => {
  it('has content, media type and size', async () => {
    const file = toFileResponse('note.txt', 'text/plain', new TextEncoder().encode('Zoë'));
    expect(file).toMatchObject({ fileName: 'note.txt', mediaType: 'text/plain', size: 4 });
    expect(v.is(FileResponse, file)).toBe(true);
    if (!(file.content instanceof Blob)) throw new Error('The bytes are there');
    expect([await file.content.text(), file.content.type]).toEqual(['Zoë', 'text/plain']);
  });

  it.each([null, 'note.txt', {}, { fileName: 'note.txt' }, { content: new Blob() }])('cannot be %j', (given) => {
    expect(v.is(FileResponse, given)).toBe(false);
  });

  it('has a clear error for a value that is not a file', () => {
    expect(v.safeParse(FileResponse, {}).issues?.[0].message).toBe('A file is expected');
  });

  it.each([
    ['Your bill, November 2026', 'Your-bill-November-2026.pdf'],
    ['  — Zoë’s résumé —  ', 'Zoe-s-re-sume.pdf'],
    ['???', 'document.pdf'],
    ['', 'document.pdf'],
    ['a'.repeat(100), `${'a'.repeat(80)}.pdf`],
    ['--Your bill--', 'Your-bill.pdf'],
    ['—', 'document.pdf'],
    ['a--b', 'a--b.pdf'],
  ])('for "%s" is named %s', (text, name) => {
    expect(toFileName(text, 'pdf')).toBe(name);
  });

  it.each([
    ['attachment; filename="a.pdf"', 'a.pdf'],
    [`attachment; filename="a.pdf"; filename*=UTF-8''Zo%C3%AB.pdf`, 'Zoë.pdf'],
    [`attachment; filename*=UTF-8''b.pdf; size=7`, 'b.pdf'],
    ['inline', undefined],
    ['attachment; filename=""', undefined],
  ])('with the header %s is named %s', (header, name) => {
    expect(fileNameFrom(header)).toBe(name);
  });
});
