/**
 * The poverty guidelines of the Department of Health and Human Services: dollars a year for a family of one and for each
 * further person. The territories have the guideline of the 48 states and the District of Columbia. Each January a new row
 * is added; `through` is the last day on which plan payments may use a row when no newer one is here.
 */
export const POVERTY_GUIDELINES = [
  {
    year: 2025,
    from: '2025-01-15',
    through: '2026-01-12',
    source: '90 FR 5917, 17 January 2025, in effect since 15 January 2025',
    contiguous: { one: 15_650, eachMore: 5_500 },
    alaska: { one: 19_550, eachMore: 6_880 },
    hawaii: { one: 17_990, eachMore: 6_330 },
  },
  {
    year: 2026,
    from: '2026-01-13',
    through: '2027-01-31',
    source: '91 FR 1797, 15 January 2026, in effect since 13 January 2026',
    contiguous: { one: 15_960, eachMore: 5_680 },
    alaska: { one: 19_950, eachMore: 7_100 },
    hawaii: { one: 18_360, eachMore: 6_530 },
  },
];
