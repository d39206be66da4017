import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import { ContentText } from './ContentText.tsx';

/**
 * Loads managed content. Resolves to undefined if there is none. Provided by the app, which caches the loaded content.
 */
export interface LoadContent {
  (section: string, name: string): Promise<string | undefined>;
  /**
   * Returns content whose section is already loaded, so that no placeholder is necessary. Returns undefined for other
   * content.
   */
  readonly arrived?: (section: string, name: string) => string | undefined;
}

const noContent: LoadContent = () => Promise.resolve(undefined);

/** Context with the loader of managed content. */
export const ContentSource = createContext<LoadContent>(noContent);

export interface ContentProps {
  section: string;
  name: string;
  /** Replacement for missing managed content. */
  fallback?: ReactNode | undefined;
  /** Also shows the fallback while the content loads, so that a dialog is never without a name. */
  fallbackWhileLoading?: boolean | undefined;
  /** For content inside a heading or a sentence. */
  inline?: boolean | undefined;
  /** Values of the placeholders: `{ amount: '$10.00' }` for `{amount}`. Plain text. */
  values?: Readonly<Record<string, string>> | undefined;
}

interface Arrived {
  readonly key: string;
  readonly html: string | undefined;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Replaces the placeholders in `html`. A placeholder without a value remains unchanged. */
const filled = (html: string, values: Readonly<Record<string, string>> = {}): string =>
  html.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    (Object.hasOwn(values, name) ? (values[name] ?? place) : place).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign),
  );

/** Returns managed content with its loading state. */
export function useContent(section: string, name: string): { html: string | undefined; state: 'loading' | 'ready' | 'missing' } {
  const load = useContext(ContentSource);
  const [arrived, setArrived] = useState<Arrived>();
  const key = `${section}/${name}`;
  const here = load.arrived?.(section, name);
  useEffect(() => {
    if (here !== undefined) return undefined;
    let isShown = true;
    const fetchText = async () => {
      const html = await load(section, name);
      if (isShown) setArrived({ key, html });
    };
    void fetchText();
    return () => {
      isShown = false;
    };
  }, [load, section, name, key, here]);
  if (here !== undefined) return { html: here, state: 'ready' };
  if (arrived?.key !== key) return { html: undefined, state: 'loading' };
  return { html: arrived.html, state: arrived.html === undefined ? 'missing' : 'ready' };
}

/** Managed content by section and key. Renders nothing if the content is missing and has no fallback. */
export function Content({ section, name, fallback, fallbackWhileLoading, inline, values }: ContentProps) {
  const { html, state } = useContent(section, name);
  const text = html === undefined ? undefined : filled(html, values);
  return <ContentText {...{ section, name, state, fallback, fallbackWhileLoading, inline }} html={text} />;
}
