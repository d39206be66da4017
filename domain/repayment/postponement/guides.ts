/** The guides to repayment options and the applications that each guide offers (ruling 51). */
import type { GuideKind } from '../../applications/shapes.ts';

export const GUIDES = ['postpone', 'schedule', 'cannotAfford'] as const;
export type Guide = (typeof GUIDES)[number];

/** The applications that each guide offers. The one that suits most borrowers comes first. */
export const guideKinds: Readonly<Record<Guide, readonly GuideKind[]>> = {
  postpone: ['unemployment', 'economicHardship', 'inSchool', 'military', 'rehabilitation', 'hardship'],
  schedule: ['idr', 'term'],
  cannotAfford: ['idr', 'term', 'unemployment', 'economicHardship', 'hardship'],
};

/** The URL of each guide. */
export const guideAddresses: Readonly<Record<Guide, string>> = {
  postpone: '/repayment-options/postpone-select',
  schedule: '/repayment-options/schedule-select',
  cannotAfford: '/repayment-options/can-not-afford',
};

const DEFERMENT = '/repayment-options/deferment/options';

/** The URL of the flow for each kind of application. The query preselects the deferment type (ruling 67). */
export const entryAddresses: Readonly<Record<GuideKind, string>> = {
  unemployment: `${DEFERMENT}?type=unemployment`,
  rehabilitation: `${DEFERMENT}?type=rehabilitation`,
  economicHardship: `${DEFERMENT}?type=economicHardship`,
  inSchool: '/repayment-options/deferment/in-school',
  military: '/repayment-options/deferment/military',
  hardship: '/repayment-options/forbearance/hardship',
  idr: '/repayment-options/idr',
  term: '/repayment-options/term-repayment',
};

/** Returns the URL of a flow's first screen with the query that preselects `kind`. */
export function applicationAddress(kind: GuideKind, firstScreen: string): string {
  const [, query] = entryAddresses[kind].split('?');
  return firstScreen + (query === undefined ? '' : `?${query}`);
}
