import type { contentPage } from '#machines/content-page/content-page.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Page } from './Page.tsx';

const PageMissing = ({ send }: ViewProps<typeof contentPage>) => (
  <CouldNotLoad onRetry={() => send({ type: 'retry.wanted' })} />
);

export const contentPageViews = {
  loading: Loading,
  showing: Page,
  empty: Loading,
  couldNotLoad: PageMissing,
} satisfies ViewsOf<typeof contentPage>;
