/** Groups of demo people, as listed on the log-in page, at server startup and in docs/demo-data.md. */

/** The groups in display order. */
export const SITUATIONS = [
  'Paying',
  'Past due',
  'Pausing payments',
  'Changing plans',
  'Applications in process',
  'Many accounts',
  'Logging in',
  'Other roles',
  'Other people',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Groups people by situation. Omits empty groups. */
export const groupBySituation = <Person extends { readonly situation: Situation }>(people: readonly Person[]) =>
  SITUATIONS.map((situation) => ({
    situation,
    people: people.filter((person) => person.situation === situation),
  })).filter((group) => group.people.length > 0);
