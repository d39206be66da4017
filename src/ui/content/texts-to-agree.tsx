import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Notice } from '../notice/Notice.tsx';
import { ContentSource } from './Content.tsx';
import { ContentText } from './ContentText.tsx';

/** Texts that require the borrower's agreement. */
export interface TextsToAgree {
  /** Whether all texts have loaded. The borrower cannot agree before that. */
  readonly isReadable: boolean;
  /**
   * Error with a retry button if a text failed to load, else null. While it shows, the page must not offer the
   * agreement.
   */
  readonly missing: ReactNode | null;
  /** The texts, in the order of their names. */
  readonly shown: readonly ReactNode[];
}

interface Arrived {
  readonly key: string;
  readonly attempt: number;
  readonly texts: readonly (string | undefined)[];
}

/** Loads the managed texts that require agreement. The borrower can only agree to texts that are displayed. */
export function useTextsToAgree(section: string, names: readonly string[]): TextsToAgree {
  const load = useContext(ContentSource);
  const first = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [arrived, setArrived] = useState<Arrived>();
  const key = names.join(' ');
  useEffect(() => {
    let here = true;
    const fetchTexts = async () => {
      const texts = await Promise.all(key.split(' ').map((name) => load(section, name)));
      if (here) setArrived({ key, attempt, texts });
    };
    if (key !== '') void fetchTexts();
    return () => {
      here = false;
    };
  }, [load, section, key, attempt]);

  const texts = arrived?.key === key ? arrived.texts : undefined;
  const isMissing = texts?.includes(undefined) === true;
  const isAnswered = texts !== undefined && arrived?.attempt === attempt;
  const isReadable = names.length === 0 || (isAnswered && !isMissing);
  useEffect(() => {
    // Moves focus, because the retry button is gone.
    if (isReadable && attempt > 0) first.current?.focus();
  }, [isReadable, attempt]);

  return {
    isReadable,
    missing: isMissing ? (
      <Notice
        kind="error"
        heading="We couldn't load the text you need to agree to."
        action={
          <Button variant="secondary" busy={!isAnswered} busyText="One moment…" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        }
      >
        <p>You can continue once it has loaded.</p>
      </Notice>
    ) : null,
    shown: names.map((name, index) => {
      const html = texts?.[index];
      const state = texts === undefined ? 'loading' : html === undefined ? 'missing' : 'ready';
      return (
        <div key={name} tabIndex={-1} ref={index === 0 ? first : undefined}>
          <ContentText section={section} name={name} html={html} state={state} />
        </div>
      );
    }),
  };
}
