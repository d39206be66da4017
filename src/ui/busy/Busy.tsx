import { useEffect, useState } from 'react';

export interface BusyProps {
  text?: string | undefined;
  /** Replaces `text` after `slowAfterMs`, so that the user knows that the portal is still working. */
  slowText?: string | undefined;
  slowAfterMs?: number | undefined;
  /** The page will be shorter than the window, so the footer keeps its place while it loads. */
  isPageShort?: boolean | undefined;
}

/** Spinner with a text, announced politely. */
export function Busy(props: BusyProps) {
  const {
    text = 'Loading…',
    slowText = 'This is taking longer than usual. Thank you for waiting…',
    slowAfterMs = 8000,
    isPageShort = false,
  } = props;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [slowAfterMs]);
  return (
    <output className="ui-busy" data-page={isPageShort ? 'short' : undefined}>
      <span className="ui-spinner" data-size="large" aria-hidden="true" />
      <span className="ui-busy__text">{slow ? slowText : text}</span>
    </output>
  );
}
