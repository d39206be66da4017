/**
 * The income percentage factors of the ICR plan: pairs of an adjusted gross income in dollars and a factor in ten-thousandths.
 * The Department of Education publishes new ones for each year from 1 July.
 */
export const ICR_FACTORS = [
  {
    from: '2026-07-01',
    through: '2027-06-30',
    source: 'FR Doc 2026-11540, 9 June 2026',
    single: [
      [13_717, 5500],
      [18_873, 5779],
      [24_285, 6057],
      [29_819, 6623],
      [35_104, 7189],
      [41_769, 8033],
      [52_462, 8877],
      [65_798, 10_000],
      [79_138, 10_000],
      [95_112, 11_180],
      [121_787, 12_350],
      [172_492, 14_120],
      [197_779, 15_000],
      [352_277, 20_000],
    ],
    married: [
      [13_717, 5052],
      [21_641, 5668],
      [25_790, 5956],
      [33_717, 6779],
      [41_769, 7522],
      [52_462, 8761],
      [65_797, 10_000],
      [79_138, 10_000],
      [99_146, 10_940],
      [132_481, 12_500],
      [179_158, 14_060],
      [250_560, 15_000],
      [409_433, 20_000],
    ],
  },
];
