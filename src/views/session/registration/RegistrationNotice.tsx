/** Notice above the forms. */
import { FormNotice } from '../../kit/form/form-fields.tsx';
import { CodeSentAgain } from '../one-time-code/EnterOneTimeCode.tsx';
import { NOTICES } from './messages.ts';

export function RegistrationNotice({ notice }: { notice: keyof typeof NOTICES | 'codeSentAgain' | null }) {
  if (notice === 'codeSentAgain') return <CodeSentAgain />;
  return <FormNotice text={notice && NOTICES[notice]} />;
}
