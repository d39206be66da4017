/** Views of a form page (`formPage`): the form with its errors, its button and its submission, and the confirmation. */
import type { ComponentType, ReactNode } from 'react';
import type { FormPageContext } from '#machines/kit/form-page.machine.ts';
import type { FormEvent } from '#machines/kit/form.ts';
import { Button, ButtonRow, Form, Stack } from '../../../ui/index.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';
import { Loading } from '../loading/Loading.tsx';
import { outcomeCheckFailed } from '../submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, type OutcomeUnknownProps, isOutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import type { SubmissionMessages } from '../submission/messages.ts';
import { type FormFields, FormNotice, type FormView, formFields } from './form-fields.tsx';

/** Props of the view of a form's fields. */
export interface FieldsProps<Values extends object, Data> {
  readonly fields: FormFields<Values>;
  readonly values: Values;
  readonly facts: Data;
}

interface FormPageViews<Values extends object, Data, Received, Notice extends string> extends Pick<
  FormView<Values>,
  'labels'
> {
  readonly Fields: ComponentType<FieldsProps<Values, Data>>;
  /** Error messages of the fields. */
  readonly errors: FormView<Values>['messages'];
  /** Notices above the form, with the placeholder `{phone}` for the servicer's phone number. */
  readonly notices: Readonly<Record<Notice, string>>;
  readonly texts: SubmissionMessages;
  /** Text of the button. */
  readonly button: string;
  /** Above the form, and below it. */
  readonly intro?: ReactNode;
  readonly After?: ComponentType<{ readonly facts: Data }>;
  /** The view after the server has accepted the form. `onAgain` opens an empty form. */
  readonly Received: ComponentType<{
    readonly received: Received;
    readonly facts: Data | null;
    readonly onAgain: () => void;
  }>;
}

type Sent = FormEvent | { readonly type: 'submit.pressed' | 'again.pressed' };

interface Props<Values extends object, Data, Received, Notice> {
  readonly state: {
    readonly context: FormPageContext<Values, Data, Received, Notice>;
    readonly hasTag: (tag: 'busy') => boolean;
  };
  readonly send: (event: Sent) => void;
  readonly children: { readonly submit?: OutcomeUnknownProps['submission'] | undefined };
}

/** Returns the views of all states of a form page. */
export function formPageViews<Values extends object, Data, Received, Notice extends string>({
  Fields,
  labels,
  errors,
  notices,
  texts,
  button,
  intro,
  After,
  Received,
}: FormPageViews<Values, Data, Received, Notice>) {
  type PageProps = Props<Values, Data, Received, Notice>;

  /** If the server does not respond, the status of the submission replaces the form, so that it is not sent twice. */
  function Entering({ state, send, children: { submit } }: PageProps) {
    const { form, facts, notice } = state.context;
    const isBusy = state.hasTag('busy');
    if (isOutcomeUnknown(submit)) return <OutcomeUnknown submission={submit} messages={texts} />;
    const fields = formFields({ form, send, labels, messages: errors, disabled: isBusy });
    return (
      <Stack gap="large">
        <FormNotice text={notice && notices[notice]} />
        {fields.panel}
        {intro}
        <Form onSubmit={() => send({ type: 'submit.pressed' })}>
          {facts !== null && <Fields fields={fields} values={form.values} facts={facts} />}
          <ButtonRow>
            <Button type="submit" busy={isBusy} busyText={texts.sending}>
              {button}
            </Button>
          </ButtonRow>
        </Form>
        {After && facts !== null && <After facts={facts} />}
      </Stack>
    );
  }

  const Accepted = ({ state: { context }, send }: PageProps) =>
    context.received === null ? null : (
      <Received received={context.received} facts={context.facts} onAgain={() => send({ type: 'again.pressed' })} />
    );

  return {
    starting: Loading,
    gettingFacts: Loading,
    couldNotLoad: CouldNotLoad,
    entering: Entering,
    // The same view as the preceding state, so that the pressed button keeps focus.
    sending: Entering,
    outcomeCheckFailed: outcomeCheckFailed(texts),
    received: Accepted,
  };
}
