/** Notices above the forms of account recovery. */
import { Notice, TextLink } from '../../../ui/index.ts';
import { CodeSentAgain } from '../one-time-code/EnterOneTimeCode.tsx';
import { FormNotice } from '../../kit/form/form-fields.tsx';
import { ACCOUNT_RECOVERY_NOTICES } from './messages.ts';

interface RecoveryNoticeProps {
  readonly notice: keyof typeof ACCOUNT_RECOVERY_NOTICES | 'noUsername' | 'codeSentAgain' | null;
}

export function RecoveryNotice({ notice }: RecoveryNoticeProps) {
  if (notice === 'noUsername') {
    return (
      <Notice kind="info" id="notice" heading="You don't have a username for your loans yet">
        <p>
          We found your loans, but you don&apos;t have a username and password with us.{' '}
          <TextLink href="/account/registration">Create an online account</TextLink> to set them up.
        </p>
      </Notice>
    );
  }
  if (notice === 'codeSentAgain') return <CodeSentAgain />;
  return <FormNotice text={notice && ACCOUNT_RECOVERY_NOTICES[notice]} />;
}
