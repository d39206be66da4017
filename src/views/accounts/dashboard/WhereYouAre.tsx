/** The borrower's situations, above the accounts: past due, applications, recertification and pauses. */
import { type SituationInput, listSituations } from '#domain/timeline/where-you-are.ts';
import type { ScheduledPayment } from '#domain/payments/shapes.ts';
import { Card, Stack, TextLink, usePages } from '../../../ui/index.ts';

export interface WhereYouAreProps extends SituationInput {
  readonly upcoming: readonly ScheduledPayment[] | null;
}

/** Information while payments are paused. */
function WhilePaused({ accounts: { federalAccounts, commercialAccounts }, upcoming }: WhereYouAreProps) {
  const paused = [...federalAccounts, ...commercialAccounts].filter(({ pauses = [] }) => pauses.length > 0);
  if (paused.length === 0) return null;
  const numbers = new Set(paused.map(({ accountNumber }) => accountNumber));
  const isAnyScheduled = (upcoming ?? []).some(({ accountNumber }) => numbers.has(accountNumber));
  return (
    <>
      <p>You may still pay at any time. The amount of the first payment can change if you pay before then.</p>
      {isAnyScheduled && (
        <p>
          Payments that you scheduled are still made. If you don't want to make them,{' '}
          <TextLink href="/payments/payment-activity">cancel them in Payment Activity</TextLink>.
        </p>
      )}
    </>
  );
}

/** Renders nothing if there is nothing to say. */
export function WhereYouAre(props: WhereYouAreProps) {
  const hasPage = usePages();
  const situations = listSituations(props);
  if (situations.length === 0) return null;
  return (
    <Card heading="Where you are">
      <Stack gap="small">
        <ul>
          {situations.map(({ key, what, details, link }) => (
            <li key={key}>
              <strong>{what}</strong>
              <br />
              {details.map((text) => `${text}. `)}
              {link !== null && hasPage(stripQuery(link.page)) && (
                <TextLink href={link.page}>
                  {link.text}
                  <span className="ui-sr">: {what}</span>
                </TextLink>
              )}
            </li>
          ))}
        </ul>
        <WhilePaused {...props} />
      </Stack>
    </Card>
  );
}

const stripQuery = (page: string): string => page.replace(/\?.*$/, '');
