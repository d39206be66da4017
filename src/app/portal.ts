/** The parts of a started portal, made once for a page: client, sign-in, session, clock, content, router. */
import { createContext, useContext } from 'react';
import type { DataRouter } from 'react-router-dom';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import { content } from '#domain/portal/content/calls.ts';
import { filledHtml } from '#domain/portal/content/rules.ts';
import type { ContentSection } from '#domain/portal/content/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { session } from '#machines/session/session/session.machine.ts';
import type { Activity } from './session/activity.ts';
import type { DraftsByPerson } from './session/session-end.ts';
import type { FlowHost } from './flow/flow-host.ts';
import type { Unsaved } from './browser/unsaved.ts';
import { logFailure } from './page/log.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';
import type { UnreadMessages } from './inbox/unread-messages.ts';
import type { AccessMemory } from './access/access-memory.ts';
import type { FirstGuard } from './access/guard.ts';
import type { Loaders } from './content/loaders.ts';
import type { LoadContent } from '../ui/index.ts';
import { type Load, loadedAtOnce } from './content/loaded.ts';

/** Facts about the browser that pages read during rendering. */
export interface BrowserFacts {
  /** The storage of this tab. */
  readonly tab: Pick<Storage, 'getItem' | 'setItem'>;
  readonly userAgent: string;
  readonly cookies: () => string;
}

export interface Portal {
  readonly started: Started;
  readonly browser: BrowserFacts;
  readonly run: RunEffect;
  readonly session: ActorRefFrom<typeof session>;
  readonly router: DataRouter;
  /** Called when a blocker of the router stops a Back or Forward (`browser/history-position.ts`). */
  readonly onPopBlocked: () => void;
  /** The data for access decisions. */
  readonly access: AccessMemory;
  /** The access check of the first page, if it started before the page rendered. */
  readonly firstGuard?: FirstGuard;
  /** How many messages are unread. */
  readonly unread: UnreadMessages;
  /** The time of the last activity in any tab. */
  readonly activity: Activity;
  /** Keeps the drafts of a web account. */
  readonly draftsOf: DraftsByPerson['of'];
  /** What would be lost with the document. */
  readonly unsaved: Unsaved;
  /** The business clock (ruling 5). */
  readonly now: () => Date;
  /** Loads a managed text; undefined if there is none. Each section is fetched once per content version. */
  readonly loadContent: LoadContent;
  /** See {@link Loaders}. */
  readonly loadMessages: Loaders['loadMessages'];
  readonly loadWebAccount: Loaders['loadWebAccount'];
  /** See {@link FlowHost}: set where pages are drawn as HTML. */
  readonly stateOf?: FlowHost['stateOf'];
}

const PortalContext = createContext<Portal | null>(null);

export const PortalProvider = PortalContext.Provider;

/** The portal of this page. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === null) throw new Error('The portal has not started');
  return portal;
}

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
  const sectionOf = (section: string): Load<ContentSection> => {
    const load = sections.get(section) ?? loadedAtOnce(() => ask(section));
    sections.set(section, load);
    return load;
  };
  for (const section of [...SHELL_SECTIONS, ...firstSections]) sectionOf(section);
  const loadContent = async (section: string, name: string) => {
    try {
      const { [name]: text } = await sectionOf(section)();
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
