/** A diagram as a picture, or the progress of its layout. */
import { useEffect, useState } from 'react';
import type { Diagram } from '../diagram.ts';
import type { Layout } from '../layout.ts';
import { type Layouts, PATIENCE } from './layouts.ts';
import { Picture, type PictureProps } from './Picture.tsx';

/** Returns the layout of a diagram; undefined until it is there. */
export function useLayout(layouts: Layouts, diagram: Diagram): Layout | Error | undefined {
  const [made, setMade] = useState<{ readonly diagram: Diagram; readonly layout: Layout | Error }>();
  useEffect(() => {
    let isMounted = true;
    layouts.get(diagram).then(
      (layout) => isMounted && setMade({ diagram, layout }),
      (error: unknown) =>
        isMounted && setMade({ diagram, layout: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isMounted = false;
    };
  }, [layouts, diagram]);
  return layouts.known(diagram) ?? (made?.diagram === diagram ? made.layout : undefined);
}

export interface DrawingProps extends Omit<PictureProps, 'layout' | 'onOpen'> {
  readonly layout: Layout | Error | undefined;
  readonly getHref: (machine: string) => string | undefined;
  /** Is called to stop waiting for the layout. */
  readonly onSimplify: () => void;
}

export function Drawing({ layout, getHref, onSimplify, ...picture }: DrawingProps) {
  if (layout === undefined) return <Progress onSimplify={onSimplify} />;
  if (layout instanceof Error) return <p className="problem">The diagram could not be drawn: {layout.message}</p>;
  const open = (machine: string) => {
    const href = getHref(machine);
    if (href !== undefined) location.hash = href;
  };
  return (
    <>
      {layout.isSimple && <p>This is a simpler layout, because the full one takes too long.</p>}
      <Picture {...picture} layout={layout} onOpen={open} />
    </>
  );
}

/** Shows how long a layout has been computed, with a button for a simpler one. */
function Progress({ onSimplify }: { readonly onSimplify: () => void }) {
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
