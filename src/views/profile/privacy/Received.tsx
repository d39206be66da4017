/** Thank-you message that replaces a received privacy form (P §2.7, §2.8). */
import type { ReactNode } from 'react';
import { Notice, Stack } from '../../../ui/index.ts';

export interface ReceivedProps {
  readonly heading: ReactNode;
  readonly confirmationNumber: string | null;
  readonly children: ReactNode;
}

export const Received = ({ heading, confirmationNumber, children }: ReceivedProps) => (
  <Stack gap="large">
    <Notice kind="success" id="notice" heading={heading}>
      {children}
      {confirmationNumber !== null && (
        <p>
          Your confirmation number is <strong>{confirmationNumber}</strong>. Please keep it for your records.
        </p>
      )}
    </Notice>
  </Stack>
);
