/** Step 2: the one-time code from the email. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { PhoneLink, Stack, Stepper } from '../../../ui/index.ts';
import { EnterOneTimeCode } from '../one-time-code/EnterOneTimeCode.tsx';
import { RegistrationNotice } from './RegistrationNotice.tsx';
import { STEPS } from './messages.ts';

export function EnterCode({ state, send }: Pick<ViewProps<typeof registration>, 'state' | 'send'>) {
  const { code, notice, canResend, outboxFile } = state.context;
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={1} label="Creating an online account" />
      <EnterOneTimeCode
        form={code}
        send={send}
        isBusy={state.hasTag('busy')}
        isResending={state.matches('resendingCode')}
        canResend={canResend}
        outboxFile={outboxFile}
        notice={<RegistrationNotice notice={notice} />}
        help={
          <>
            If you don&apos;t get an email within a few minutes, check what you entered and your spam folder. If we
            don&apos;t have your email address, or it&apos;s an old one, we can help you by phone. Call us at{' '}
            <PhoneLink />.
          </>
        }
      />
    </Stack>
  );
}
