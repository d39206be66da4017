/** Site search results (ruling 14), with highlighted matches and the type of each page. */
import type { ContextFrom } from 'xstate';
import { type PageKind, kindOfPage, toTextParts } from '#domain/portal/content/rules.ts';
import { isolated } from '#domain/isolated-text.ts';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import type { search } from '#machines/portal/search/search.machine.ts';
import {
  Busy,
  Content,
  ContentCard,
  EmptyState,
  PhoneLink,
  SidebarLayout,
  SiteSearch,
  Stack,
  Tag,
  TextLink,
} from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof search>;
type Props = ShownProps<Context>;

const kinds: Readonly<Record<PageKind, string>> = { help: 'Help', form: 'Form', page: 'Page' };

const Searching = ({ input: { term } }: Pick<Props, 'input'>) => <Busy text={`Looking for “${isolated(term)}”…`} />;

/** Text with highlighted search terms. */
const Marked = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  toTextParts(text, terms).map(({ text: part, isMatch }, index) =>
    // The order of the parts never changes.
    // oxlint-disable-next-line react/no-array-index-key
    isMatch ? <mark key={index}>{part}</mark> : part,
  );

const Result = ({ path, title, excerpt, terms }: SearchResult) => (
  <li>
    <h2>
      <TextLink href={path}>
        <Marked text={title} terms={terms} />
      </TextLink>
    </h2>
    <Tag>{kinds[kindOfPage(path)]}</Tag>
    {excerpt === '' ? null : (
      <p>
        <Marked text={excerpt} terms={terms} />
      </p>
    )}
  </li>
);

function Results({ data: results, input: { term } }: Props) {
  return (
    <SidebarLayout
      sidebarLabel="What you can do"
      sidebar={<ContentCard section="globalsite" name="search-no-results" tone="quiet" />}
    >
      <SiteSearch id="search-again" label="Search again" />
      <output>
        {results.length === 1 ? '1 result' : `${results.length} results`} for “{isolated(term)}”
      </output>
      <ol className="ui-results">
        {results.map((result) => (
          <Result key={result.path} {...result} />
        ))}
      </ol>
    </SidebarLayout>
  );
}

const NothingFound = ({ input: { term } }: Pick<Props, 'input'>) => (
  <Stack gap="large">
    <SiteSearch id="search-again" label="Search again" />
    <EmptyState icon="search">
      <output>No results for “{isolated(term)}”</output>
    </EmptyState>
    <Content
      section="globalsite"
      name="search-no-results"
      fallback={
        <p>
          Check the spelling, or try fewer or other words. You can also call us at <PhoneLink />.
        </p>
      }
    />
  </Stack>
);

export const searchViews = resourceViews<Context>({ Showing: Results, Empty: NothingFound, Loading: Searching });
