/** Notice that the borrower is not eligible for any option of a flow, with a link out of it (R §8). */
import type { ReactNode } from 'react';
import { entryMessages } from '#domain/session/access/messages.ts';
import { ButtonLink, Notice, Stack } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

export interface NotOfferedProps {
  readonly heading: string;
  /** The reason, as managed content. */
  readonly children?: ReactNode;
  /** Whether all loans are in default, which is then said instead (ruling 97). */
  readonly isInDefault?: boolean;
}

export const NotOffered = ({ heading, children, isInDefault = false }: NotOfferedProps) => (
  <Stack gap="large">
    <Notice kind="warning" id="notice" heading={heading}>
      {isInDefault ? (
        <p>
          {entryMessages.inDefault.why} {entryMessages.inDefault.instead} <CallAboutDefault />
        </p>
      ) : (
        children
      )}
    </Notice>
    <div>
      <ButtonLink href="/repayment-options">Repayment Options</ButtonLink>
    </div>
  </Stack>
);
