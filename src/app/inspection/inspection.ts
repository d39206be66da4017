/** Who looks on while flows run. */
import type { InspectionEvent } from 'xstate';

/** Receives the inspection events of the flows' machines; undefined unless the flow workbench follows this tab. */
export const inspection: { inspect?: (event: InspectionEvent) => void } = {};
