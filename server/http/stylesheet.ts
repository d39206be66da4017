/** Stylesheets for server-rendered pages: the portal's palette and the styles of the page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { paths } from '../paths.ts';
import { ReadyBody } from './ready-body.ts';

const read = (name: string): Promise<string> => readFile(join(paths.styles, `${name}.css`), 'utf8');

/**
 * The portal's fonts. The stylesheets reference them by relative URL, so each page serves them next to its stylesheet.
 */
export const FONTS = ['public-sans-latin-wght-normal.woff2', 'Latin-Merriweather-Bold.woff2'] as const;

/** Responds with a font. */
export async function sendFont(c: Context, name: (typeof FONTS)[number]): Promise<Response> {
  return c.body(new Uint8Array(await readFile(join(paths.fonts, name))), 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=86400',
  });
}

type StyledPage = 'api' | 'chat' | 'sign-in';

const stylesheets = new Map<StyledPage, Promise<ReadyBody>>();

async function readStylesheet(page: StyledPage): Promise<ReadyBody> {
  const parts = await Promise.all([read('base'), ...(page === 'api' ? [] : [read('fonts')]), read(page)]);
  return new ReadyBody(parts.join('\n'));
}

/** Responds with the stylesheet of a page. The API description uses system fonts. */
export async function sendStylesheet(c: Context, page: StyledPage): Promise<Response> {
  const known = stylesheets.get(page) ?? readStylesheet(page);
  stylesheets.set(page, known);
  return (await known).response(c.req.raw, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' });
}
