/** Step 1: whether the borrower is enrolled at the school that reports the enrollment (R §4 In-school). */
import { enrollmentTree, inSchoolTree } from '#domain/repayment/deferment/decision-trees.ts';
import { reportingSchool } from '#domain/repayment/deferment/in-school.ts';
import type { inSchool } from '#machines/repayment/in-school/in-school.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, ContentCard, ErrorPanel, Form, Notice, Stack } from '../../../ui/index.ts';
import { Questions, isRefused, questionErrors } from '../../kit/decision-tree/Questions.tsx';
import { NotEligible } from './NotEligible.tsx';
import { Step } from './Steps.tsx';

type Props = ViewProps<typeof inSchool>;

/** Returns the current questions with the running machine. */
function questionsOf({ askInSchool, askEnrollment }: Props['children']) {
  if (askInSchool) return { tree: inSchoolTree, running: askInSchool };
  return askEnrollment && { tree: enrollmentTree, running: askEnrollment };
}

export function Qualification({ state, children }: Props) {
  const { facts } = state.context;
  const questions = questionsOf(children);
  if (questions === undefined || facts === null) return null;
  const { tree, running } = questions;
  const school = reportingSchool(facts.schools);
  return (
    <Step current={0} sidebar={<ContentCard section="school" name="qualification-sidebar" tone="quiet" />}>
      <Content section="school" name="qualification-intro" />
      {isRefused(running) && (
        <Notice kind="warning" id="notice">
          <NotEligible />
        </Notice>
      )}
      <ErrorPanel errors={questionErrors(tree, running)} />
      <Form onSubmit={() => running.send({ type: 'continue.pressed' })}>
        <Card>
          <Stack gap="large">
            {school !== undefined && (
              <p>
                The school that we have on record for you: <strong>{school}</strong>
              </p>
            )}
            <Questions {...questions} />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
