/**
 * Before anything is shown (P §4, Startup): configuration, flags and icons, then versions and the server's clock. Only the
 * first keep the portal from starting; what else is missing is logged.
 */
import { portal } from '#domain/portal/calls.ts';
import type { ContentVersion } from '#domain/portal/shapes.ts';
import type { StaticFiles } from '#domain/portal/static-files.ts';
import { call, effects } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

interface Answers {
  readonly contentVersion: ContentVersion;
  readonly buildVersion: string;
  /** Milliseconds by which the server's business clock is ahead of this machine's. */
  readonly clockDifference: number;
}

/** All that is loaded. */
export interface StartupParts extends Answers {
  readonly staticFiles: StaticFiles;
}

/** All that the portal knows once it has started. */
export interface Started extends StaticFiles, Answers {}

export const startup = loadParts<StartupParts>({
  id: 'startup',
  description: 'The portal finds out how it is configured, then which versions it shows and what time it is',
  canBeRetried: true,
  parts: (part) => ({
    staticFiles: part(effects['startup.staticFiles'], {
      description: 'Configuration, feature flags and icons, read past any cache',
    }),
    contentVersion: part(call(portal.contentVersion), {
      description: 'The version of the managed content',
      after: ['staticFiles'],
      request: ({ staticFiles: { configuration } }) => ({
        params: { clientId: String(configuration.clientId), appId: String(configuration.applicationId) },
      }),
      // Texts are then asked for anew each time.
      default: { versionContent: '', versionLoanInfoContent: '' },
    }),
    buildVersion: part(effects['startup.buildVersion'], {
      description: 'The version of the portal itself',
      after: ['staticFiles'],
      default: '',
    }),
    clockDifference: part(effects['startup.clockDifference'], {
      description: "The difference between this machine's clock and the server's",
      after: ['staticFiles'],
      // What depends on the day is asked of the server again.
      default: 0,
    }),
  }),
});
