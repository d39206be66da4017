/** The parts of a started portal, made once for a page: client, sign-in, session, clock, content, router. */
import { createContext, useContext } from 'react';
import type { DataRouter } from 'react-router-dom';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import { content } from '#domain/content/calls.ts';
import { filledHtml } from '#domain/content/rules.ts';
import type { ContentSection } from '#domain/content/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { session } from '#machines/session/session.machine.ts';
import type { Activity } from './session/activity.ts';
import type { DraftsByPerson } from './session/session-end.ts';
import type { FlowHost } from './flow/flow-host.ts';
import type { Unsaved } from './browser/unsaved.ts';
import { logFailure } from './errors/log.ts';
import type { Started } from '#machines/startup/startup.machine.ts';
import type { UnreadMessages } from './inbox/unread-messages.ts';
import type { AccessMemory } from './access/access-memory.ts';
import type { FirstGuard } from './access/guard.ts';
import type { Loaders } from './loaders.ts';
import type { LoadContent } from '../ui/index.ts';
import { type Load, loadedAtOnce } from './shell/loaded.ts';

/** What the pages read of the browser while they are drawn. */
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
  /** What is remembered about who may open what. */
  readonly access: AccessMemory;
  /** The question who may open the first page, where it was asked before the page is drawn. */
  readonly firstGuard?: FirstGuard;
  /** How many messages are unread. */
  readonly unread: UnreadMessages;
  /** When somebody was last active, in any tab. */
  readonly activity: Activity;
  /** Keeps the drafts of a web account. */
  readonly draftsOf: DraftsByPerson['of'];
  /** What would be lost with the document. */
  readonly unsaved: Unsaved;
  /** The business clock (ruling 5). */
  readonly now: () => Date;
  /** A managed text, or undefined where there is none. Each section is asked for once for each content version. */
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

/** Managed texts, some of which are here already. */
export interface ContentLoader {
  (section: string, name: string): Promise<string | undefined>;
  /** A text of which the section is here; undefined for any other. */
  readonly arrived: (section: string, name: string) => string | undefined;
}

/** The sections of the texts around every page: they come with the page. */
const SHELL_SECTIONS = ['usds', 'globalsite'];

/** What is logged where a text of a section is missing, as the specification words it (R §8). */
const MISSING_TEXTS: Readonly<Record<string, string>> = { repayoptions: 'Error loading static content.' };

/**
 * Loads managed texts, a section at a time, and keeps them for as long as the page lives. A section that could not be loaded
 * is asked for again. Those around every page, and those with which the first page begins, are asked for at once.
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
      // The place where it belongs says what it can without it (Y §2.1, P §8).
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
