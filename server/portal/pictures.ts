/**
 * The pictures of public pages. What draws them is built from the portal's components into a file of its own, so that the
 * server knows of it by its path only. Where the file is missing, as in development, documents have no picture.
 */
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import type { Prerender } from '#domain/portal/prerendering.ts';
import { logError } from '../log.ts';

/** As many as a portal has public pages, and more. */
const KEPT = 200;

const Built = v.object({ prerender: v.function() });
const Picture = v.optional(v.string());

async function load(file: string): Promise<Prerender> {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const { prerender } = v.parse(Built, loaded);
  return async (...given) => v.parse(Picture, await prerender(...given));
}

/** Gives the picture of the page at an address; undefined where there is none. The data are those of its document. */
export type Pictures = (address: string, data: Parameters<Prerender>[0]) => Promise<string | undefined>;

/**
 * Pictures by the file that draws them. Each is drawn once for a business day; settings and texts are those with which the
 * server has started. A later build in place of the one that was loaded has no pictures before the next start.
 */
export function createPictures(file: string | undefined, now: () => Date): Pictures {
  let drawing: { readonly made: number; readonly prerender: Promise<Prerender> } | undefined;
  const pictures = new LRUCache<string, Promise<{ readonly html: string | undefined }>>({ max: KEPT });
  return async (address, data) => {
    if (file === undefined) return undefined;
    const made = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (made === undefined) return undefined;
    drawing ??= { made, prerender: load(file) };
    if (drawing.made !== made) return undefined;
    const { prerender } = drawing;
    const today = now();
    const key = `${businessDate(today)} ${address}`;
    const draw = async () => {
      try {
        return { html: await (await prerender)(data, address, today) };
      } catch (error) {
        // The page comes without it.
        logError(`drawing ${address}`, error);
        return { html: undefined };
      }
    };
    const picture = pictures.get(key) ?? draw();
    pictures.set(key, picture);
    return (await picture).html;
  };
}
