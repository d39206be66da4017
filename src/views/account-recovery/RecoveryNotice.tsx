/** What is said above the forms of somebody who has forgotten username or password. */
import { Notice, TextLink } from '../../ui/index.ts';
import { FormNotice } from '../form/form-fields.tsx';
import { NOTICES } from './messages.ts';

export function RecoveryNotice({ notice }: { notice: keyof typeof NOTICES | 'noUsername' | null }) {
  if (notice !== 'noUsername') return <FormNotice text={notice && NOTICES[notice]} />;
  return (
    <Notice kind="info" id="notice" heading="There is no username for your loans yet">
      <p>
        We found your loans, but no username and password of ours for them.{' '}
        <TextLink href="/account/registration">Create an online account</TextLink> to choose them.
      </p>
    </Notice>
  );
}
