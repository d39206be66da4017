/** The guides to repayment options (ruling 51): which there are, and which applications each leads to. */
import type { GuideKind } from './shapes.ts';

/** The guides (ruling 51). */
export const GUIDES = ['postpone', 'schedule', 'cannotAfford'] as const;
export type Guide = (typeof GUIDES)[number];

/** What each guide leads to, what fits most people first. */
export const guideKinds: Readonly<Record<Guide, readonly GuideKind[]>> = {
  postpone: ['unemployment', 'economicHardship', 'inSchool', 'military', 'rehabilitation', 'hardship'],
  schedule: ['idr', 'term'],
  cannotAfford: ['idr', 'term', 'unemployment', 'economicHardship', 'hardship'],
};

/** The address of each guide. */
export const guideAddresses: Readonly<Record<Guide, string>> = {
  postpone: '/repayment-options/postpone-select',
  schedule: '/repayment-options/schedule-select',
  cannotAfford: '/repayment-options/can-not-afford',
};

const DEFERMENT = '/repayment-options/deferment/options';

/** The flow of each kind of application. The query names the deferment type with which the flow opens (ruling 67). */
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

/** Adds the query that opens the flow with `kind` chosen to the address of the flow's first screen. */
export function applicationAddress(kind: GuideKind, firstScreen: string): string {
  const [, query] = entryAddresses[kind].split('?');
  return firstScreen + (query === undefined ? '' : `?${query}`);
}
