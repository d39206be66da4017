/**
 * The second step: username and password. Both may be pasted, and the password shown (WCAG 3.3.8). Where no answer comes,
 * what is known stands in place of the form: nobody is to submit twice.
 */
import { SHORTEST_PASSWORD, USERNAME_LENGTH } from '#domain/credentials/rules.ts';
import type { CredentialValues } from '#domain/credentials/shapes.ts';
import { credentialFieldWords, credentialWords } from '#domain/credentials/words.ts';
import { say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, ButtonRow, Card, Checkbox, Form, Stack, Stepper, TextField, TextLink } from '../../ui/index.ts';
import { OutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { Messages } from './Messages.tsx';
import { STEPS, registrationSubmissionWords } from './words.ts';

type TextName = Exclude<keyof CredentialValues, 'terms'>;

export function Credentials({ state, send, children }: ViewProps<typeof registration>) {
  const { account: form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { submitRegistration } = children;
  const stepper = <Stepper steps={STEPS} current={1} label="Creating an online account" />;
  if (submitRegistration?.state.matches('outcomeUnknown') === true) {
    return (
      <Stack gap="large">
        {stepper}
        <OutcomeUnknown
          isWaiting={submitRegistration.state.matches({ outcomeUnknown: 'waitingToAskAgain' })}
          onAskAgain={() => submitRegistration.send({ type: 'outcome.askedAgain' })}
          words={registrationSubmissionWords}
        />
      </Stack>
    );
  }
  const errorOf = (name: keyof CredentialValues) => {
    const error = form.errors[name];
    return error === undefined ? undefined : say(credentialWords, error);
  };
  const field = (name: TextName) => ({
    name,
    label: credentialFieldWords[name],
    value: form.values[name],
    disabled: isBusy,
    error: errorOf(name),
    onChange: (value: string) => send({ type: 'field.changed', field: name, value }),
    onLeave: () => send({ type: 'field.left', field: name }),
  });
  const { min, max } = USERNAME_LENGTH;
  return (
    <Stack gap="large">
      {stepper}
      <Messages notice={notice} panel={form.panel} />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            <TextField
              {...field('username')}
              hint={`${min} to ${max} letters, digits, periods, hyphens, underscores or @; capital letters do not matter`}
              autoComplete="username"
            />
            <TextField
              {...field('password')}
              hint={`At least ${SHORTEST_PASSWORD} characters: a few words in a row are easy to remember`}
              secret
              autoComplete="new-password"
            />
            <TextField {...field('confirmation')} secret autoComplete="new-password" />
            <Stack>
              <p>
                <TextLink href="/content/legal/terms-of-use" newTab>
                  Terms of Use
                </TextLink>
              </p>
              <Checkbox
                name="terms"
                label={credentialFieldWords['terms']}
                checked={form.values.terms}
                disabled={isBusy}
                error={errorOf('terms')}
                onChange={(value) => send({ type: 'field.changed', field: 'terms', value })}
              />
            </Stack>
          </Stack>
        </Card>
        <ButtonRow align="between">
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
          <Button type="submit" busy={isBusy} busyText={registrationSubmissionWords.sending}>
            Create Online Account
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
