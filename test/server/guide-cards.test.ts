/**
 * Every card of the guides for every demo borrower: it says "You can apply" exactly if the linked flow reaches its
 * first question (ruling 67). The access machine and the flow's machine use the server's responses for that borrower.
 */
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, toPromise, waitFor } from 'xstate';
import type { CallSpec } from '#domain/call.ts';
import { businessDate } from '#domain/calendar.ts';
import type { Entry } from '#domain/session/access/shapes.ts';
import { toPerson } from '#domain/session/identity/rules.ts';
import { IdentityClaims, type Person } from '#domain/session/identity/shapes.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import { GUIDES } from '#domain/repayment/postponement/guides.ts';
import type { GuideKind } from '#domain/applications/shapes.ts';
import { access } from '#machines/session/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { offeredOptions, repaymentGuide } from '#machines/repayment/repayment-guide/repayment-guide.machine.ts';
import { loanGroups } from '#server/db/schema/index.ts';
import { readPeople } from '#server/demo/load.ts';
import { paths } from '#server/paths.ts';
import type { FlowHost } from '#src/app/flow/flow-host.ts';
import deferment from '#src/pages/deferment.ts';
import idr from '#src/pages/idr.ts';
import termRepayment from '#src/pages/term-repayment.ts';
import hardshipForbearance from '#src/pages/hardship-forbearance.ts';
import inSchool from '#src/pages/in-school.ts';
import military from '#src/pages/military.ts';
import { NOW } from '#test/support/database.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { type TestServer, AUDIENCE, readJson, startTestServer } from '#test/support/server.ts';

const today = businessDate(NOW);
const people = await readPeople(paths.demo, today);
const borrowers = people.filter(({ role }) => role === 'borrower').map(({ signIn }) => signIn);

let server: TestServer;
let configuration: Configuration;
let flags: FeatureFlags;

beforeAll(async () => {
  server = await startTestServer();
  configuration = await readJson(await server.app.request('/config.json'), Configuration);
  flags = await readJson(await server.app.request('/feature-flags.json'), FeatureFlags);
}, 120_000);
afterAll(() => server.close());

/** Signs in a demo borrower, whose effects call the server. */
async function enter(name: string) {
  const claims = v.parse(IdentityClaims, { ...(await server.findClaims(name)), aud: AUDIENCE });
  const person: Person = toPerson(claims, configuration.signIn);
  const token = await server.mintToken(name);
  const make = async (call: CallSpec, request: unknown): Promise<unknown> => {
    const response = await server.make(call, { ...Object(request), token });
    if (!response.ok) throw Object.assign(new Error(call.id), { kind: 'refused', status: response.status });
    return readJson(response, call.response);
  };
  const run = createTestRunner(
    {
      'clock.today': async () => today,
      'access.leaveForInProcess': async () => undefined,
    },
    make,
  );
  return { person, run };
}
type SignedIn = Awaited<ReturnType<typeof enter>>;

interface ShownCard {
  readonly kind: GuideKind;
  readonly href: string;
  readonly entry: Entry;
}

/** Returns the cards of all guides. A card that appears in several guides is equal in each. */
async function readCards({ run }: SignedIn): Promise<ShownCard[]> {
  const machine = provideEffects(repaymentGuide, run);
  const cards = new Map<GuideKind, ShownCard>();
  for (const guide of GUIDES) {
    const options = offeredOptions(guide, { keepsAccounts: true });
    const actor = createActor(machine, { input: { guide, options } }).start();
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    for (const card of context.data ?? []) {
      expect(cards.get(card.kind) ?? card).toEqual(card);
      cards.set(card.kind, card);
    }
  }
  return [...cards.values()];
}

/** Returns whether the access machine opens an address. Skips pending actions, which come before every page. */
async function isLetIn({ person, run }: SignedIn, address: string): Promise<boolean> {
  const input = {
    route: findRoute(address),
    person,
    flags,
    keepsAccounts: true,
    captivePages: configuration.captivePages,
    hasSeenPastDue: true,
    hasSplashCookie: true,
    isOpen: null,
    borrowerActions: null,
    facts: null,
  };
  const { decision } = await toPromise(createActor(provideEffects(access, run), { input }).start());
  return decision.kind === 'allowed';
}

/** Matches the state in which a flow asks its first question or shows its form. */
const isAsking: Readonly<Record<GuideKind, (snapshot: AnyMachineSnapshot) => boolean>> = {
  unemployment: (snapshot) => isAskingAbout('unemployment', snapshot),
  rehabilitation: (snapshot) => isAskingAbout('rehabilitation', snapshot),
  economicHardship: (snapshot) => isAskingAbout('economicHardship', snapshot),
  inSchool: (snapshot) => snapshot.matches('qualifying'),
  military: (snapshot) => snapshot.matches('qualifying'),
  hardship: (snapshot) => snapshot.matches({ landing: 'open' }),
  idr: (snapshot) => snapshot.matches('readingDisclaimer'),
  term: (snapshot) => snapshot.matches('qualifying') || snapshot.matches('selectingPlans'),
};

/** Returns whether the deferment flow asks the questions of one type. */
function isAskingAbout(type: GuideKind, { children }: AnyMachineSnapshot): boolean {
  const { value } = children['qualify']?.getSnapshot() ?? {};
  return value === type || Object.keys(Object(value)).includes(type);
}

type Input = (host: FlowHost, draft: null) => object;
const flows: Readonly<Record<string, { readonly machine: AnyStateMachine; readonly input: Input }>> = {
  deferment,
  'in-school': inSchool,
  military,
  'hardship-forbearance': hardshipForbearance,
  idr,
  'term-repayment': termRepayment,
};

async function reachesItsQuestion({ person, run }: SignedIn, { kind, href }: ShownCard): Promise<boolean> {
  if (!(await isLetIn({ person, run }, href))) return false;
  const [, query = ''] = href.split('?');
  const flow = flows[findRoute(href)?.page ?? ''];
  if (flow === undefined) throw new Error(`Name the flow at ${href} here`);
  const host: FlowHost = {
    run,
    person,
    configuration,
    flags,
    userAgent: '',
    address: '',
    query,
    fragment: '',
    drafts: { read: () => undefined, write: () => undefined, discard: () => undefined },
    log: () => undefined,
    logIgnored: () => undefined,
    reportUnhandled: () => undefined,
  };
  const actor = createActor(provideEffects(flow.machine, run), { input: flow.input(host, null) }).start();
  const snapshot = await waitFor(actor, (each) => !each.hasTag('busy'));
  const found = isAsking[kind](snapshot);
  actor.stop();
  return found;
}

describe.each(borrowers)('the cards of %s', (name) => {
  it('say "You can apply" exactly if the flow reaches its question', async () => {
    const borrower = await enter(name);
    const cards = await readCards(borrower);
    expect(cards.length).toBeGreaterThan(0);
    const said = cards.map(({ kind, entry }) => [kind, entry === 'open']);
    const found: [GuideKind, boolean][] = [];
    for (const card of cards) found.push([card.kind, await reachesItsQuestion(borrower, card)]);
    expect(said).toEqual(found);
    // The server provides all facts for a card.
    expect(cards.filter(({ entry }) => entry === 'unknown')).toEqual([]);
  });
});

it('say that an income-driven plan is not for loans that none covers', async () => {
  const own = eq(loanGroups.borrowerKey, 'robin');
  const [before] = await server.opened.db.select().from(loanGroups).where(own);
  await server.opened.db.update(loanGroups).set({ loanType: 'Direct Parent PLUS' }).where(own);
  onTestFinished(async () => {
    await server.opened.db.update(loanGroups).set({ loanType: before?.loanType }).where(own);
  });
  const borrower = await enter('robin');
  const cards = await readCards(borrower);
  const idrCard = cards.find(({ kind }) => kind === 'idr');
  expect(idrCard).toMatchObject({ entry: 'notForType' });
  expect(idrCard && (await reachesItsQuestion(borrower, idrCard))).toBe(false);
  expect(cards.find(({ kind }) => kind === 'term')).toMatchObject({ entry: 'open' });
});

it.each([
  // All loans are paid in full or postponed already. The military flow still has benefits that postpone nothing (ruling
  // 68).
  ['quinn', 'noLoansToPostpone', 'open'],
  // All loans are in grace.
  ['gray', 'noLoansToPostpone', 'open'],
  // Commercial loans only.
  ['sam', 'noFederalAccount', 'noFederalAccount'],
  // An application is in process.
  ['harper', 'inProcess', 'inProcess'],
  ['blake', 'open', 'open'],
] as const)('the postponements of %s are all %s, and military benefits %s', async (name, entry, militaryEntry) => {
  const cards = await readCards(await enter(name));
  const said = Object.fromEntries(
    cards.filter(({ kind }) => kind !== 'idr' && kind !== 'term').map((card) => [card.kind, card.entry]),
  );
  expect(said).toEqual({
    unemployment: entry,
    economicHardship: entry,
    rehabilitation: entry,
    inSchool: entry,
    hardship: entry,
    military: militaryEntry,
  });
});
