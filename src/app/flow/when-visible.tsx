/**
 * A part of a page whose code does not add to the first load. It loads when the part is about to be seen, and otherwise
 * when the browser is idle: print, find-in-page and screen readers also reach what was never scrolled to.
 */
import { type ComponentType, type Context, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { whenIdle } from '../browser/when-idle.ts';
import { logFailure } from '../page/log.ts';
import type { FlowDefinition } from './flow-definition.ts';
import { FlowRoute, type FlowRouteProps } from './FlowRoute.tsx';

/** How far below the window the part may be when its code loads. */
const MARGIN = '200px';

export interface WhenVisibleFacts {
  readonly load: () => Promise<ComponentType>;
  /** Rendered until the code has loaded, in the same space. `isLoading` is false before the part is about to be seen. */
  readonly Placeholder: ComponentType<{ readonly isLoading: boolean }>;
  /** The name of the part in the log. */
  readonly what: string;
}

/** Creates the component. If its code fails to load, it renders nothing: the page does not depend on it. */
export function whenVisible({ load, Placeholder, what }: WhenVisibleFacts): ComponentType {
  let here: ComponentType | undefined;
  return function WhenVisible() {
    const [Part, setPart] = useState(() => here);
    const [isLoading, setIsLoading] = useState(false);
    const [isMissing, setIsMissing] = useState(false);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const { current } = place;
      if (Part !== undefined || current === null) return undefined;
      let isShown = true;
      let isAsked = false;
      const ask = async () => {
        if (isAsked) return;
        isAsked = true;
        setIsLoading(true);
        try {
          here = await load();
          if (isShown) setPart(() => here);
        } catch (error) {
          logFailure(`${what} could not be loaded`, error);
          if (isShown) setIsMissing(true);
        }
      };
      const askNow = () => void ask();
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) askNow();
        },
        { rootMargin: MARGIN },
      );
      observer.observe(current);
      const callOff = whenIdle(askNow);
      window.addEventListener('beforeprint', askNow);
      return () => {
        isShown = false;
        observer.disconnect();
        callOff();
        window.removeEventListener('beforeprint', askNow);
      };
    }, [Part]);
    if (isMissing) return null;
    return (
      <div ref={place} className="ui-later-part">
        {Part === undefined ? <Placeholder isLoading={isLoading} /> : <Part />}
      </div>
    );
  };
}

/** Creates the route component of a flow whose views render a part that they receive from `Slot`. */
export const routeWithPart = <M extends AnyStateMachine>(
  flow: FlowDefinition<M>,
  Slot: Context<ReactNode>,
  Part: ComponentType,
) =>
  function Route({ route }: Pick<FlowRouteProps<M, never>, 'route'>) {
    return (
      <Slot value={<Part />}>
        <FlowRoute flow={flow} route={route} />
      </Slot>
    );
  };
