/** Step 2: the one-time code from the email. */
import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { PhoneLink, Stack, Stepper } from '../../../ui/index.ts';
import { EnterOneTimeCode } from '../one-time-code/EnterOneTimeCode.tsx';
import { RecoveryNotice } from './RecoveryNotice.tsx';
import { STEPS } from './messages.ts';

export function EnterCode({ state, send }: Pick<ViewProps<typeof accountRecovery>, 'state' | 'send'>) {
  const { code, notice, canResend, outboxFile } = state.context;
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={1} label="Setting a new password" />
      <EnterOneTimeCode
        form={code}
        send={send}
        isBusy={state.hasTag('busy')}
        isResending={state.matches('resendingCode')}
        canResend={canResend}
        outboxFile={outboxFile}
        notice={<RecoveryNotice notice={notice} />}
        help={
          <>
            If you don&apos;t get an email within a few minutes, check your spam folder. If you changed your email
            address in the last three days, the code went to your old one. If you need help, call us at <PhoneLink />.
          </>
        }
      />
    </Stack>
  );
}
