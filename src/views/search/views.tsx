/** The results of the site's search (ruling 14). */
import type { ContextFrom } from 'xstate';
import type { search } from '#machines/search/search.machine.ts';
import { Busy, Content, EmptyState, Stack, TextLink } from '../../ui/index.ts';
import { type ShownProps, resourceViews } from '../loading/resource-views.tsx';

type Context = ContextFrom<typeof search>;
type Props = ShownProps<Context>;

const Searching = ({ input: { term } }: Pick<Props, 'input'>) => <Busy text={`Looking for “${term}”…`} />;

function Results({ data: results, input: { term } }: Props) {
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

const NothingFound = ({ input: { term } }: Pick<Props, 'input'>) => (
  <Stack>
    <EmptyState icon="search">
      <output>No results for “{term}”</output>
    </EmptyState>
    <Content section="globalsite" name="search-no-results" />
  </Stack>
);

export const searchViews = resourceViews<Context>({ Showing: Results, Empty: NothingFound, Loading: Searching });
