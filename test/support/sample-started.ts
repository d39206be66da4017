/** Startup data of a portal in tests. */
import { sampleConfiguration, sampleFlags, sampleNavigation } from '#domain/portal/samples.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';

export const sampleStarted: Started = {
  configuration: sampleConfiguration,
  flags: sampleFlags,
  icons: {},
  navigation: sampleNavigation,
  contentVersion: { versionContent: '1', versionLoanInfoContent: '1' },
  buildVersion: '0.1.0',
  clockDifference: 0,
};
