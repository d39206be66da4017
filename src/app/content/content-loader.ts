/** Loads managed texts, a section at a time. */
import * as v from 'valibot';
import { content } from '#domain/portal/content/calls.ts';
import { filledHtml } from '#domain/portal/content/rules.ts';
import type { ContentSection } from '#domain/portal/content/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';
import { logFailure } from '../page/log.ts';
import { type Load, loadedAtOnce } from './loaded.ts';

/** Managed texts, some of them already loaded. */
export interface ContentLoader {
  (section: string, name: string): Promise<string | undefined>;
  /** Returns a text if its section is loaded; otherwise undefined. */
  readonly arrived: (section: string, name: string) => string | undefined;
}

/** The sections of the texts around every page, which the document contains. */
const SHELL_SECTIONS = ['usds', 'globalsite'];

/** Log messages for missing texts of a section, as the specification words them (R §8). */
const MISSING_TEXTS: Readonly<Record<string, string>> = { repayoptions: 'Error loading static content.' };

/**
 * Creates the loader of managed texts. It fetches a section at a time, caches it for the lifetime of the page and
 * retries after a failure. It prefetches the sections around every page and those of the first page.
 */
export function createContentLoader(
  run: RunEffect,
  { contentVersion, configuration }: Started,
  firstSections: readonly string[] = [],
): ContentLoader {
  const sections = new Map<string, Load<ContentSection>>();
  const ask = async (section: string): Promise<ContentSection> => {
    const request = { params: { section }, query: { version: contentVersion.versionContent } };
    const answer = await run({ kind: 'call', call: content.section }, request, new AbortController().signal);
    return v.parse(content.section.response, answer);
  };
  const findSection = (section: string): Load<ContentSection> => {
    const load = sections.get(section) ?? loadedAtOnce(() => ask(section));
    sections.set(section, load);
    return load;
  };
  for (const section of [...SHELL_SECTIONS, ...firstSections]) findSection(section);
  const loadContent = async (section: string, name: string) => {
    try {
      const { [name]: text } = await findSection(section)();
      if (text === undefined) throw new Error(`The section ${section} has no ${name}`);
      return filledHtml(text, configuration);
    } catch (error) {
      // The component with the text shows an alternative (Y §2.1, P §8).
      logFailure(MISSING_TEXTS[section] ?? `The text ${section}/${name} could not be loaded`, error);
      return undefined;
    }
  };
  return Object.assign(loadContent, {
    arrived: (section: string, name: string) => {
      const text = sections.get(section)?.arrived?.()?.[name];
      return text === undefined ? undefined : filledHtml(text, configuration);
    },
  });
}
