/** Synchronization of drafts between tab, server and other devices, with a fake server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { createDraftPersistence } from '#src/app/drafts/drafts.ts';
import { createTestRunner } from '#test/support/runner.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A storage whose keys can be listed, like a browser's. */
function fakeStorage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(Reflect.get(storage, key)) : null),
    setItem: (key: string, value: string) => Reflect.set(storage, key, value),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  };
  const storage: Storage = Object.create(methods);
  return storage;
}

const Requested = v.object({
  query: v.optional(v.object({ after: v.string() })),
  body: v.optional(v.object({ after: v.number(), writer: v.string(), data: v.unknown() })),
});

/** A fake server with one draft. */
class Server {
  revision = 0;
  writer: string | null = null;
  data: unknown = null;
  /** The received calls, in order. */
  readonly requested: string[] = [];
  /** The failure of the next call: the request is lost (`before`), or its answer (`after`). */
  fails: 'before' | 'after' | null = null;

  readonly run = createTestRunner({}, async ({ method }, input) => {
    const { fails } = this;
    this.fails = null;
    if (fails === 'before') throw { kind: 'noAnswer' };
    const answer = this.#answer(method, v.parse(Requested, input));
    if (fails === 'after') throw { kind: 'noAnswer' };
    return answer;
  });

  #answer(method: string, { query, body }: v.InferOutput<typeof Requested>): unknown {
    this.requested.push(body === undefined ? method : `${method} ${JSON.stringify(body.data)}`);
    if (method === 'GET') return { revision: this.revision, writer: this.writer, data: this.data };
    const after = body?.after ?? Number(query?.after);
    if (after !== this.revision) throw { kind: 'refused', status: 409 };
    this.revision += 1;
    this.writer = body?.writer ?? this.writer;
    this.data = body?.data ?? null;
    return { revision: this.revision };
  }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Opens the flow in a new tab of the person. */
async function openTab(server: Server, storage = fakeStorage()) {
  const drafts = createDraftPersistence({ storage, run: server.run, webAccountId: 'web-1' });
  const keeper = drafts.open('payflow');
  await wait(0);
  /** Starts the flow, which writes its initial draft without any entries. */
  const begin = (draft: unknown = { day: '' }) => drafts.store.write('payflow', drafts.store.read('payflow') ?? draft);
  const enter = (draft: unknown, urgency = {}) => drafts.store.write('payflow', draft, urgency);
  return { drafts, keeper, storage, begin, enter };
}

describe('a flow at its start', () => {
  it('sends nothing before the first entry, and then one request for all entries within a second', async () => {
    const server = new Server();
    const { begin, enter } = await openTab(server);
    begin();
    await wait(5_000);
    expect(server.requested).toEqual(['GET']);
    enter({ day: '1' });
    await wait(400);
    enter({ day: '11' });
    await wait(999);
    expect(server.requested).toEqual(['GET']);
    await wait(1);
    expect(server.requested).toEqual(['GET', 'PUT {"day":"11"}']);
    enter({ day: '11' });
    await wait(5_000);
    expect(server.requested).toHaveLength(2);
  });

  it('continues the draft of another device, and notifies the borrower', async () => {
    const server = new Server();
    const phone = await openTab(server);
    phone.begin();
    phone.enter({ day: '11/24/2026' });
    await wait(1_000);
    const desk = await openTab(server);
    expect(desk.drafts.store.read('payflow')).toEqual({ day: '11/24/2026' });
    expect(desk.drafts.isEarlier('payflow')).toBe(true);
    desk.begin();
    expect(desk.drafts.isEarlier('payflow')).toBe(false);
  });

  it('does not send back a draft that it has just received, ignoring the order of fields', async () => {
    const server = new Server();
    server.revision = 3;
    server.data = { a: '1', values: { c: '2', b: '3' } };
    const { begin, enter } = await openTab(server);
    begin();
    enter({ values: { b: '3', c: '2' }, a: '1' });
    await wait(5_000);
    expect(server.requested).toEqual(['GET']);
  });

  it('continues the draft of this tab immediately, without a message', async () => {
    const server = new Server();
    const { storage, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    await wait(1_000);
    const { drafts } = await openTab(server, storage);
    expect(drafts.store.read('payflow')).toEqual({ day: '1' });
    expect(drafts.isEarlier('payflow')).toBe(false);
    expect(server.requested).toEqual(['GET', 'PUT {"day":"1"}', 'GET']);
  });

  it('accepts a later revision that it wrote itself while the page was unloading, but no other', async () => {
    const server = new Server();
    const before = await openTab(server);
    before.begin();
    server.fails = 'after';
    before.enter({ day: '1' }, { isUrgent: true });
    await wait(0);
    before.drafts.stop();
    expect(server.revision).toBe(1);

    const after = await openTab(server, before.storage);
    after.begin();
    after.enter({ day: '2' }, { isUrgent: true });
    await wait(0);
    expect(server.requested.slice(2)).toEqual(['GET', 'PUT {"day":"2"}']);
    expect(server.data).toEqual({ day: '2' });
    after.drafts.stop();

    const phone = await openTab(server);
    phone.begin();
    phone.enter({ day: '3' }, { isUrgent: true });
    await wait(0);
    const again = await openTab(server, before.storage);
    again.begin();
    again.enter({ day: '4' }, { isUrgent: true });
    await wait(0);
    expect(server.data).toEqual({ day: '3' });
  });

  it('holds back new entries until it has compared revisions, except while the page unloads', async () => {
    const server = new Server();
    const before = await openTab(server);
    before.begin();
    before.enter({ day: '1' }, { isUrgent: true });
    await wait(0);
    before.drafts.stop();
    const drafts = createDraftPersistence({
      storage: before.storage,
      run: (effect, input, ...rest) =>
        effect.kind === 'call' && effect.call.method === 'GET'
          ? new Promise(() => undefined)
          : server.run(effect, input, ...rest),
      webAccountId: 'web-1',
    });
    drafts.open('payflow');
    drafts.store.write('payflow', { day: '1' });
    drafts.store.write('payflow', { day: '2' }, { isUrgent: true });
    await wait(0);
    expect(server.data).toEqual({ day: '1' });
    drafts.flush();
    await wait(0);
    expect(server.data).toEqual({ day: '2' });
  });

  it('starts without its draft if the server does not respond within three seconds', async () => {
    const { keeper } = await (async () => {
      const drafts = createDraftPersistence({
        storage: fakeStorage(),
        run: () => new Promise(() => undefined),
        webAccountId: 'web-1',
      });
      return { keeper: drafts.open('payflow') };
    })();
    await wait(2_999);
    expect(keeper.getSnapshot().hasTag('busy')).toBe(true);
    await wait(1);
    expect(keeper.getSnapshot().hasTag('busy')).toBe(false);
  });

  it('does not use the draft of another person', async () => {
    const server = new Server();
    const { storage, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    const other = createDraftPersistence({ storage, run: server.run, webAccountId: 'web-2' });
    expect(other.store.read('payflow')).toBeUndefined();
  });
});

describe('an entry', () => {
  it('is sent immediately if it is urgent, and when the user leaves the page', async () => {
    const server = new Server();
    const { drafts, begin, enter } = await openTab(server);
    begin();
    enter({ key: 'k', sent: true }, { isUrgent: true });
    await wait(0);
    expect(server.data).toEqual({ key: 'k', sent: true });
    enter({ key: 'k2' });
    drafts.flush();
    await wait(0);
    expect(server.data).toEqual({ key: 'k2' });
  });

  it('is stored in the tab before anything is sent', async () => {
    const server = new Server();
    const { drafts, begin, enter } = await openTab(server);
    begin();
    enter({ key: 'k', sent: true }, { isUrgent: true });
    expect(drafts.store.read('payflow')).toEqual({ key: 'k', sent: true });
  });

  it('is not sent if it contains a long number, and stays in the tab', async () => {
    const server = new Server();
    const { drafts, begin, enter } = await openTab(server);
    begin();
    enter({ amount: '123456789' });
    await wait(5_000);
    expect(server.requested).toEqual(['GET']);
    expect(drafts.store.read('payflow')).toEqual({ amount: '123456789' });
  });

  it('of an older tab does not overwrite a newer draft, but a later entry there does', async () => {
    const server = new Server();
    const older = await openTab(server);
    older.begin();
    const newer = await openTab(server);
    newer.begin();
    newer.enter({ day: 'newer' });
    await wait(1_000);
    older.enter({ day: 'older' });
    await wait(5_000);
    expect(server.data).toEqual({ day: 'newer' });
    expect(older.drafts.store.read('payflow')).toEqual({ day: 'older' });
    older.enter({ day: 'once more' });
    await wait(1_000);
    expect(server.data).toEqual({ day: 'once more' });
  });

  it('is sent again after half a minute if the request was lost', async () => {
    const server = new Server();
    const { begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    server.fails = 'before';
    await wait(30_999);
    expect(server.data).toBeNull();
    await wait(1);
    expect(server.data).toEqual({ day: '1' });
  });

  it('is recognized as this tab’s own if only the answer was lost', async () => {
    const server = new Server();
    const { begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    server.fails = 'after';
    await wait(1_000);
    enter({ day: '2' });
    await wait(3_000);
    expect(server.data).toEqual({ day: '2' });
  });
});

describe('a draft is deleted', () => {
  it('on the server when the flow is completed, and in the tab when the user leaves the flow', async () => {
    const server = new Server();
    const { drafts, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    await wait(1_000);
    enter({ day: '1', receipt: true }, { isCompleted: true });
    await wait(0);
    expect(server.data).toBeNull();
    expect(drafts.store.read('payflow')).toEqual({ day: '1', receipt: true });
    drafts.store.discard('payflow');
    expect(drafts.store.read('payflow')).toBeUndefined();
  });

  it('of a completed flow that is opened at another address after a page load, but not a newer one on the server', async () => {
    const server = new Server();
    const { begin, enter, storage } = await openTab(server);
    begin();
    enter({ day: '1' });
    enter({ day: '1', receipt: true }, { isCompleted: true });
    await wait(1_000);
    const load = async (isAtEnd: boolean) => {
      const drafts = createDraftPersistence({ storage, run: server.run, webAccountId: 'web-1' });
      drafts.open('payflow', isAtEnd);
      await wait(0);
      return drafts.store.read('payflow');
    };
    expect(await load(true)).toEqual({ day: '1', receipt: true });
    const phone = await openTab(server);
    phone.begin();
    phone.enter({ day: '2' });
    await wait(1_000);
    expect(await load(false)).toEqual({ day: '2' });
    expect(server.data).toEqual({ day: '2' });
  });

  it('on the server when the user starts over, and later entries are saved again', async () => {
    const server = new Server();
    const phone = await openTab(server);
    phone.begin();
    phone.enter({ day: '1' });
    await wait(1_000);
    const { drafts, begin, enter } = await openTab(server);
    begin();
    drafts.store.discard('payflow');
    await wait(0);
    expect(server.data).toBeNull();
    begin();
    await wait(1_000);
    expect(server.data).toBeNull();
    enter({ day: '2' });
    await wait(1_000);
    expect(server.data).toEqual({ day: '2' });
  });

  it('everywhere when the user logs out, even right after an entry', async () => {
    const server = new Server();
    const { drafts, storage, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    await wait(1_000);
    enter({ day: '2' });
    const done = drafts.discardAll();
    await wait(2_000);
    await done;
    expect(server.data).toBeNull();
    expect(Object.keys(storage).filter((key) => key.startsWith('draft'))).toEqual([]);
  });

  it('nowhere when the session expires: it is sent, and offered again', async () => {
    const server = new Server();
    const { drafts, storage, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    const done = drafts.saveForLater();
    await wait(0);
    await done;
    expect(server.data).toEqual({ day: '1' });
    const next = await openTab(server, storage);
    expect(next.drafts.isEarlier('payflow')).toBe(true);
    expect(next.drafts.store.read('payflow')).toEqual({ day: '1' });
  });

  it('without delaying logout if the server cannot be reached', async () => {
    const server = new Server();
    const { drafts, begin, enter } = await openTab(server);
    begin();
    enter({ day: '1' });
    await wait(1_000);
    server.fails = 'before';
    const done = drafts.discardAll();
    await wait(2_000);
    await done;
    expect(drafts.store.read('payflow')).toBeUndefined();
  });
});
