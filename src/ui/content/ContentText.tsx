import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePages } from '../link/pages.ts';
import { Skeleton } from '../skeleton/Skeleton.tsx';
import { sanitizeByBrowser } from './browser-sanitizer.ts';

type Sanitize = typeof import('./sanitize.ts').sanitize;

/** Sanitizes managed HTML. Returns undefined if it cannot handle the text, which then needs the loaded sanitizer. */
export type SanitizeText = (html: string, hasPage: (path: string) => boolean) => string | TrustedHTML | undefined;

/** Context with the sanitizer for environments without a browser. */
export const TextSanitizer = createContext<SanitizeText | undefined>(undefined);

/** Cached across mounts, so that only the first managed content of a session waits for the sanitizer. */
let loaded: Sanitize | undefined;

function useSanitizer(isNeeded: boolean): { sanitize: Sanitize | undefined; failed: boolean } {
  const [sanitize, setSanitize] = useState<Sanitize | undefined>(() => loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isNeeded || sanitize) return undefined;
    let here = true;
    const load = async () => {
      try {
        loaded = (await import('./sanitize.ts')).sanitize;
        if (here) setSanitize(() => loaded);
      } catch {
        if (here) setFailed(true);
      }
    };
    void load();
    return () => {
      here = false;
    };
  }, [isNeeded, sanitize]);
  return { sanitize, failed };
}

export interface ContentTextProps {
  /** Section and key of the content. The element shows them to editors as `data-content="section/name"`. */
  section: string;
  name: string;
  html: string | undefined;
  state: 'loading' | 'ready' | 'missing';
  /** Replacement for missing managed content. */
  fallback?: ReactNode | undefined;
  /** Also shows the fallback while the content loads. */
  fallbackWhileLoading?: boolean | undefined;
  /** For content inside a heading or a sentence. */
  inline?: boolean | undefined;
}

/** Sanitizes and renders managed content, its placeholder or its fallback. */
export function ContentText({ section, name, html, state, fallback, fallbackWhileLoading, inline = false }: ContentTextProps) {
  const isNeeded = state === 'ready' && html !== undefined;
  const hasPage = usePages();
  const sanitizeHere = useContext(TextSanitizer) ?? sanitizeByBrowser;
  const byBrowser = useMemo(
    () => (isNeeded ? sanitizeHere(html, hasPage) : undefined),
    [isNeeded, html, hasPage, sanitizeHere],
  );
  const { sanitize, failed } = useSanitizer(isNeeded && byBrowser === undefined);
  const safe = useMemo(() => {
    const clean = byBrowser ?? (isNeeded ? sanitize?.(html, hasPage) : undefined);
    return clean === undefined ? undefined : { __html: clean };
  }, [byBrowser, isNeeded, sanitize, html, hasPage]);
  const Element = inline ? 'span' : 'div';
  const place = { className: inline ? undefined : 'ui-content', 'data-content': `${section}/${name}` };
  if (safe) return <Element {...place} dangerouslySetInnerHTML={safe} />;
  const isMissing = state === 'missing' || failed;
  if (isMissing && fallback === undefined) return null;
  if (isMissing || fallbackWhileLoading) return <Element {...place}>{fallback}</Element>;
  return <Element {...place}>{inline ? null : <Skeleton />}</Element>;
}
