/** Nothing of what a flow offers can be applied for, which is said, with a way out (R §8). */
import type { ReactNode } from 'react';
import { ButtonLink, Notice, Stack } from '../../ui/index.ts';

export interface NotOfferedProps {
  readonly heading: string;
  /** Why, as a managed text. */
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
