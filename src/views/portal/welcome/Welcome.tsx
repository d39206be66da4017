/** First page for visitors: common tasks, first steps for new users, and contacts. */
import { findRoute } from '#domain/portal/routes.ts';
import {
  ButtonLink,
  ButtonRow,
  Columns,
  Content,
  ContentCard,
  FieldPicture,
  Hero,
  Notice,
  PageHeading,
  Stack,
  type Task,
  TaskList,
  useLogInOffered,
  usePages,
} from '../../../ui/index.ts';

export interface WelcomeProps {
  /** The reason why the last session of this tab ended. */
  readonly ended?: keyof typeof ENDS | undefined;
}

/** Messages after a session ended by inactivity, could not be renewed, or was ended by the person. */
const ENDS = {
  loggedOut: <Content section="globalsite" name="logged-out" fallback="You're logged out." />,
  timedOut: (
    <Content
      section="globalsite"
      name="auto-logged-out"
      fallback="We logged you out because nothing had happened for a while. Log in to continue."
    />
  ),
  expired: (
    <Content section="globalsite" name="session-expired" fallback="Your session has ended. Log in to continue." />
  ),
} as const;

interface WelcomeTask extends Omit<Task, 'href'> {
  /** Candidate pages for the task in order of preference. The card links to the first page that exists. */
  readonly at: readonly string[];
}

/** Common tasks. Pages that require log-in appear only while log-in is available. */
const tasks: readonly WelcomeTask[] = [
  {
    title: 'Make a payment',
    text: 'Choose what to pay on each account, and the day.',
    icon: 'card',
    at: ['/payments/payflow/schedule'],
  },
  {
    title: 'See my loans',
    text: 'What is due, what is past due, and what you owe.',
    icon: 'school',
    at: ['/dashboard'],
  },
  {
    title: 'Lower my payment',
    text: 'Plans that follow your income or run longer.',
    icon: 'schedule',
    at: ['/repayment-options', '/content/help/lower-my-payments'],
  },
  {
    title: 'Pause payments',
    text: 'Deferment and forbearance, and what each costs.',
    icon: 'calendar',
    at: ['/repayment-options/postpone-select', '/content/help/postpone-payments'],
  },
  {
    title: 'Upload a document',
    text: 'Send us a form, proof or a letter.',
    icon: 'upload',
    at: ['/documents/upload-documents', '/content/docupload'],
  },
  {
    title: 'Catch up on a missed payment',
    text: 'What happens when a payment is late, and what to do today.',
    icon: 'history',
    at: ['/content/help/past-due'],
  },
  {
    title: 'Pay for someone else',
    text: 'How a borrower adds you as a payer, and what you can do.',
    icon: 'person',
    at: ['/content/help/paying-for-somebody-else'],
  },
  {
    title: 'Find out what to watch for',
    text: 'How scams look, and what we never ask for.',
    icon: 'shield',
    at: ['/content/help/scams'],
  },
];

/** Returns the tasks with an existing page. */
function findTasks(hasPage: (path: string) => boolean, isLogInOffered: boolean): Task[] {
  return tasks.flatMap(({ at, ...task }) => {
    const href = at.find((path) => hasPage(path) && (isLogInOffered || findRoute(path)?.audience !== 'signedIn'));
    return href === undefined ? [] : [{ ...task, href }];
  });
}

export function Welcome({ ended }: WelcomeProps) {
  const isLogInOffered = useLogInOffered();
  const hasPage = usePages();
  return (
    <Stack gap="large">
      <Hero picture={<FieldPicture />}>
        <PageHeading>
          <Content section="home" name="welcome-heading" fallback="Welcome" fallbackWhileLoading inline />
        </PageHeading>
        {ended !== undefined && <Notice kind={ended === 'loggedOut' ? 'success' : 'info'}>{ENDS[ended]}</Notice>}
        <Content
          section="home"
          name="welcome-body"
          fallback={<p>Log in to see what you owe and to make a payment.</p>}
        />
        {isLogInOffered && (
          <ButtonRow>
            <ButtonLink href="/dashboard">Log In</ButtonLink>
            {hasPage('/account/registration') && (
              <ButtonLink href="/account/registration" variant="secondary">
                Create Online Account
              </ButtonLink>
            )}
          </ButtonRow>
        )}
      </Hero>
      <h2>What do you want to do?</h2>
      <TaskList tasks={findTasks(hasPage, isLogInOffered)} />
      <Columns of="texts">
        {hasPage('/account/registration') && <ContentCard section="home" name="welcome-first-steps" />}
        <ContentCard section="home" name="welcome-help" tone="quiet" />
      </Columns>
      <Columns of="texts">
        <ContentCard section="usds" name="body1" />
        <ContentCard section="usds" name="body2" />
      </Columns>
    </Stack>
  );
}
