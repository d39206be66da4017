/** "How we calculated this": the formula of each plan with the borrower's numbers and its legal source. */
import { preferredNameOf } from '#domain/plans/catalogue.ts';
import type { EstimateFacts, PlanOffer } from '#domain/plans/estimates.ts';
import { explain } from '#domain/plans/explain.ts';
import { assumptionsOf } from '#domain/plans/outlook.ts';
import type { PlanFacts, PlanType } from '#domain/plans/shapes.ts';
import { Disclosure, SummaryList } from '../../../../ui/index.ts';

export interface HowCalculatedProps {
  readonly offers: readonly PlanOffer[];
  readonly estimate: EstimateFacts;
}

/** Without a parameter of the year there is nothing to explain. */
const isKnown = ({ total }: PlanOffer): boolean => total !== null;

const noteOf = (formula: string | undefined, source: string | undefined): string | undefined =>
  [formula, source && `Source: ${source}`].filter((part) => part !== undefined).join('. ') || undefined;

export const HowCalculated = ({ offers, estimate }: HowCalculatedProps) => (
  <div>
    {offers.filter(isKnown).map((offer) => (
      <Disclosure key={offer.plan} summary={`How we calculated this: ${preferredNameOf(offer.plan)}`}>
        <SummaryList
          rows={explain(offer, estimate).map(({ text, value, formula, source }, index, steps) => ({
            key: String(index),
            label: text,
            value,
            note: noteOf(formula, source),
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
  readonly facts: PlanFacts;
}

/** What every figure of the comparison takes for granted. */
export const Assumptions = ({ type, facts }: AssumptionsProps) => (
  <Disclosure summary="What these estimates assume">
    <ul>
      {assumptionsOf(type, facts).map((assumption) => (
        <li key={assumption}>{assumption}</li>
      ))}
    </ul>
  </Disclosure>
);
