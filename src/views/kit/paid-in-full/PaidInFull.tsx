/** Content for borrowers who owe nothing: this fact and the remaining options. No offers, and no way to pay. */
import type { ReactNode } from 'react';
import { DOCUMENT_PAGES } from '#domain/accounts/loan-documents/ids.ts';
import { ALL_PAID } from '#domain/accounts/messages.ts';
import { FEDERAL_PAID, entryMessages } from '#domain/session/access/messages.ts';
import { Card, Stack, type Task, TaskList, usePages } from '../../../ui/index.ts';

const NEXT: readonly Task[] = [
  {
    title: 'Save your proof of balance',
    text: 'A letter that says that you owe nothing. Keep it for your records.',
    icon: 'document',
    href: DOCUMENT_PAGES.mortgageLetter,
  },
  {
    title: 'See your tax forms',
    text: 'Form 1098-E shows the interest that you paid in a year. It comes on January 31 of the next year, or on the next business day.',
    icon: 'download',
    href: DOCUMENT_PAGES.tax,
  },
];

export interface AllPaidInFullProps {
  readonly heading?: string;
  /** The consequences for this page. */
  readonly children: ReactNode;
}

/** Says that all loans are paid in full, and links to the letter and the tax forms that the person may see. */
export function AllPaidInFull({ heading = ALL_PAID, children }: AllPaidInFullProps) {
  const hasPage = usePages();
  const next = NEXT.filter(({ href }) => hasPage(href));
  return (
    <Stack>
      <Card tone="accent" heading={heading}>
        <p>{children}</p>
      </Card>
      {next.length > 0 && (
        <section>
          <Stack>
            <h2>What you can do next</h2>
            <TaskList tasks={next} />
          </Stack>
        </section>
      )}
    </Stack>
  );
}

/** Instead of offers to postpone payments or to change the plan: nothing is owed on the loans that they are for. */
export const FederalPaidInFull = () => (
  <AllPaidInFull heading={FEDERAL_PAID}>{entryMessages.paidInFull.instead}</AllPaidInFull>
);
