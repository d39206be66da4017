/** The parts of a started portal, made once for a page: client, sign-in, session, clock, content, router. */
import { createContext, useContext } from 'react';
import type { DataRouter } from 'react-router-dom';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import { content } from '#domain/content/calls.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { session } from '#machines/session/session.machine.ts';
import type { Started } from '#machines/startup/startup.machine.ts';

export interface Portal {
  readonly started: Started;
  readonly run: RunEffect;
  readonly session: ActorRefFrom<typeof session>;
  readonly router: DataRouter;
  /** The business clock (ruling 5). */
  readonly now: () => Date;
  /** A managed text, or undefined where there is none. Each is asked for once for each content version. */
  readonly loadContent: (section: string, name: string) => Promise<string | undefined>;
}

const PortalContext = createContext<Portal | null>(null);

export const PortalProvider = PortalContext.Provider;

/** The portal of this page. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === null) throw new Error('The portal has not started');
  return portal;
}

/** Loads managed texts, and keeps them for as long as the page lives. A text that could not be loaded is asked for again. */
export function createContentLoader(run: RunEffect, { contentVersion, configuration }: Started): Portal['loadContent'] {
  const kept = new Map<string, Promise<string | undefined>>();
  const filled = (html: string) =>
    html
      .replaceAll('{servicer}', configuration.servicer.name)
      .replaceAll('{product}', configuration.federalProduct)
      .replaceAll('{phone}', configuration.servicer.phone);
  const load = async (section: string, name: string) => {
    const request = { params: { section, name }, query: { version: contentVersion.versionContent } };
    const answer = await run({ kind: 'call', call: content.item }, request, new AbortController().signal);
    return filled(v.parse(content.item.response, answer).data);
  };
  return (section, name) => {
    const key = `${section}/${name}`;
    const loading =
      kept.get(key) ??
      load(section, name).catch(() => {
        kept.delete(key);
        return undefined;
      });
    kept.set(key, loading);
    return loading;
  };
}
