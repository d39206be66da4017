/** The days on which plans and their conditions begin and end. A day that is named `...Through` is the last one. */
export const PLAN_DATES = {
  source: '34 CFR 685.208, 685.209, 685.220 as amended by 91 FR 23768, 1 May 2026; 20 USC 1098e; P.L. 119-21',
  /** RAP may be chosen from this day on. Direct Loans made from this day on have Tiered Standard and RAP only. */
  rapFrom: '2026-07-01',
  newRulesFrom: '2026-07-01',
  /** PAYE and ICR end. */
  payeAndIcrThrough: '2028-06-30',
  /** The last day on which a borrower may choose PAYE or ICR. From the rule of January 2025; not confirmed by the later one. */
  payeAndIcrChosenThrough: '2027-07-01',
  /** A consolidation loan that repaid a Parent PLUS loan may have RAP if it was on ICR, PAYE or IBR in this period. */
  parentPlusOnIncomeFrom: '2025-07-04',
  parentPlusOnIncomeThrough: '2028-06-30',
  /** New borrowers of IBR (10 %): no earlier loan. */
  ibrNewBorrowerFrom: '2014-07-01',
  /** PAYE: no earlier loan, and a disbursement on or after the second day. */
  payeNewBorrowerFrom: '2007-10-01',
  payeDisbursedFrom: '2011-10-01',
  /** Extended: no earlier loan. */
  extendedNewBorrowerFrom: '1998-10-07',
};
