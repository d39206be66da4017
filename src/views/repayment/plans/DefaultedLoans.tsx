/** The loans that stay on their plan because they are in default, and the number to call (ruling 97). */
import { groupName } from '#domain/account-name.ts';
import type { ProgramEstimates } from '#domain/plans/shapes.ts';
import { Notice } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

export interface DefaultedLoansProps {
  readonly programs: readonly (ProgramEstimates | null)[];
}

/** Renders nothing without loans in default. */
export function DefaultedLoans({ programs }: DefaultedLoansProps) {
  const defaulted = programs.flatMap(
    (own) => own?.currentLoans.filter(({ isInDefault }) => isInDefault === true) ?? [],
  );
  const groups = new Set(defaulted.map((loan) => groupName({ accountNumber: loan.accountNumber }, loan.groupId)));
  if (groups.size === 0) return null;
  return (
    <Notice kind="warning" heading="Some of your loans are in default">
      <p>
        Loans in default can't change plans. These loans stay as they are: {[...groups].join('; ')}.{' '}
        <CallAboutDefault />
      </p>
    </Notice>
  );
}
