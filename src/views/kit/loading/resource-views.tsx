/** Views of a page that only loads and displays data. All pages of this kind share the views of the other states. */
import type { ComponentType } from 'react';
import { CouldNotLoad } from './CouldNotLoad.tsx';
import { Loading as PageLoading } from './Loading.tsx';

/** The part of the machine's context that the views read. */
interface Loaded {
  readonly input: unknown;
  readonly data: unknown;
}

/** Props of the view that displays the data. */
export interface ShownProps<Context extends Loaded> {
  readonly data: NonNullable<Context['data']>;
  readonly input: Context['input'];
}

interface ResourceViews<Context extends Loaded> {
  readonly Showing: ComponentType<ShownProps<Context>>;
  /** View of the `empty` state. Omit it if the flow then leaves the page. */
  readonly Empty?: ComponentType<Pick<ShownProps<Context>, 'input'>>;
  readonly Loading?: ComponentType<Pick<ShownProps<Context>, 'input'>>;
}

interface State<Context> {
  readonly state: { readonly context: Context };
}

/** Returns the views of all states of a `resource` with the context `Context`. */
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
