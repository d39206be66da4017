/**
 * Prerendered markup of pages. The prerender script is built from the portal's components into a separate file, which
 * the server knows only by its path. If the file is missing, as in development, pages are not prerendered.
 */
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import type { Prerender } from '#domain/portal/prerendering.ts';
import type { PrerenderedPages } from '../http/documents.ts';
import { logError } from '../log.ts';

/** Maximum number of cached results. It exceeds the number of prerendered pages. */
const KEPT = 200;

const Built = v.object({ prerender: v.function() });
const Markup = v.optional(v.string());

async function load(file: string): Promise<Prerender> {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const { prerender } = v.parse(Built, loaded);
  return async (...given) => v.parse(Markup, await prerender(...given));
}

/**
 * Creates a cache of prerendered markup. Each page is rendered once per business day, with the settings and texts
 * loaded at startup. If a later build replaces the prerender script, pages are not prerendered until the next startup.
 */
export function createPrerenderedPages(file: string | undefined, now: () => Date): PrerenderedPages {
  let drawing: { readonly made: number; readonly prerender: Promise<Prerender> } | undefined;
  const prerenderedPages = new LRUCache<string, Promise<{ readonly html: string | undefined }>>({ max: KEPT });
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
        // The page is served without prerendered markup.
        logError(`drawing ${address}`, error);
        return { html: undefined };
      }
    };
    const rendered = prerenderedPages.get(key) ?? draw();
    prerenderedPages.set(key, rendered);
    return (await rendered).html;
  };
}
