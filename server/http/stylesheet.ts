/** The stylesheets of the pages that the server writes itself: the portal's palette, then what the page is made of. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { paths } from '../paths.ts';

const read = (name: string): Promise<string> => readFile(join(paths.styles, `${name}.css`), 'utf8');

/** Answers with the stylesheet of a page. */
export async function sendStylesheet(c: Context, page: 'api' | 'chat' | 'sign-in'): Promise<Response> {
  const parts = await Promise.all([read('base'), read(page)]);
  return c.body(parts.join('\n'), 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' });
}
