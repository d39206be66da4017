/** The file of a static page (P §2.6): what it must begin with, and how it is refused by name where it does not. */
import { describe, expect, it } from 'vitest';
import { readPageFile } from '#server/portal/page-file.ts';

const PATH = 'content/pages/help/interest.html';
const file = (...lines: readonly string[]): string => lines.join('\n');
const HEAD = ['title: Interest', 'description: How it accrues: every day', 'keywords: daily'];

describe('a page', () => {
  it('is what stands between its lines, and the HTML below them', () => {
    expect(readPageFile(PATH, file('---', ...HEAD, '---', '', '<p>One</p>', '<p>Two</p>', ''))).toEqual({
      content: '<p>One</p>\n<p>Two</p>',
      metaData: expect.objectContaining({
        title: expect.stringMatching(/^\s*Interest$/),
        description: expect.stringMatching(/How it accrues: every day$/),
      }),
    });
  });

  it('may have the ends of lines of Windows', () => {
    const page = readPageFile(PATH, ['---', ...HEAD, '---', '<p>One</p>', '<p>Two</p>'].join('\r\n'));
    expect(page.content).toBe('<p>One</p>\n<p>Two</p>');
  });

  it('may have three hyphens in its text', () => {
    expect(readPageFile(PATH, file('---', ...HEAD, '---', 'a', '---', 'b')).content).toBe('a\n---\nb');
  });
});

describe('a file is refused', () => {
  it.each([
    ['without its first lines', ['<p>One</p>', '---', '<p>Two</p>']],
    ['whose first lines have no end', ['---', ...HEAD]],
    ['whose first line is another', ['----', ...HEAD, '---']],
    ['that is empty', ['']],
  ])('%s', (_, lines) => {
    expect(() => readPageFile(PATH, file(...lines))).toThrow(
      `${PATH} must start with its title, description and keywords between two lines of ---`,
    );
  });

  it.each(['no colon', ' title: Interest', 'key-words: daily', '- title: Interest', ''])(
    'with a line that is no name and value: %j',
    (line) => {
      expect(() => readPageFile(PATH, file('---', ...HEAD, line, '---'))).toThrow(
        `${PATH}: "${line}" is no "name: value"`,
      );
    },
  );

  it('that says something twice', () => {
    expect(() => readPageFile(PATH, file('---', ...HEAD, 'title: Again', '---'))).toThrow(
      `${PATH}, title: it is written twice`,
    );
  });

  it('that lacks something, or says what pages do not have', () => {
    expect(() => readPageFile(PATH, file('---', ...HEAD.slice(1), '---'))).toThrow(`${PATH}, title: `);
    expect(() => readPageFile(PATH, file('---', ...HEAD, 'author: Quist', '---'))).toThrow(`${PATH}, author: `);
  });
});
