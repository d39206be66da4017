/** The traffic of the flow on the page, if a log with it is open. */
import { useMemo } from 'react';
import type { Shape } from '../drawing.ts';
import type { Layout } from '../layout.ts';
import type { FlowTraffic } from '../traffic/count-traffic.ts';
import { createOverlay } from '../traffic/overlay.ts';
import { type TransitionGroup, groupTransitions } from '../traffic/transition-groups.ts';
import { useCountedTraffic } from './traffic.tsx';
import type { Flow } from './workbench-machines.ts';

export interface ShownTraffic {
  readonly traffic: FlowTraffic;
  readonly groups: readonly TransitionGroup[];
  readonly overlay: readonly Shape[];
}

export function useFlowTraffic(
  flow: Flow,
  layout: Layout | Error | undefined,
  isShown: boolean,
): ShownTraffic | undefined {
  const traffic = useCountedTraffic()?.flows.get(flow.id);
  return useMemo(() => {
    if (!isShown || traffic === undefined) return undefined;
    const groups = groupTransitions(flow.machine, flow.diagram);
    const isDrawn = layout !== undefined && !(layout instanceof Error);
    return { traffic, groups, overlay: isDrawn ? createOverlay(layout, traffic, groups) : [] };
  }, [flow, layout, isShown, traffic]);
}
