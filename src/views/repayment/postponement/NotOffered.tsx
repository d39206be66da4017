/** Notice that the borrower is not eligible for any option of a flow, with a link out of it (R §8). */
import type { ReactNode } from 'react';
import { ButtonLink, Notice, Stack } from '../../../ui/index.ts';

export interface NotOfferedProps {
  readonly heading: string;
  /** The reason, as managed content. */
  readonly children: ReactNode;
}

export const NotOffered = ({ heading, children }: NotOfferedProps) => (
  <Stack gap="large">
    <Notice kind="warning" id="notice" heading={heading}>
      {children}
    </Notice>
    <div>
      <ButtonLink href="/repayment-options">Repayment Options</ButtonLink>
    </div>
  </Stack>
);
