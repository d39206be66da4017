/** Notice above the forms. */
import { FormNotice } from '../../kit/form/form-fields.tsx';
import { CodeSentAgain } from '../one-time-code/EnterOneTimeCode.tsx';
import { REGISTRATION_NOTICES } from './messages.ts';

export function RegistrationNotice({ notice }: { notice: keyof typeof REGISTRATION_NOTICES | 'codeSentAgain' | null }) {
  if (notice === 'codeSentAgain') return <CodeSentAgain />;
  return <FormNotice text={notice && REGISTRATION_NOTICES[notice]} />;
}
