/** The servicer's forms (ruling 15), grouped by purpose and searchable. */
import { useState } from 'react';
import type { ContextFrom } from 'xstate';
import { type ListedForm, formsMatching } from '#domain/portal/content/forms.ts';
import { isolated } from '#domain/isolated-text.ts';
import { FORM_GROUPS, type FormEntry } from '#domain/portal/content/shapes.ts';
import type { forms } from '#machines/documents/forms/forms.machine.ts';
import {
  Card,
  ContentCard,
  ContentText,
  EmptyState,
  SidebarLayout,
  Stack,
  TextField,
  TextLink,
  usePages,
} from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof forms>;

const GROUP_HEADINGS: Readonly<Record<FormEntry['group'], string>> = {
  deferment: 'Deferment',
  forbearance: 'Forbearance',
  plans: 'Income-Driven Plans',
  payments: 'Payments and Accounts',
  authorization: 'Authorization',
};

const Entry = ({ id, headline, message, href, isElsewhere }: ListedForm) => (
  <li>
    <h3>
      <TextLink href={href} opensElsewhere={isElsewhere}>
        {headline}
      </TextLink>
    </h3>
    <ContentText section="documents" name={`forms/${id}`} html={message} state="ready" />
  </li>
);

function Group({ group, entries }: { group: FormEntry['group']; entries: readonly ListedForm[] }) {
  const listed = entries.filter((entry) => entry.group === group);
  if (listed.length === 0) return null;
  return (
    <Card heading={GROUP_HEADINGS[group]}>
      <ul className="ui-results">
        {listed.map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ul>
    </Card>
  );
}

const counted = (count: number, term: string) =>
  `${count === 1 ? '1 form' : `${count} forms`}${term === '' ? '' : ` for “${isolated(term)}”`}`;

/** Omits forms on pages that the portal does not have. */
function Forms({ data }: ShownProps<Context>) {
  const [search, setSearch] = useState('');
  const hasPage = usePages();
  const term = search.trim();
  const found = formsMatching(
    data.filter(({ href, isElsewhere }) => isElsewhere || hasPage(href)),
    term,
  );
  return (
    <SidebarLayout
      sidebarLabel="Sending a form"
      sidebar={<ContentCard section="documents" name="forms-sending" tone="quiet" heading="Sending a form" />}
    >
      <Stack gap="large">
        <TextField
          name="forms-search"
          label="Search forms"
          hint="Search by name or description"
          required={false}
          standsAlone
          value={search}
          onChange={setSearch}
        />
        <output>{counted(found.length, term)}</output>
        {found.length === 0 && <EmptyState icon="search">Try fewer or other words.</EmptyState>}
        {FORM_GROUPS.map((group) => (
          <Group key={group} group={group} entries={found} />
        ))}
      </Stack>
    </SidebarLayout>
  );
}

const NoForms = () => <EmptyState>There are no forms to show.</EmptyState>;

export const formsViews = resourceViews<Context>({ Showing: Forms, Empty: NoForms });
