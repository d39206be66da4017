/** Step 1: whether the borrower is enrolled at the school that reports the enrollment (R §4 In-school). */
import { inSchoolQuestionsFor, reportingSchool } from '#domain/repayment/deferment/in-school.ts';
import type { inSchool } from '#machines/repayment/in-school/in-school.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, ContentCard, ErrorPanel, Form, Notice, Stack } from '../../../ui/index.ts';
import { Questions, isRefused, questionErrors } from '../decision-tree/Questions.tsx';
import { NotEligible } from './NotEligible.tsx';
import { InSchoolStep } from './Steps.tsx';

type Props = ViewProps<typeof inSchool>;

export function Qualification({ state, children: { askInSchool: running } }: Props) {
  const { facts } = state.context;
  if (running === undefined || facts === null) return null;
  const tree = inSchoolQuestionsFor(facts.schools);
  const school = reportingSchool(facts.schools);
  return (
    <InSchoolStep current={0} sidebar={<ContentCard section="school" name="qualification-sidebar" tone="quiet" />}>
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
            <Questions tree={tree} running={running} />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </InSchoolStep>
  );
}
