/**
 * Step 1: asks whether the borrower needs the forbearance, and shows its estimated dates as sent (R §2). The end date is
 * the first day after it, on which payments start again (ruling 106).
 */
import { formatUsDate } from '#domain/calendar.ts';
import { startAgainText } from '#domain/pause-end.ts';
import type { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Form, RadioGroup, Stack, SummaryList } from '../../../ui/index.ts';
import { HardshipForbearanceStep } from './Steps.tsx';

const OPTIONS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

export function Qualification({ state, send }: ViewProps<typeof hardshipForbearance>) {
  const { summary, qualificationAgreement } = state.context;
  const { nextCycleDate = null, endCycleDate = null } = summary ?? {};
  return (
    <HardshipForbearanceStep current={0}>
      <Content section="forbearance" name="qualification-intro" />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <Card>
          <Stack gap="large">
            <RadioGroup
              name="qualificationAgreement"
              legend="Do you want to repay your loans, but can't make your payments for now?"
              hint="For example, because of illness, a lost job, or costs you can't avoid"
              value={qualificationAgreement ? 'yes' : 'no'}
              options={OPTIONS}
              onChange={(value) => send({ type: 'agreement.chosen', value: value === 'yes' })}
            />
            <SummaryList
              rows={[
                ...(nextCycleDate === null
                  ? []
                  : [{ label: 'Estimated start date', value: formatUsDate(nextCycleDate) }]),
                ...(endCycleDate === null
                  ? []
                  : [
                      {
                        label: 'Estimated end date',
                        value: formatUsDate(endCycleDate),
                        note: `Your ${startAgainText(endCycleDate)}.`,
                      },
                    ]),
              ]}
            />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </HardshipForbearanceStep>
  );
}
