/** Who looks on while flows run. */
import type { InspectionEvent } from 'xstate';

/** Takes what the machines of flows do; undefined unless the flow workbench follows this tab. */
export const inspection: { inspect?: (event: InspectionEvent) => void } = {};
