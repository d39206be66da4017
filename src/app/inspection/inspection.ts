/** Connects running flows to the flow workbench. */
import type { InspectionEvent } from 'xstate';

/** Receives the inspection events of the portal's machines; undefined unless the flow workbench follows this tab. */
export const inspection: { inspect?: (event: InspectionEvent) => void } = {};

/** Returns the option with which an actor reports to the flow workbench; no option if it does not follow this tab. */
export const inspected = (): Pick<typeof inspection, 'inspect'> =>
  inspection.inspect === undefined ? {} : { inspect: inspection.inspect };
