/**
 * Landing page of the repayment options: the reason why the borrower cannot apply, the guides, and the applications.
 */
import type { ContextFrom } from 'xstate';
import { entryMessages } from '#domain/session/access/messages.ts';
import { guideAddresses } from '#domain/repayment/postponement/guides.ts';
import { closesOthers } from '#domain/repayment/postponement/rules.ts';
import type { RepaymentOptionsData } from '#machines/repayment/repayment-options/repayment-facts.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { repaymentOptions } from '#machines/repayment/repayment-options/repayment-options.machine.ts';
import {
  ContentCard,
  Content,
  EmptyState,
  Notice,
  SidebarLayout,
  Stack,
  type Task,
  TaskList,
  usePages,
} from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';
import { FederalPaidInFull } from '../../kit/paid-in-full/PaidInFull.tsx';
import { ApplicationCard } from './ApplicationCard.tsx';
import { SentNotice } from './SentNotice.tsx';
import { IN_PROCESS_ID } from './entry-id.ts';

type Context = ContextFrom<typeof repaymentOptions>;

const guides: readonly Task[] = [
  {
    title: 'Pause my payments',
    text: 'Deferment and forbearance: who can get a pause, and what it costs.',
    icon: 'calendar',
    href: guideAddresses.postpone,
  },
  {
    title: 'Change my payment schedule',
    text: 'Plans that follow your income, or a set number of years.',
    icon: 'schedule',
    href: guideAddresses.schedule,
  },
  {
    title: "I can't afford my payments",
    text: 'Compare a lower payment with a pause.',
    icon: 'help',
    href: guideAddresses.cannotAfford,
  },
];

/** In place of the offers of pauses and plans, which loans in default can't get (ruling 97). */
const InDefault = () => (
  <Notice kind="info" heading={entryMessages.inDefault.why}>
    <p>
      {entryMessages.inDefault.instead} <CallAboutDefault />
    </p>
  </Notice>
);

interface GuidesProps extends Partial<Pick<RepaymentOptionsData, 'facts'>> {
  /** Whether a notice above already explains why the borrower can't apply. */
  readonly isSaidAbove?: boolean;
}

function Guides({ facts = null, isSaidAbove = false }: GuidesProps) {
  const hasPage = usePages();
  if (facts?.paidInFull != null) return <FederalPaidInFull />;
  return (
    <>
      {facts?.isInDefault !== true && <Content section="repayoptions" name="landing-intro" />}
      {facts?.isInDefault === true && !isSaidAbove && <InDefault />}
      <section>
        <Stack>
          <h2>What do you want to do?</h2>
          <TaskList tasks={guides.filter(({ href }) => hasPage(href))} />
        </Stack>
      </section>
    </>
  );
}

const aside = <ContentCard section="repayoptions" name="landing-help" tone="quiet" />;

/** Returns the help beside the offers; nothing if there are none, because nothing is owed or the loans are in default. */
const renderAside = ({ facts }: Pick<RepaymentOptionsData, 'facts'>) =>
  facts?.paidInFull == null && facts?.isInDefault !== true && aside;

const NoApplications = () => <EmptyState icon="document">You have no applications.</EmptyState>;

function Applications({ data: { applications }, input: { isStatusShown } }: ShownProps<Context>) {
  const inProcess = applications.find(closesOthers);
  return (
    <section>
      <Stack>
        <h2>Your applications</h2>
        {applications.length === 0 && <NoApplications />}
        {applications.map((application) => (
          <div key={application.confirmationNumber} id={application === inProcess ? IN_PROCESS_ID : undefined}>
            <ApplicationCard application={application} isStatusShown={isStatusShown} />
          </div>
        ))}
      </Stack>
    </section>
  );
}

function Showing({ data, input }: ShownProps<Context>) {
  return (
    <SidebarLayout sidebar={renderAside(data)} sidebarLabel="Help">
      <SentNotice {...data} {...input} />
      <Guides {...data} isSaidAbove={input.because === 'notEligible'} />
      <Applications data={data} input={input} />
    </SidebarLayout>
  );
}

const Empty = () => (
  <SidebarLayout sidebar={aside} sidebarLabel="Help">
    <Guides />
    <section>
      <Stack>
        <h2>Your applications</h2>
        <NoApplications />
      </Stack>
    </section>
  </SidebarLayout>
);

/** Page without the applications, which failed to load. */
const WithoutApplications = ({ send }: Pick<ViewProps<typeof repaymentOptions>, 'send'>) => (
  <SidebarLayout sidebar={aside} sidebarLabel="Help">
    <CouldNotLoad send={send} />
    <Guides />
  </SidebarLayout>
);

export const repaymentOptionsViews = {
  ...resourceViews<Context>({ Showing, Empty }),
  couldNotLoad: WithoutApplications,
} satisfies ViewsOf<typeof repaymentOptions>;
