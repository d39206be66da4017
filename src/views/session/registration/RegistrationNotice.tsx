/**
 * Notice above the forms. If the borrower has to call, it uses managed content, which contains the phone number as a
 * link.
 */
import { Content, Notice } from '../../../ui/index.ts';
import { FormNotice, WithPhone } from '../../kit/form/form-fields.tsx';
import { NOTICES } from './messages.ts';

export function RegistrationNotice({ notice }: { notice: keyof typeof NOTICES | null }) {
  if (notice !== 'onlyByPhone') return <FormNotice text={notice && NOTICES[notice]} />;
  return (
    <Notice kind="error" id="notice">
      <Content section="home" name="registration-by-phone" fallback={<WithPhone text={NOTICES.onlyByPhone} />} />
    </Notice>
  );
}
