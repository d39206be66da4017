/** The pages that come before everything else, as flows of the portal: two to read, one to agree. */
import { AGREEMENTS, type Agreement } from '#domain/access/shapes.ts';
import { captiveAction } from '#machines/captive-action/captive-action.machine.ts';
import { captiveActionViews } from '../../views/captive-action/views.ts';
import { defineFlow } from '../flow-definition.ts';

const captivePage = (action: string, heading: string, agreements: readonly Agreement[] = []) =>
  defineFlow<typeof captiveAction>({
    machine: captiveAction,
    heading,
    views: captiveActionViews,
    input: () => ({ action, agreements }),
  });

export const directSplashFlow = captivePage('direct-splash', 'Direct Loans');
export const emailDisclaimerFlow = captivePage('email-disclaimer', 'Your Email Address');
export const agreementsFlow = captivePage('agreements', 'Agreements', AGREEMENTS);
