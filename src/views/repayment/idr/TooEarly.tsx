/** All loans are in school or grace, and enter repayment in more than 90 days: an application is not possible yet (R §2). */
import { formatUsDate } from '#domain/calendar.ts';
import { firstConversion } from '#domain/repayment/idr/too-early.ts';
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { ButtonLink, Content, Notice, SidebarLayout } from '../../../ui/index.ts';

export function TooEarly({ state: { context } }: Pick<ViewProps<typeof idr>, 'state'>) {
  const entersRepayment = context.facts && firstConversion(context.facts.accounts);
  return (
    <SidebarLayout>
      <Notice kind="info" id="notice" heading="It's too early to apply">
        <Content
          section="repayoptions"
          name="idr-too-early"
          fallbackWhileLoading
          fallback={<p>You can apply when your loans enter repayment within 90 days.</p>}
        />
        {entersRepayment && (
          <p>
            Your first loan enters repayment on <strong>{formatUsDate(entersRepayment)}</strong>.
          </p>
        )}
      </Notice>
      <div>
        <ButtonLink href="/dashboard">Return to Dashboard</ButtonLink>
      </div>
    </SidebarLayout>
  );
}
