/** The income and the family size that a borrower tries out. Each change shows at once. */
import { useState } from 'react';
import { idrFieldLabels, idrMessages } from '#domain/repayment/idr/messages.ts';
import type { IdrLimits } from '#domain/repayment/idr/rules.ts';
import {
  type WhatIf,
  familySizeMessages,
  familySizes,
  formatIncome,
  incomeSlider,
  normalizeIncome,
  startingWhatIf,
  whatIfSchema,
} from '#domain/repayment/idr/what-if.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { formatWholeUsd, parseTyped, toCents } from '#domain/money.ts';
import { normalizedField } from '#domain/typed-text.ts';
import type { Household } from '#domain/plans/household.ts';
import { Button, ButtonRow, CountField, Fieldset, RangeField, Stack, TextField } from '../../../../ui/index.ts';

export interface WhatIfFieldsProps {
  readonly whatIf: WhatIf;
  /** The borrower's answers. */
  readonly household: Household;
  readonly limits: IdrLimits;
  /** A blur event arrives after the press that caused it, so changes are computed from the latest state. */
  readonly onChange: (next: (before: WhatIf) => WhatIf) => void;
}

const messages = { ...idrMessages, ...familySizeMessages };

export function WhatIfFields({ whatIf, household, limits, onChange }: WhatIfFieldsProps) {
  // Issues with a field appear once it loses focus.
  const [typing, setTyping] = useState<keyof WhatIf>();
  const problems = findProblems(whatIfSchema(household, limits), whatIf);
  const findError = (field: keyof WhatIf) => {
    const problem = problems.find((each) => each.field === field);
    return problem && typing !== field ? getMessage(messages, problem.issue) : undefined;
  };
  const type = (field: keyof WhatIf) => (typed: string) => {
    setTyping(field);
    onChange((before) => ({ ...before, [field]: normalizedField(field, typed) }));
  };
  const leave = (field: keyof WhatIf) => () => {
    setTyping(undefined);
    onChange((before) => ({ ...before, [field]: field === 'agi' ? normalizeIncome(before.agi) : before[field] }));
  };
  const slider = incomeSlider(household.adjustedGrossIncome, limits);
  const income = (parseTyped(whatIf.agi) ?? household.adjustedGrossIncome) / 100;
  return (
    <Stack gap="large">
      <p>
        Try another income or family size. This only changes the comparison. It doesn&apos;t change your answers or your
        application.
      </p>
      <Fieldset name="whatIf.income" legend="Income">
        <TextField
          name="whatIf.agi"
          label={idrFieldLabels['agi']}
          hint="For a year. You can also use the slider"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          width="medium"
          standsAlone
          value={whatIf.agi}
          error={findError('agi')}
          onChange={type('agi')}
          onLeave={leave('agi')}
        />
        <RangeField
          name="whatIf.agiSlider"
          label={`Income for a year: ${formatWholeUsd(income)}`}
          min={0}
          max={slider.max}
          step={slider.step}
          value={Math.min(income, slider.max)}
          format={formatWholeUsd}
          onChange={(dollars) => onChange((before) => ({ ...before, agi: formatIncome(toCents(dollars * 100)) }))}
        />
      </Fieldset>
      <CountField
        name="whatIf.familySize"
        label="Family Size"
        hint="You, a spouse who files with you, dependents"
        {...familySizes(household, limits)}
        less="One person less"
        more="One person more"
        value={whatIf.familySize}
        error={findError('familySize')}
        onChange={type('familySize')}
        onLeave={leave('familySize')}
      />
      <ButtonRow>
        <Button variant="secondary" onClick={() => onChange(() => startingWhatIf(household))}>
          Use My Answers
        </Button>
      </ButtonRow>
    </Stack>
  );
}
