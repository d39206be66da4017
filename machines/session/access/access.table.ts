/** Generates `docs/access.md`: the questions of the access check, and the routes with their conditions (`npm run diagrams`). */
import type { Eligibility } from '#domain/portal/shapes.ts';
import { isPathForPayers } from '#domain/session/identity/rules.ts';
import { type PortalRoute, routes } from '#domain/portal/routes.ts';
import { questions } from './access-questions.ts';

const AUDIENCES = { anyone: 'anyone', visitors: 'visitors only', signedIn: 'signed-in users' } as const;

const PLAN = 'requires an amount due and eligibility';

/** Returns the conditions of an application (`domain/session/access/rules.ts`). */
function describeEligibility(eligibility: Eligibility): string[] {
  return [
    'requires a federal account',
    ...(eligibility === 'idr' ? ['not for borrower type 3'] : []),
    'not while an application is in process',
    ...(eligibility === 'idr' ? [PLAN, 'no amount due is required in school or grace'] : []),
    ...(eligibility === 'term' ? [PLAN] : []),
  ];
}

/** Returns the conditions of a route in the order of the checks (ruling 37). */
function describeConditions(route: PortalRoute): string[] {
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
    ...(route.eligibility ? describeEligibility(route.eligibility) : []),
  ];
}

const isForPayers = ({ audience, path, isAlwaysOpen }: PortalRoute): boolean =>
  audience !== 'visitors' && (isAlwaysOpen === true || isPathForPayers(path));

const toRow = (route: PortalRoute): string =>
  `| ${[
    `\`${route.path}\``,
    route.title,
    AUDIENCES[route.audience],
    isForPayers(route) ? 'yes' : '',
    route.skipMaintenanceCheck ? 'yes' : '',
    describeConditions(route).join('; '),
    route.page === undefined ? '' : 'yes',
  ].join(' | ')} |`;

/** A transition of a question. */
interface Lead {
  readonly guard?: string | { readonly type: string };
  readonly target: string;
}

/** `isOnlyInMaintenance` -> `is only in maintenance`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const leadsIn = (leads: Lead | readonly Lead[], otherwise: string): string[] =>
  [leads].flat().map(({ guard, target }) => {
    const condition = guard === undefined ? otherwise : inWords(typeof guard === 'string' ? guard : guard.type);
    return `${condition}: ${inWords(target)}`;
  });

/** Returns the conditions of a question and where they lead, in order. */
const describeTransitions = (question: (typeof questions)[keyof typeof questions]): string[] =>
  'always' in question
    ? leadsIn(question.always, 'otherwise')
    : [...leadsIn(question.invoke.onDone, 'answered'), ...leadsIn(question.invoke.onError, 'not answered')];

const questionRows = (): string[] =>
  Object.values(questions).map(
    (question, index) =>
      `| ${[index + 1, question.description, describeTransitions(question).join('; '), question.meta.source].join(' | ')} |`,
  );

/** Returns the page as Markdown. */
export const accessTable = (): string =>
  `${[
    '# Page access',
    '',
    'Generated from `domain/portal/routes.ts` and `machines/session/access` ([diagram](flows/access.svg)) by `npm run diagrams`.',
    '',
    '## Questions',
    '',
    'The access check asks these questions in this order (ruling 37). The first condition that holds decides.',
    '',
    '| | question | leads to | specification |',
    '|---|---|---|---|',
    ...questionRows(),
    '',
    '## Paths',
    '',
    '- Paths that are missing from the table or not implemented are not found for anyone.',
    '- Visitors are redirected to sign-in from pages for signed-in users.',
    '- Borrowers with a required action see its page before any other page for signed-in users.',
    '- Authorized payers are redirected to `/payments/payflow/schedule` from pages that they may not open.',
    '',
    '| path | title | audience | payers | during maintenance | conditions | implemented |',
    '|---|---|---|---|---|---|---|',
    ...routes.map(toRow),
  ].join('\n')}\n`;
