/** The situations by which the demo people are listed: on the log-in page, at the start of the server and in docs/demo-data.md. */

/** The situations in the order of the list. */
export const SITUATIONS = [
  'Paying',
  'Past due',
  'Postponing payments',
  'Changing plans',
  'Applications in process',
  'Many accounts',
  'Logging in',
  'Other roles',
  'Other people',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Groups people by situation. Leaves out situations without people. */
export const groupBySituation = <Person extends { readonly situation: Situation }>(people: readonly Person[]) =>
  SITUATIONS.map((situation) => ({
    situation,
    people: people.filter((person) => person.situation === situation),
  })).filter((group) => group.people.length > 0);
