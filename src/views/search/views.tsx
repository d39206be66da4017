/** The results of the site's search (ruling 14). */
import type { search } from '#machines/search/search.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import { Busy, Content, EmptyState, Stack, TextLink } from '../../ui/index.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';

const Searching = ({ state }: ViewProps<typeof search>) => <Busy text={`Looking for “${state.context.term}”…`} />;

function Results({ state }: ViewProps<typeof search>) {
  const { results, term } = state.context;
  return (
    <Stack gap="large">
      <output>
        {results.length === 1 ? '1 result' : `${results.length} results`} for “{term}”
      </output>
      <ol className="ui-results">
        {results.map(({ path, title, excerpt }) => (
          <li key={path}>
            <h2>
              <TextLink href={path}>{title}</TextLink>
            </h2>
            {excerpt === '' ? null : <p>{excerpt}</p>}
          </li>
        ))}
      </ol>
    </Stack>
  );
}

const NothingFound = ({ state }: ViewProps<typeof search>) => (
  <Stack>
    <EmptyState icon="search">
      <output>No results for “{state.context.term}”</output>
    </EmptyState>
    <Content section="globalsite" name="search-no-results" />
  </Stack>
);

const CouldNotSearch = ({ send }: ViewProps<typeof search>) => (
  <CouldNotLoad onRetry={() => send({ type: 'retry.wanted' })} />
);

export const searchViews = {
  searching: Searching,
  showingResults: Results,
  nothingFound: NothingFound,
  couldNotSearch: CouldNotSearch,
} satisfies ViewsOf<typeof search>;
