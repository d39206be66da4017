/** Paperless (Y §2.3, §4.9): explanation, current status, enrollment and opt-out. */
import type { ReactNode } from 'react';
import { paperlessMessages } from '#domain/messages/paperless/messages.ts';
import type { managePaperless } from '#machines/messages/manage-paperless/manage-paperless.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  Checkbox,
  ConfirmDialog,
  Content,
  ContentCard,
  Form,
  Notice,
  SidebarLayout,
  Stack,
  Tag,
  useTextsToAgree,
} from '../../../ui/index.ts';
import { SiteErrorText } from '../../portal/error/SiteErrorText.tsx';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { NotEligible } from '../paperless/NotEligible.tsx';

type Props = Pick<ViewProps<typeof managePaperless>, 'state' | 'send'>;

/** Result of the last action. */
function PaperlessNotice({ state }: Pick<Props, 'state'>) {
  switch (state.context.notice) {
    case null:
      return null;
    case 'enrolled':
      return (
        <Notice kind="success" id="notice">
          <p>You&apos;re signed up for paperless. Your letters will come to your inbox.</p>
        </Notice>
      );
    case 'optedOut':
      return (
        <Notice kind="success" id="notice">
          <p>You have opted out of paperless. Your letters will come by mail.</p>
        </Notice>
      );
    case 'refused':
      return (
        <Notice
          kind="error"
          id="notice"
          heading={
            <Content
              section="globalsite"
              name="site-error-page-subheading"
              inline
              fallbackWhileLoading
              fallback="Sorry, this didn't work"
            />
          }
        >
          <SiteErrorText />
        </Notice>
      );
    case 'noAnswer':
      return (
        <Notice kind="error" id="notice">
          <p>
            We haven&apos;t heard back, so we can&apos;t tell yet whether this was changed. Please try again. We make
            the change only once.
          </p>
        </Notice>
      );
  }
}

/** Current delivery method and explanation of paperless. */
function Page({ state, status, children }: Pick<Props, 'state'> & { status: string; children: ReactNode }) {
  return (
    <SidebarLayout
      sidebarLabel="About paperless"
      sidebar={
        <ContentCard
          section="myprofile"
          name="paperless-side-panel"
          tone="quiet"
          heading="Good to know about paperless"
        />
      }
    >
      <Stack gap="large">
        <PaperlessNotice state={state} />
        <Card heading="How you get your letters" aside={<Tag tone="info">{status}</Tag>}>
          <Content
            section="myprofile"
            name="paperless-about"
            fallback={<p>With paperless, your bills and letters come to your inbox instead of by mail.</p>}
          />
        </Card>
        {children}
      </Stack>
    </SidebarLayout>
  );
}

function NotEnrolled({ state, send }: Props) {
  const terms = useTextsToAgree('myprofile', ['paperless-terms']);
  const isBusy = state.matches('enrolling');
  const fields = formFields({
    form: state.context.form,
    send,
    labels: { terms: 'Terms Checkbox' },
    messages: paperlessMessages,
    disabled: isBusy,
  });
  return (
    <Page state={state} status="By mail">
      {terms.missing === null && fields.panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Sign up for paperless">
          <Stack>
            {terms.missing ?? terms.shown}
            {terms.missing === null && (
              <Checkbox
                required
                {...fields.tick('terms')}
                label="I agree to the terms & conditions of paperless"
                disabled={isBusy || !terms.isReadable}
                onLeave={() => send({ type: 'field.left', field: 'terms' })}
              />
            )}
          </Stack>
        </Card>
        {terms.missing === null && (
          <ButtonRow>
            <Button type="submit" busy={isBusy} busyText="Signing up…">
              Sign Up
            </Button>
          </ButtonRow>
        )}
      </Form>
    </Page>
  );
}

function Enrolled({ state, send }: Props) {
  const isBusy = state.matches('optingOut');
  return (
    <Page state={state} status="In your inbox">
      <ButtonRow>
        <ButtonLink href="/documents/inbox">Go to Inbox</ButtonLink>
        <Button variant="secondary" onClick={() => send({ type: 'optOut.pressed' })}>
          Opt Out
        </Button>
      </ButtonRow>
      {(isBusy || state.matches('confirmingOptOut')) && (
        <ConfirmDialog
          title="Opt out of paperless?"
          confirmLabel="Yes, send letters by mail"
          cancelLabel="No, keep paperless"
          busy={isBusy}
          busyText="Opting out…"
          onConfirm={() => send({ type: 'optOut.confirmed' })}
          onCancel={() => send({ type: 'optOut.dismissed' })}
        >
          <Content
            section="myprofile"
            name="paperless-opt-out"
            fallback={<p>Your bills and letters will come by mail, and your inbox will close.</p>}
          />
        </ConfirmDialog>
      )}
    </Page>
  );
}

export const managePaperlessViews = {
  checkingStatus: Loading,
  checkingClaimsStatus: Loading,
  couldNotLoad: CouldNotLoad,
  notEligible: NotEligible,
  notEnrolled: NotEnrolled,
  enrolling: NotEnrolled,
  enrolled: Enrolled,
  confirmingOptOut: Enrolled,
  optingOut: Enrolled,
} satisfies ViewsOf<typeof managePaperless>;
