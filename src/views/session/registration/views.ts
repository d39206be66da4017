import type { ViewsOf } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { Loading } from '../../kit/loading/Loading.tsx';
import { Credentials } from './Credentials.tsx';
import { EnterCode } from './EnterCode.tsx';
import { Identity } from './Identity.tsx';
import { Registered } from './Registered.tsx';
import { UsernameKnown } from './UsernameKnown.tsx';

export const registrationViews = {
  arriving: Loading,
  identifyingBorrower: Identity,
  // The same views as the preceding states, so that the pressed button keeps focus.
  recognizingBorrower: Identity,
  enteringCode: EnterCode,
  resendingCode: EnterCode,
  checkingCode: EnterCode,
  usernameKnown: UsernameKnown,
  choosingCredentials: Credentials,
  creatingAccount: Credentials,
  registered: Registered,
} satisfies ViewsOf<typeof registration>;
