/** A guide to repayment options: an introduction, and a card for each option. */
import type { ContextFrom } from 'xstate';
import { entryMessages } from '#domain/session/access/messages.ts';
import { sharedIssue } from '#domain/session/access/rules.ts';
import type { EntryIssue } from '#domain/session/access/shapes.ts';
import { getFirstScreen } from '#domain/portal/routes.ts';
import { type Guide, applicationAddress } from '#domain/repayment/postponement/guides.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { repaymentGuide } from '#machines/repayment/repayment-guide/repayment-guide.machine.ts';
import { Columns, Content, Notice, PhoneLink, Stack, TextLink } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';
import { FederalPaidInFull } from '../../kit/paid-in-full/PaidInFull.tsx';
import { ScraWithoutFederalLoans } from '../postponement/ScraWithoutFederalLoans.tsx';
import { IN_PROCESS_ID } from '../repayment-options/entry-id.ts';
import { OptionCard, type OptionCardProps } from './OptionCard.tsx';

type Context = ContextFrom<typeof repaymentGuide>;

const texts = {
  postpone: { section: 'repayoptions', name: 'guide-postpone' },
  schedule: { section: 'repayoptions', name: 'guide-schedule' },
  cannotAfford: { section: 'repayoptions', name: 'guide-cannot-afford' },
} as const satisfies Readonly<Record<Guide, { section: string; name: string }>>;

const headings: Readonly<Record<Guide, string>> = {
  postpone: 'Ways to pause payments',
  schedule: 'Plans',
  cannotAfford: 'Ways to lower or pause payments',
};

const Options = ({ guide, options }: { guide: Guide; options: readonly OptionCardProps[] }) => (
  <section>
    <Stack>
      <h2>{headings[guide]}</h2>
      <Columns>
        {options.map((option) => (
          <OptionCard key={option.kind} {...option} />
        ))}
      </Columns>
    </Stack>
  </section>
);

const Back = () => (
  <p>
    <TextLink href="/repayment-options" variant="back">
      All repayment options
    </TextLink>
  </p>
);

/** The reason why the borrower is not eligible for any option, shown once. */
const NoneOpen = ({ issue, guide }: { readonly issue: EntryIssue; readonly guide: Guide }) => (
  <Notice
    kind="info"
    heading={
      issue === 'inProcess' ? 'You have an application in process' : "You can't apply for these options right now"
    }
    action={
      issue === 'inProcess' && <TextLink href={`/repayment-options#${IN_PROCESS_ID}`}>See your application</TextLink>
    }
  >
    <p>
      {issue !== 'inProcess' && entryMessages[issue].why} {entryMessages[issue].instead}{' '}
      {issue === 'inDefault' && <CallAboutDefault />}
    </p>
    {issue === 'noFederalAccount' && guide === 'postpone' && <ScraWithoutFederalLoans />}
  </Notice>
);

function Showing({ data, input: { guide } }: ShownProps<Context>) {
  // Benefits that postpone nothing stay open in default; the notice is about all other options.
  const issue = sharedIssue(data.map(({ entry }) => entry).filter((entry) => entry !== 'benefitsOnly'));
  if (issue === 'paidInFull') {
    return (
      <Stack gap="large">
        <FederalPaidInFull />
        <Back />
      </Stack>
    );
  }
  return (
    <Stack gap="large">
      {issue !== null && <NoneOpen issue={issue} guide={guide} />}
      {issue !== 'inDefault' && <Content {...texts[guide]} />}
      <Options
        guide={guide}
        options={data.map((option) => ({ ...option, isSaidAbove: issue !== null && option.entry === issue }))}
      />
      <Back />
    </Stack>
  );
}

/** Guide without online applications. */
const Empty = ({ input: { guide } }: Pick<ShownProps<Context>, 'input'>) => (
  <Stack gap="large">
    <Content {...texts[guide]} />
    <p>
      To apply, call us at <PhoneLink />.
    </p>
    <Back />
  </Stack>
);

/** Guide without eligibility, which failed to load. The application flows check it again. */
function WithoutAnswer({ state, send }: Pick<ViewProps<typeof repaymentGuide>, 'state' | 'send'>) {
  const { guide, options } = state.context.input;
  return (
    <Stack gap="large">
      <CouldNotLoad send={send} />
      <Content {...texts[guide]} />
      {options.length > 0 && (
        <Options
          guide={guide}
          options={options.map(({ kind, route }) => ({ kind, href: applicationAddress(kind, getFirstScreen(route)) }))}
        />
      )}
      <Back />
    </Stack>
  );
}

export const repaymentGuideViews = {
  ...resourceViews<Context>({ Showing, Empty }),
  couldNotLoad: WithoutAnswer,
} satisfies ViewsOf<typeof repaymentGuide>;
