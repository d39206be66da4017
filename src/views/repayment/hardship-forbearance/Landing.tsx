/**
 * Introduction to hardship forbearance, with the way to apply or the reason for ineligibility, and other types of
 * forbearance (R §2).
 */
import { sharedReason } from '#domain/repayment/postponement/rules.ts';
import type { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { ButtonLink, Content, ContentCard, Disclosure, Notice, SidebarLayout, Stack } from '../../../ui/index.ts';
import { FederalPaidInFull } from '../../kit/paid-in-full/PaidInFull.tsx';
import { LoansInDefault } from '../postponement/LoansInDefault.tsx';
import { NotOffered } from '../postponement/NotOffered.tsx';

type Props = Pick<ViewProps<typeof hardshipForbearance>, 'state'>;

const PANELS = [
  { section: 'forbearance', name: 'panel-dod', heading: 'Department of Defense Student Loan Repayment' },
  { section: 'forbearance', name: 'panel-residency', heading: 'Medical or Dental Internship or Residency' },
  { section: 'forbearance', name: 'panel-sldb', heading: 'Student Loan Debt Burden (SLDB)' },
  { section: 'forbearance', name: 'panel-cncs', heading: 'National Service (CNCS, AmeriCorps)' },
] as const;

const HEADING = "You can't apply for hardship forbearance now";

/** The way to apply, or the reason for ineligibility. */
function Offer({ state }: Props) {
  if (state.matches({ landing: 'paidAhead' })) {
    return (
      <Notice kind="info" heading={HEADING}>
        <Content
          section="forbearance"
          name="landing-paid-ahead"
          fallbackWhileLoading
          fallback={<p>You&apos;ve paid ahead, so you have no payment due that we could pause.</p>}
        />
        <LoansInDefault groups={state.context.summary?.ineligibleGroups ?? []} />
      </Notice>
    );
  }
  if (state.matches({ landing: 'noEligibleLoans' })) {
    return (
      <Notice kind="info" heading={HEADING}>
        <Content
          section="forbearance"
          name="landing-no-loans"
          fallbackWhileLoading
          fallback={<p>None of your loans qualify for a hardship forbearance.</p>}
        />
        <LoansInDefault groups={state.context.summary?.ineligibleGroups ?? []} />
      </Notice>
    );
  }
  return (
    <ContentCard
      section="forbearance"
      name="landing-about"
      heading="You can apply"
      actions={
        <ButtonLink href="/repayment-options/forbearance/hardship/qualification">
          Apply for Hardship Forbearance
        </ButtonLink>
      }
    />
  );
}

export function Landing({ state }: Props) {
  const { summary } = state.context;
  const reason = summary?.isEligible === false ? sharedReason(summary.ineligibleGroups) : undefined;
  if (reason === 'paidInFull') return <FederalPaidInFull />;
  // Loans in default get neither a pause nor the lower payment that the sidebar offers (ruling 97).
  if (reason === 'inDefault') return <NotOffered heading={HEADING} isInDefault />;
  return (
    <SidebarLayout sidebar={<ContentCard section="forbearance" name="landing-sidebar" tone="quiet" />}>
      <Stack gap="large">
        <Content
          section="forbearance"
          name="landing-subheading"
          fallbackWhileLoading
          fallback={<p>A pause for when you can't pay for a while.</p>}
        />
        <Offer state={state} />
        <section>
          <Stack>
            <h2>Other types of forbearance</h2>
            <div>
              {PANELS.map(({ heading, ...text }) => (
                <Disclosure key={text.name} summary={heading}>
                  <Content {...text} />
                </Disclosure>
              ))}
            </div>
          </Stack>
        </section>
      </Stack>
    </SidebarLayout>
  );
}
