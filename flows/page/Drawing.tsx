/** Shows how long a layout has been computed, with a button for a simpler one. */
import { useEffect, useState } from 'react';
import { PATIENCE } from './layouts.ts';

export function Drawing({ onSimplify }: { readonly onSimplify: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="drawing-progress">
      <output>Drawing…</output>
      {seconds > 0 && (
        <p>
          <progress max={PATIENCE / 1_000} value={seconds} aria-label="Time for the layout" /> {seconds} of at most{' '}
          {PATIENCE / 1_000} seconds{' '}
          <button type="button" onClick={onSimplify}>
            Cancel and draw it simply
          </button>
        </p>
      )}
    </div>
  );
}
