/** The file format of static pages (P §2.6): front matter and the errors that name an invalid file. */
import { describe, expect, it } from 'vitest';
import { readPageFile } from '#server/portal/page-file.ts';

const PATH = 'content/pages/help/interest.html';
const file = (...lines: readonly string[]): string => lines.join('\n');
const HEAD = ['title: Interest', 'description: How it accrues: every day', 'keywords: daily'];

describe('a page', () => {
  it('consists of the metadata between its --- lines and the HTML below', () => {
    expect(readPageFile(PATH, file('---', ...HEAD, '---', '', '<p>One</p>', '<p>Two</p>', ''))).toEqual({
      content: '<p>One</p>\n<p>Two</p>',
      metaData: expect.objectContaining({
        title: expect.stringMatching(/^\s*Interest$/),
        description: expect.stringMatching(/How it accrues: every day$/),
      }),
    });
  });

  it('may have Windows line endings', () => {
    const page = readPageFile(PATH, ['---', ...HEAD, '---', '<p>One</p>', '<p>Two</p>'].join('\r\n'));
    expect(page.content).toBe('<p>One</p>\n<p>Two</p>');
  });

  it('may contain three hyphens in its text', () => {
    expect(readPageFile(PATH, file('---', ...HEAD, '---', 'a', '---', 'b')).content).toBe('a\n---\nb');
  });
});

describe('a file is rejected', () => {
  it.each([
    ['without metadata lines', ['<p>One</p>', '---', '<p>Two</p>']],
    ['without an end of the metadata', ['---', ...HEAD]],
    ['with another first line', ['----', ...HEAD, '---']],
    ['that is empty', ['']],
  ])('%s', (_, lines) => {
    expect(() => readPageFile(PATH, file(...lines))).toThrow(
      `${PATH} must start with its title, description and keywords between two lines of ---`,
    );
  });

  it.each(['no colon', ' title: Interest', 'key-words: daily', '- title: Interest', ''])(
    'with an invalid metadata line: %j',
    (line) => {
      expect(() => readPageFile(PATH, file('---', ...HEAD, line, '---'))).toThrow(
        `${PATH}: "${line}" is not "name: value"`,
      );
    },
  );

  it('with duplicate metadata', () => {
    expect(() => readPageFile(PATH, file('---', ...HEAD, 'title: Again', '---'))).toThrow(
      `${PATH}, title: occurs twice`,
    );
  });

  it('with missing or unknown metadata', () => {
    expect(() => readPageFile(PATH, file('---', ...HEAD.slice(1), '---'))).toThrow(`${PATH}, title: `);
    expect(() => readPageFile(PATH, file('---', ...HEAD, 'author: Quist', '---'))).toThrow(`${PATH}, author: `);
  });
});
