/** The measurement of flows: with consent only, names only, and never of employees who impersonate a borrower. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { samplePerson as borrower } from '#domain/session/identity/samples.ts';
import type { Person, SessionEnd } from '#domain/session/identity/shapes.ts';
import { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import type { FlowLogRow } from 'xstate-workbench/model/flow-log';
import { toObservation } from 'xstate-workbench/model/flow-observation';
import { session } from '#machines/session/session/session.machine.ts';
import { measure } from '#src/app/measurement/measurement.ts';
import { eventually } from '#test/support/eventually.ts';

const impersonator: Person = { ...borrower, isImpersonator: true };
const SCRIPT = 'https://analytics.example/script.js';
const SECRET = 'correct horse 417829';

/** The scripts of the page, the stored choices of the browser, and the rows for the analytics script. */
const page = { scripts: [] as unknown[], choices: '', rows: [] as FlowLogRow[] };

beforeEach(() => {
  Object.assign(page, { scripts: [], choices: '{"analytics":true}', rows: [] });
  vi.stubGlobal('document', {
    scripts: [],
    createElement: () => ({ dataset: {}, addEventListener: () => undefined }),
    head: { append: (script: { readonly src: unknown }) => page.scripts.push(script.src) },
  });
  vi.stubGlobal('localStorage', { getItem: () => page.choices });
  vi.stubGlobal('flowLog', page.rows);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens the portal in a tab where a person may be signed in, and starts to measure it. */
function openPortal() {
  let answer: (person: Person | null) => void = () => undefined;
  const actor = createActor(
    session.provide({
      actors: {
        renewSilently: fromPromise<Person | null, Record<string, never>>(
          () => new Promise((resolve) => (answer = resolve)),
        ),
        clearTokens: fromPromise<{ isPagePublic: boolean }, { end: SessionEnd }>(() =>
          Promise.resolve({ isPagePublic: true }),
        ),
      },
    }),
    { input: { isReturning: false, mayBeSignedIn: true } },
  ).start();
  const observe = measure({ trackingScript: '', productAnalyticsScript: SCRIPT }, actor);
  return {
    session: actor,
    /** The provider reports who is signed in. */
    recognize: async (person: Person | null) => {
      answer(person);
      await eventually(() => expect(actor.getSnapshot().matches('renewingSilently')).toBe(false));
    },
    /** Opens the page that changes the password. */
    openFlow: () =>
      createActor(changePassword, {
        input: { action: null },
        inspect: (seen) => observe(toObservation(seen, new Date())),
      }).start(),
  };
}

const enterSecret = (flow: ReturnType<ReturnType<typeof openPortal>['openFlow']>) =>
  flow.send({ type: 'field.changed', field: 'presentPassword', value: SECRET });
const events = () => page.rows.map(({ event }) => event);

describe('a measured session', () => {
  it('of a borrower logs names only, once the person is known', async () => {
    const portal = openPortal();
    const flow = portal.openFlow();
    enterSecret(flow);
    expect(flow.getSnapshot().context.form.values.presentPassword).toBe(SECRET);
    expect([events(), page.scripts]).toEqual([[], []]);
    await portal.recognize(borrower);
    expect([events(), page.scripts]).toEqual([['started', 'field.changed'], [SCRIPT]]);
    flow.stop();
    expect(events()).toEqual(['started', 'field.changed', 'left']);
    expect(JSON.stringify(page.rows)).not.toMatch(/horse|417829|Avery|Quist|web-1/);
  });

  it('of a visitor is logged too', async () => {
    const portal = openPortal();
    portal.openFlow();
    await portal.recognize(null);
    expect(events()).toEqual(['started']);
  });

  it('of an impersonator logs and loads nothing, from the first row until the page is left', async () => {
    const portal = openPortal();
    const flow = portal.openFlow();
    enterSecret(flow);
    await portal.recognize(impersonator);
    enterSecret(flow);
    portal.session.send({ type: 'session.ended', end: 'expired' });
    await eventually(() => expect(portal.session.getSnapshot().context.person).toBeNull());
    // The page unmounts after the person has logged out.
    flow.stop();
    expect([page.rows, page.scripts]).toEqual([[], []]);
  });

  it('logs nothing while the person does not allow it, and drops the rows that the script has not taken', async () => {
    const portal = openPortal();
    const flow = portal.openFlow();
    await portal.recognize(borrower);
    expect(events()).toEqual(['started']);
    page.choices = '{"analytics":false}';
    enterSecret(flow);
    expect(page.rows).toEqual([]);
    page.choices = '{"analytics":true}';
    flow.stop();
    expect(events()).toEqual(['left']);
  });

  it('drops rows that wait for the person if consent is withdrawn in the meantime', async () => {
    const portal = openPortal();
    portal.openFlow();
    page.choices = 'null';
    await portal.recognize(borrower);
    expect(page.rows).toEqual([]);
  });
});
