/** Generates `docs/access.md`, the table of routes with their access rules (`npm run diagrams`). */
import type { Eligibility } from '#domain/portal/shapes.ts';
import { isPathForPayers } from '#domain/session/identity/rules.ts';
import { type PortalRoute, routes } from '#domain/portal/routes.ts';

const AUDIENCES = { anyone: 'anyone', visitors: 'visitors only', signedIn: 'signed-in users' } as const;

const PLAN = 'requires an amount due and eligibility';

/** Returns the conditions of an application (`domain/session/access/rules.ts`). */
function eligibilityOf(eligibility: Eligibility): string[] {
  return [
    'requires a federal account',
    ...(eligibility === 'idr' ? ['not for borrower type 3'] : []),
    'not while an application is in process',
    ...(eligibility === 'idr' ? [PLAN, 'no amount due is required in school or grace'] : []),
    ...(eligibility === 'term' ? [PLAN] : []),
  ];
}

/** Returns the conditions of a route in the order of the checks (ruling 37). */
function conditionsOf(route: PortalRoute): string[] {
  const { needsFlag: flag, redirectTo, pageForBorrowers } = route;
  return [
    ...(redirectTo === undefined ? [] : [`redirects to \`${redirectTo}\``]),
    ...(pageForBorrowers === undefined ? [] : [`redirects signed-in borrowers to \`${pageForBorrowers}\``]),
    ...(route.isOnlyInMaintenance ? ['only during maintenance'] : []),
    ...(route.isAfterPastDue ? ['very delinquent borrowers see `/past-due` first'] : []),
    ...(route.needsPendingAction ? ['only while its required action is pending'] : []),
    ...(flag
      ? [
          `requires flag \`${flag.flag}\`, otherwise ${flag.elsewhere === undefined ? 'not found' : `\`${flag.elsewhere}\``}`,
        ]
      : []),
    ...(route.isOfAccounts ? ['only if this server manages usernames and passwords'] : []),
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

/** Returns the page as Markdown. */
export const accessTable = (): string =>
  `${[
    '# Page access',
    '',
    'Generated from `domain/portal/routes.ts` by `npm run diagrams`. `machines/session/access` ([diagram](flows/access.svg)) runs the',
    'checks in this order: maintenance, sign-in, authorized payers, very delinquent, required actions, feature flag, federal',
    'identity, account type, borrower type, application in process, eligibility.',
    '',
    '- Paths that are missing from the table or not implemented are not found for anyone.',
    '- Visitors are redirected to sign-in from pages for signed-in users.',
    '- Borrowers with a required action see its page before any other page for signed-in users.',
    '- Authorized payers are redirected to `/payments/payflow/schedule` from pages that they may not open.',
    '',
    '| path | title | audience | payers | during maintenance | conditions | implemented |',
    '|---|---|---|---|---|---|---|',
    ...routes.map(rowOf),
  ].join('\n')}\n`;
