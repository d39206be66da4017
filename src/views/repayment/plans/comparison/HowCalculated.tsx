/** "How we calculated this": the formula of each plan with the borrower's numbers and its legal source. */
import { getPreferredName } from '#domain/plans/catalogue.ts';
import type { EstimateInput, PlanOffer } from '#domain/plans/estimates.ts';
import { explain } from '#domain/plans/explain.ts';
import { listAssumptions } from '#domain/plans/outlook.ts';
import type { PlanData, PlanType } from '#domain/plans/shapes.ts';
import { Disclosure, SummaryList } from '../../../../ui/index.ts';

export interface HowCalculatedProps {
  readonly offers: readonly PlanOffer[];
  readonly estimate: EstimateInput;
}

/** Returns whether an offer's payment is known. If a parameter of the year is missing, there is nothing to explain. */
const isKnown = ({ total }: PlanOffer): boolean => total !== null;

const formatNote = (formula: string | undefined, source: string | undefined): string | undefined =>
  [formula, source && `Source: ${source}`].filter((part) => part !== undefined).join('. ') || undefined;

export const HowCalculated = ({ offers, estimate }: HowCalculatedProps) => (
  <div>
    {offers.filter(isKnown).map((offer) => (
      <Disclosure key={offer.plan} summary={`How we calculated this: ${getPreferredName(offer.plan)}`}>
        <SummaryList
          rows={explain(offer, estimate).map(({ text, value, formula, source }, index, steps) => ({
            key: String(index),
            label: text,
            value,
            note: formatNote(formula, source),
            money: true,
            total: index === steps.length - 1,
          }))}
        />
      </Disclosure>
    ))}
  </div>
);

export interface AssumptionsProps {
  readonly type: PlanType;
  readonly facts: PlanData;
}

/** The assumptions of the comparison's figures. */
export const Assumptions = ({ type, facts }: AssumptionsProps) => (
  <Disclosure summary="What these estimates assume">
    <ul>
      {listAssumptions(type, facts).map((assumption) => (
        <li key={assumption}>{assumption}</li>
      ))}
    </ul>
  </Disclosure>
);
