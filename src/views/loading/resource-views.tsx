/** The views of a page that only loads and shows: all but what it shows are the same everywhere. */
import type { ComponentType } from 'react';
import { CouldNotLoad } from './CouldNotLoad.tsx';
import { Loading as PageLoading } from './Loading.tsx';

/** As much of the machine's context as the views read. */
interface Loaded {
  readonly input: unknown;
  readonly data: unknown;
}

/** What a view of the page is given. */
export interface ShownProps<Context extends Loaded> {
  readonly data: NonNullable<Context['data']>;
  readonly input: Context['input'];
}

interface ResourceViews<Context extends Loaded> {
  readonly Showing: ComponentType<ShownProps<Context>>;
  /** There is nothing to show. A page that is left then has none. */
  readonly Empty?: ComponentType<Pick<ShownProps<Context>, 'input'>>;
  readonly Loading?: ComponentType<Pick<ShownProps<Context>, 'input'>>;
}

interface State<Context> {
  readonly state: { readonly context: Context };
}

/** The views of all states of a `resource`, whose context is `Context`. */
export const resourceViews = <Context extends Loaded>({
  Showing,
  Empty = PageLoading,
  Loading = PageLoading,
}: ResourceViews<Context>) => ({
  loading: ({ state: { context } }: State<Context>) => <Loading input={context.input} />,
  showing: ({ state: { context } }: State<Context>) =>
    context.data === null || context.data === undefined ? null : <Showing data={context.data} input={context.input} />,
  empty: ({ state: { context } }: State<Context>) => <Empty input={context.input} />,
  couldNotLoad: CouldNotLoad,
});
