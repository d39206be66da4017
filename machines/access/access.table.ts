/**
 * Generates `docs/access.md`, the route table with its access conditions. `npm run diagrams` writes it together with
 * the diagrams.
 */
import type { Eligibility } from '#domain/access/shapes.ts';
import { isPathForPayers } from '#domain/identity/rules.ts';
import { type PortalRoute, routes } from '#domain/portal/routes.ts';

const AUDIENCES = { anyone: 'anyone', visitors: 'visitors only', signedIn: 'signed-in people' } as const;

const PLAN = 'needs something due, and eligibility';

/** Returns the eligibility conditions of each application (`domain/access/rules.ts`). */
function eligibilityOf(eligibility: Eligibility): string[] {
  return [
    'needs a federal account',
    ...(eligibility === 'idr' ? ['not for borrower type 3'] : []),
    'not while an application of any kind is in process',
    ...(eligibility === 'idr' ? [PLAN, 'in school or grace, nothing need be due'] : []),
    ...(eligibility === 'term' ? [PLAN] : []),
  ];
}

/** Returns the conditions that restrict a page, in the order in which they are checked (ruling 37). */
function conditionsOf(route: PortalRoute): string[] {
  const { needsFlag: flag, redirectTo, pageForBorrowers } = route;
  return [
    ...(redirectTo === undefined ? [] : [`leads to \`${redirectTo}\``]),
    ...(pageForBorrowers === undefined ? [] : [`signed-in borrowers: \`${pageForBorrowers}\``]),
    ...(route.isOnlyInMaintenance ? ['only during maintenance'] : []),
    ...(route.isAfterPastDue ? ['very delinquent: `/past-due` first'] : []),
    ...(route.needsPendingAction ? ['only while its action is pending'] : []),
    ...(flag
      ? [`flag \`${flag.flag}\`, else ${flag.elsewhere === undefined ? 'not found' : `\`${flag.elsewhere}\``}`]
      : []),
    ...(route.isOfAccounts ? ['only where this server keeps usernames and passwords'] : []),
    ...(route.needsOwnPassword ? ['not for the federal identity'] : []),
    ...(route.needsOwnPassword === 'withoutSingleSignOn' ? ['not with single sign-on'] : []),
    ...(route.eligibility ? eligibilityOf(route.eligibility) : []),
  ];
}

const isForPayers = ({ audience, path, isAlwaysOpen }: PortalRoute): boolean =>
  audience !== 'visitors' && (isAlwaysOpen === true || isPathForPayers(path));

const rowOf = (route: PortalRoute): string =>
  `| ${[
    `\`${route.path}\``,
    route.title,
    AUDIENCES[route.audience],
    isForPayers(route) ? 'yes' : '',
    route.skipMaintenanceCheck ? 'yes' : '',
    conditionsOf(route).join('; '),
    route.page === undefined ? '' : 'yes',
  ].join(' | ')} |`;

/** Returns the document as Markdown. */
export const accessTable = (): string =>
  `${[
    '# Who may open which address',
    '',
    'Written from `domain/portal/routes.ts` by `npm run diagrams`. The machine that asks is `machines/access`',
    '([diagram](flows/access.svg)), in this order: maintenance, sign-in, authorized payers, very delinquent, what has to be',
    'done first, feature flag, federal identity, account type, borrower type, application in process, eligibility.',
    '',
    'What is not built, and what is not in the table, is not found, for everyone. Borrowers with a pending action see its page',
    'before any page for signed-in people. Payers go to `/payments/payflow/schedule` from what is not for them.',
    '',
    '| address | title | for | payers | in maintenance | conditions | built |',
    '|---|---|---|---|---|---|---|',
    ...routes.map(rowOf),
  ].join('\n')}\n`;
