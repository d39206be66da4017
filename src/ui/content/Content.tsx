import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import { ContentText } from './ContentText.tsx';

/** Loads a managed text; undefined where there is none. The app hands it in, and keeps what it has loaded. */
export interface LoadContent {
  (section: string, name: string): Promise<string | undefined>;
  /** A text of which the section is here already, so that nothing has to stand in its place; undefined for any other. */
  readonly arrived?: (section: string, name: string) => string | undefined;
}

const noContent: LoadContent = () => Promise.resolve(undefined);

/** Where managed texts come from. */
export const ContentSource = createContext<LoadContent>(noContent);

export interface ContentProps {
  section: string;
  name: string;
  /** What stands here when the managed text is missing. */
  fallback?: ReactNode | undefined;
  /** The fallback also stands here until the text has arrived: the name of a dialog must not be empty for a moment. */
  meanwhile?: boolean | undefined;
  /** Inside a heading or a sentence. */
  inline?: boolean | undefined;
  /** What stands in the text's places in braces: `{ amount: '$10.00' }` for `{amount}`. Plain text. */
  values?: Readonly<Record<string, string>> | undefined;
}

interface Arrived {
  readonly key: string;
  readonly html: string | undefined;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text with its places filled; a place without a value stays as it is written. */
const filled = (html: string, values: Readonly<Record<string, string>> = {}): string =>
  html.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    (Object.hasOwn(values, name) ? (values[name] ?? place) : place).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign),
  );

/** A managed text on its way, or arrived, or missing. */
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

/** Managed text by section and key. Where it is missing and has no fallback, nothing stands in its place. */
export function Content({ section, name, fallback, meanwhile, inline, values }: ContentProps) {
  const { html, state } = useContent(section, name);
  const text = html === undefined ? undefined : filled(html, values);
  return <ContentText {...{ section, name, state, fallback, meanwhile, inline }} html={text} />;
}
