/**
 * Startup of the portal (P §4, Startup): loads configuration, flags and icons, then versions and the server's clock.
 * The portal does not start without the first three; a failure of any other part is logged.
 */
import { portal } from '#domain/portal/calls.ts';
import type { ContentVersion } from '#domain/portal/shapes.ts';
import type { StaticFiles } from '#domain/portal/static-files.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

interface Answers {
  readonly contentVersion: ContentVersion;
  readonly buildVersion: string;
  /** Offset of the server's business clock from the browser's clock, in milliseconds. */
  readonly clockDifference: number;
}

/** All parts that load. */
export interface StartupParts extends Answers {
  readonly staticFiles: StaticFiles;
}

/** Data of a started portal. */
export interface Started extends StaticFiles, Answers {}

export const startup = loadParts<StartupParts>({
  id: 'startup',
  description: "The portal loads its configuration, then its versions and the server's time",
  canBeRetried: true,
  parts: (part) => ({
    staticFiles: part(effects['startup.staticFiles'], {
      description: 'Configuration, feature flags and icons, read past any cache',
    }),
    contentVersion: part(call(portal.contentVersion), {
      description: 'Version of the managed content',
      after: ['staticFiles'],
      request: ({ staticFiles: { configuration } }) => ({
        params: { clientId: String(configuration.clientId), appId: String(configuration.applicationId) },
      }),
      // Without a version, texts are requested without caching.
      default: { versionContent: '', versionLoanInfoContent: '' },
    }),
    buildVersion: part(effects['startup.buildVersion'], {
      description: 'Version of the portal itself',
      after: ['staticFiles'],
      default: '',
    }),
    clockDifference: part(effects['startup.clockDifference'], {
      description: "Difference between the browser's clock and the server's",
      after: ['staticFiles'],
      // Data that depends on the date is requested from the server again.
      default: 0,
    }),
  }),
});
