import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import { ContentText } from './ContentText.tsx';

/** Loads a managed text; undefined where there is none. The app hands it in, and keeps what it has loaded. */
export type LoadContent = (section: string, name: string) => Promise<string | undefined>;

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

/** Managed text by section and key. */
export function Content({ section, name, fallback, meanwhile, inline, values }: ContentProps) {
  const load = useContext(ContentSource);
  const [arrived, setArrived] = useState<Arrived>();
  const key = `${section}/${name}`;
  useEffect(() => {
    let here = true;
    const fetchText = async () => {
      const html = await load(section, name);
      if (here) setArrived({ key, html });
    };
    void fetchText();
    return () => {
      here = false;
    };
  }, [load, section, name, key]);
  const text = arrived?.key === key ? arrived.html : undefined;
  const html = text === undefined ? undefined : filled(text, values);
  const state = arrived?.key !== key ? 'loading' : text === undefined ? 'missing' : 'ready';
  return <ContentText section={section} name={name} html={html} state={state} fallback={fallback} meanwhile={meanwhile} inline={inline} />;
}
