import type { ViewsOf } from '#machines/kit/view.ts';
import type { login } from '#machines/session/login/login.machine.ts';
import { AskingIfSignInIsDown } from './AskingIfSignInIsDown.tsx';
import { Login } from './Login.tsx';
import { SignInDown } from './SignInDown.tsx';

export const loginViews = {
  askingIfSignInIsDown: AskingIfSignInIsDown,
  signInDown: SignInDown,
  offeringSignIn: Login,
  // The same view as the preceding state, so that the pressed button keeps focus.
  leavingForSignIn: Login,
  couldNotLeave: Login,
  withoutStorage: Login,
  atTheProvider: Login,
} satisfies ViewsOf<typeof login>;
