/** A required action: the text to read, the agreements, and Continue. */
import type { ReactNode } from 'react';
import { agreementNames, accessMessages } from '#domain/session/access/messages.ts';
import type { Agreement } from '#domain/session/access/shapes.ts';
import type { requiredAction } from '#machines/portal/required-action/required-action.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Busy,
  Button,
  ButtonRow,
  Card,
  Checkbox,
  Content,
  Form,
  Notice,
  Stack,
  useTextsToAgree,
  PhoneLink,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';

type Props = ViewProps<typeof requiredAction>;

/** Managed content of each agreement. */
const AGREEMENT_TEXTS: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'agreements-terms-of-use',
  electronicCommunications: 'agreements-electronic-communications',
};

/** Fallback for missing text on a page that requires no agreement. */
const notHere = (
  <p>
    We couldn&apos;t load the text of this page. You can continue, or call us at <PhoneLink />.
  </p>
);

/** Heading and introduction of each page. */
const PAGE_TEXTS: Readonly<Record<string, { readonly heading: ReactNode; readonly body: ReactNode }>> = {
  'direct-splash': {
    heading: <Content section="myprofile" name="direct-splash-heading" fallback="About your loans" inline />,
    body: <Content section="myprofile" name="direct-splash-text" fallback={notHere} />,
  },
  'email-disclaimer': {
    heading: <Content section="myprofile" name="email-disclaimer-heading" fallback="About your email address" inline />,
    body: <Content section="myprofile" name="email-disclaimer-text" fallback={notHere} />,
  },
  agreements: {
    heading: (
      <Content section="myprofile" name="agreements-heading" fallback="Please read and accept our agreements" inline />
    ),
    body: <Content section="myprofile" name="agreements-intro" />,
  },
};

function Text({ state }: Props) {
  const texts = PAGE_TEXTS[state.context.action];
  if (texts === undefined) return null;
  return (
    <section>
      <p>
        <strong>{texts.heading}</strong>
      </p>
      {texts.body}
    </section>
  );
}

function Failure({ state }: Props) {
  if (state.context.notice === null) return null;
  return (
    <Notice kind="error" id="notice" heading="Sorry, we couldn't continue.">
      <p>We didn&apos;t get your answer. Please choose Continue again.</p>
    </Notice>
  );
}

export function RequiredActionPage(props: Props) {
  const { state, send } = props;
  const { agreements, form } = state.context;
  const { isReadable, missing, shown } = useTextsToAgree(
    'myprofile',
    agreements.map((agreement) => AGREEMENT_TEXTS[agreement]),
  );
  const isBusy = state.hasTag('busy');
  const { tick, panel } = formFields({
    form,
    send,
    labels: agreementNames,
    messages: accessMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <Failure {...props} />
      {panel}
      <Text {...props} />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        {missing ??
          agreements.map((agreement, index) => (
            <Card key={agreement} tone="quiet">
              <Stack>
                {shown[index]}
                <Checkbox
                  {...tick(agreement)}
                  label={`I agree to the ${agreementNames[agreement]}`}
                  required
                  disabled={isBusy || !isReadable}
                />
              </Stack>
            </Card>
          ))}
        <ButtonRow>
          {missing === null && (
            <Button type="submit" busy={isBusy} busyText="One moment…">
              Continue
            </Button>
          )}
          {agreements.length > 0 ? (
            <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'agreements.declined' })}>
              I don't agree
            </Button>
          ) : null}
        </ButtonRow>
      </Form>
    </Stack>
  );
}

/** The consequences of declining, and a button to go back. */
export const Declined = ({ send }: Props) => (
  <Stack gap="large">
    <Notice kind="warning" id="notice">
      <Content
        section="myprofile"
        name="agreements-declined"
        fallback={
          <p>
            You haven't agreed, so we can't open your account online. You can call us at <PhoneLink />.
          </p>
        }
      />
    </Notice>
    <ButtonRow>
      <Button onClick={() => send({ type: 'agreements.reconsidered' })}>Back to the agreements</Button>
    </ButtonRow>
  </Stack>
);

export const Left = () => <Busy text="One moment…" />;
