/** Views of the states of an application for hardship forbearance. */
import type { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { Application } from './Application.tsx';
import { Landing } from './Landing.tsx';
import { Qualification } from './Qualification.tsx';
import { Receipt } from './Receipt.tsx';

export const hardshipForbearanceViews = {
  loadingData: Loading,
  couldNotLoad: CouldNotLoad,
  leaving: Loading,
  left: Loading,
  landing: Landing,
  qualifying: Qualification,
  applying: Application,
  receipt: Receipt,
} satisfies ViewsOf<typeof hardshipForbearance>;
