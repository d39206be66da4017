import type { ViewsOf } from '#machines/kit/view.ts';
import type { login } from '#machines/login/login.machine.ts';
import { Loading } from '../loading/Loading.tsx';
import { Login } from './Login.tsx';
import { SignInDown } from './SignInDown.tsx';

export const loginViews = {
  askingIfSignInIsDown: Loading,
  signInDown: SignInDown,
  offeringSignIn: Login,
  // The same view as the preceding state, so that the pressed button keeps focus.
  leavingForSignIn: Login,
  couldNotLeave: Login,
  atTheProvider: Login,
} satisfies ViewsOf<typeof login>;
