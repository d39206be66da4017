/** "How we calculated this": the steps of a plan's first payment, with the borrower's numbers and the rule behind each. */
import { type Cents, ZERO, formatUsd, maxCents, subtractCents, sumCents, toCents } from '../money.ts';
import { getBalance } from './eligibility.ts';
import { getFamilySize, hasMarriedFactors, countRapDependents } from './household.ts';
import {
  type EstimateInput,
  type PlanOffer,
  mostToPay,
  computePayments,
  roundedPayment,
  computeSharedDebt,
  getStoredCap,
  getTerm,
} from './estimates.ts';
import { type Exact, interestExact, roundExact, sumExact } from './exact.ts';
import { paymentRuns } from './outlook.ts';
import { guidelinesOn, icrFactorsOn, povertyGuideline } from './parameters/parameters.ts';
import {
  ICR_MONTHS,
  STANDARD_MINIMUM,
  icrAmounts,
  icrFactor,
  incomeBasedPayment,
  percentOfIncome,
  rapBase,
  rapPayment,
  computeShare,
} from './payments.ts';
import { type PlanLoan } from './shapes.ts';
import { type PlanName, type TermBasedPlan, isGraduated, isTermBased } from '../plan-names.ts';

/** A step of an explanation: its label, its result, and its source. Texts are shown to borrowers. */
export interface ExplainedStep {
  readonly text: string;
  /** A formatted amount, or a number. */
  readonly value: string;
  /** The calculation of the value from the numbers in the text, if it is more than a sum. */
  readonly formula?: string;
  /** A citation; undefined for the borrower's input and for sums. */
  readonly source?: string;
}

/** The rules of each plan that a payment is computed for. */
const RULES = {
  STANDARD: '34 CFR 685.208(b), 682.209(a)',
  // The regulation allows other steps; these are the published ones of FSA (reference 1.5).
  GRADUATED: '34 CFR 685.208, 682.209(a); steps as published by Federal Student Aid',
  EXTENDED_FIXED: '34 CFR 685.208, 682.209(a)',
  EXTENDED_GRADUATED: '34 CFR 685.208, 682.209(a); steps as published by Federal Student Aid',
  TIERED_STANDARD: '34 CFR 685.208, 91 FR 23768',
  IBR_15: '20 USC 1098e; 34 CFR 685.209(f), 682.215',
  IBR_10: '20 USC 1098e; 34 CFR 685.209(f)',
  PAYE: '34 CFR 685.209(f)',
  ICR: '34 CFR 685.209(f)',
  RAP: '20 USC 1087e(q); 34 CFR 685.209',
} as const satisfies Partial<Record<PlanName, string>>;
const CONSOLIDATION_RULE = '34 CFR 685.208(j)';
const SHARE_RULE = '34 CFR 685.209(g), 682.215(b)';

const usd = (amount: Exact): string => formatUsd(roundExact(amount));

const LEVEL_FORMULA =
  'Balance × i ÷ (1 − (1 + i)^−n), where i is the yearly interest rate ÷ 12 and n the number of payments';
const GRADUATED_FORMULA =
  'A new payment every 24 months, each time higher by the same factor. The last is three times the first. All of them together repay the balance';
const INTEREST_FIRST_FORMULA =
  'A new payment every 24 months, each time higher by the same factor. The first covers only the interest of a month. All of them together repay the balance';

/** Formats thousandths of a percent: 6530 is 6.53 %. */
const formatPercent = (rate: number): string =>
  `${(rate / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })}%`;

/**
 * Returns the steps for the first payment, one for each rate and number of payments. Loans that share both count as one
 * debt.
 */
function debtSteps(plan: TermBasedPlan, { covered }: PlanOffer, { eligibility }: EstimateInput): ExplainedStep[] {
  const debts = new Map<string, PlanLoan[]>();
  for (const loan of covered) {
    const text = `at ${formatPercent(loan.rate)} over ${getTerm(plan, loan, eligibility)} payments`;
    debts.set(text, [...(debts.get(text) ?? []), loan]);
  }
  const getFormula = (loan: PlanLoan | undefined): string => {
    if (loan === undefined || !isGraduated(plan)) return LEVEL_FORMULA;
    const first = computePayments(plan, loan, eligibility)[0]?.payment;
    return first === interestExact(getBalance(loan), loan.rate) ? INTEREST_FIRST_FORMULA : GRADUATED_FORMULA;
  };
  return [...debts].map(([text, loans]) => ({
    text: `${formatUsd(sumCents(loans.map(getBalance)))} ${text}`,
    formula: getFormula(loans[0]),
    value: usd(sumExact(loans.map((loan) => computePayments(plan, loan, eligibility)[0]?.payment ?? 0n))),
    source: loans.some(({ isConsolidation }) => isConsolidation) ? CONSOLIDATION_RULE : RULES[plan],
  }));
}

/** Returns the payments of a graduated plan with the months in which they are due; empty for other plans. */
export function paymentSteps({ plan, covered }: PlanOffer, estimate: EstimateInput): readonly ExplainedStep[] {
  if (!isGraduated(plan)) return [];
  let end = 0;
  return paymentRuns(plan, covered, () => true, estimate).map(({ months, payment }) => {
    const first = end + 1;
    end += months;
    return { text: `Payments ${first} to ${end}`, value: formatUsd(payment) };
  });
}

function termSteps(offer: PlanOffer, estimate: EstimateInput): ExplainedStep[] {
  const { plan, covered } = offer;
  if (!isTermBased(plan)) return [];
  return [
    { text: 'What you owe on these loans', value: formatUsd(sumCents(covered.map(getBalance))) },
    ...debtSteps(plan, offer, estimate),
    ...paymentSteps(offer, estimate),
    ...(plan === 'STANDARD'
      ? [{ text: 'Least payment on this plan', value: formatUsd(STANDARD_MINIMUM), source: RULES[plan] }]
      : []),
  ];
}

/** Returns the steps for income, family and guideline. Undefined if the guidelines are missing. */
function householdSteps({ facts, household, parameters }: EstimateInput) {
  const size = getFamilySize(household);
  const guideline = povertyGuideline({ size, region: facts.region }, facts.asOf, parameters);
  const source = guidelinesOn(facts.asOf, parameters)?.source;
  if (guideline === undefined || source === undefined) return undefined;
  const { adjustedGrossIncome } = household;
  const steps: ExplainedStep[] = [
    { text: 'Your adjusted gross income', value: formatUsd(adjustedGrossIncome) },
    { text: 'People in your family', value: String(size) },
    { text: 'Poverty guideline for a family of this size where you live', value: formatUsd(guideline), source },
  ];
  return { income: { adjustedGrossIncome, guideline }, steps };
}

const abovePercent = (income: Cents, guideline: Cents, percent: number): Cents =>
  maxCents(ZERO, subtractCents(income, toCents(Math.round((guideline * percent) / 100))));

/** Returns the steps for the share of a payment and the rounded result. */
function resultSteps(joint: Exact, { plan, covered, total }: PlanOffer, estimate: EstimateInput): ExplainedStep[] {
  if (isTermBased(plan) || total === null) return [];
  const { ownBalance: own, allBalance: all } = computeSharedDebt(plan, covered, estimate);
  const share = computeShare(joint, { own, all });
  const rounded = roundedPayment(plan, share);
  const isShared = own !== all;
  return [
    ...(isShared
      ? [
          { text: 'What you owe on these loans', value: formatUsd(own) },
          { text: 'What is owed on all loans that share this payment', value: formatUsd(all) },
          { text: 'Your share of the payment', value: usd(share), source: SHARE_RULE },
        ]
      : []),
    ...(rounded === roundExact(share)
      ? []
      : [{ text: 'After the rule on small payments', value: formatUsd(rounded), source: RULES[plan] }]),
  ];
}

function incomeBasedSteps(offer: PlanOffer, estimate: EstimateInput): ExplainedStep[] {
  const { plan, covered } = offer;
  const household = householdSteps(estimate);
  if (household === undefined || (plan !== 'PAYE' && plan !== 'IBR_15' && plan !== 'IBR_10')) return [];
  const { income, steps } = household;
  const percent = plan === 'IBR_15' ? 15 : 10;
  const source = RULES[plan];
  const { cap } = computeSharedDebt(plan, covered, estimate);
  const above = abovePercent(income.adjustedGrossIncome, income.guideline, 150);
  const joint = incomeBasedPayment(income, percent, cap);
  const isStored = covered.some((loan) => getStoredCap(plan, loan) !== null);
  return [
    ...steps,
    { text: 'Your income above 150% of the guideline', value: formatUsd(above), source },
    {
      text: `${percent}% of that, for one month`,
      value: usd(percentOfIncome(income, { percent, guidelinePercent: 150 })),
      source,
    },
    {
      text: `Your payment on a 10-year standard plan${isStored ? ' when you entered IBR' : ''}, which is the most you pay`,
      value: usd(cap),
      source,
    },
    { text: 'The lower amount', value: usd(joint) },
    ...resultSteps(joint, offer, estimate),
  ];
}

const MARRIED_FACTORS = 'a married person, or a head of household (not married or separated, with a dependent)';

function icrSteps(offer: PlanOffer, estimate: EstimateInput): ExplainedStep[] {
  const household = householdSteps(estimate);
  const factors = icrFactorsOn(estimate.facts.asOf, estimate.parameters);
  if (household === undefined || factors === undefined) return [];
  const { income, steps } = household;
  const isMarried = hasMarriedFactors(estimate.household);
  const rows = isMarried ? factors.married : factors.single;
  const factor = icrFactor(income.adjustedGrossIncome, rows);
  const { all } = computeSharedDebt('ICR', offer.covered, estimate);
  const { byFactor, byIncome } = icrAmounts(income, factor, all);
  const joint = byFactor < byIncome ? byFactor : byIncome;
  const above = abovePercent(income.adjustedGrossIncome, income.guideline, 100);
  return [
    ...steps,
    { text: 'Your income above the guideline', value: formatUsd(above), source: RULES.ICR },
    { text: '20% of that, for one month', value: usd(byIncome), source: RULES.ICR },
    {
      text: `Income percentage factor for ${isMarried ? MARRIED_FACTORS : 'a single person'}`,
      value: `${(factor / 100).toFixed(2)}%`,
      source: factors.source,
    },
    {
      text: `Your payment over ${ICR_MONTHS / 12} years, times that factor`,
      value: usd(byFactor),
      source: RULES.ICR,
    },
    { text: 'The lower amount', value: usd(joint) },
    ...resultSteps(joint, offer, estimate),
  ];
}

function rapSteps(offer: PlanOffer, estimate: EstimateInput): ExplainedStep[] {
  const { adjustedGrossIncome } = estimate.household;
  const dependents = countRapDependents(estimate.household);
  const { percent, yearly } = rapBase(adjustedGrossIncome);
  const joint = rapPayment(adjustedGrossIncome, dependents);
  const source = RULES.RAP;
  return [
    { text: 'Your adjusted gross income', value: formatUsd(adjustedGrossIncome) },
    percent === 0
      ? { text: 'For a year, with an income of $10,000 or less', value: usd(yearly), source }
      : { text: `${percent}% of your income, for a year`, value: usd(yearly), source },
    { text: 'For one month', value: usd(yearly / 12n) },
    { text: 'Dependents on your tax return, $50 off for each', value: String(dependents), source },
    { text: 'After that', value: usd(joint) },
    ...resultSteps(joint, offer, estimate),
  ];
}

/** Returns the steps of an offer's first payment. The last step is that payment; empty if a parameter is missing. */
export function explain(offer: PlanOffer, estimate: EstimateInput): readonly ExplainedStep[] {
  const { plan, total } = offer;
  if (total === null) return [];
  const steps = isTermBased(plan)
    ? termSteps(offer, estimate)
    : plan === 'ICR'
      ? icrSteps(offer, estimate)
      : plan === 'RAP'
        ? rapSteps(offer, estimate)
        : incomeBasedSteps(offer, estimate);
  const most = mostToPay(offer.covered);
  return [
    ...steps,
    ...(total === most
      ? [{ text: 'What you owe with a month of interest, which is the most you pay', value: formatUsd(most) }]
      : []),
    { text: 'Your first payment', value: formatUsd(total), source: RULES[plan] },
  ];
}
