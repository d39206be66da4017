/** The stylesheets of the pages that the server writes itself: the portal's palette, then what the page is made of. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { paths } from '../paths.ts';

const read = (name: string): Promise<string> => readFile(join(paths.styles, `${name}.css`), 'utf8');

/** The portal's own fonts, which the stylesheets name: they stand beside each stylesheet of a page that has them. */
export const FONTS = ['public-sans-latin-wght-normal.woff2', 'Latin-Merriweather-Bold.woff2'] as const;

/** Answers with a font. */
export async function sendFont(c: Context, name: (typeof FONTS)[number]): Promise<Response> {
  return c.body(new Uint8Array(await readFile(join(paths.fonts, name))), 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=86400',
  });
}

/** Answers with the stylesheet of a page; the description of the API has no fonts of its own. */
export async function sendStylesheet(c: Context, page: 'api' | 'chat' | 'sign-in'): Promise<Response> {
  const parts = await Promise.all([read('base'), ...(page === 'api' ? [] : [read('fonts')]), read(page)]);
  return c.body(parts.join('\n'), 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' });
}
