/**
 * Stores drafts, one for each flow and web account. The tab's session storage holds a copy, so that a reload loses
 * nothing; the server holds one for all devices, which the machine `draft` saves. Each flow defines the content of its
 * draft; account numbers are never included.
 */
import * as v from 'valibot';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { draft as draftMachine } from '#machines/portal/draft/draft.machine.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import type { DraftStore } from './draft-store.ts';
import { PREFIX, discardStoredDrafts } from './draft-storage.ts';
import { Copy, type DraftCopy, type DraftEvent, draftTransition, isOver } from './draft-copy.ts';

/** Identifies this tab to the server, also after a reload. */
const TAB = 'tab-id';
/** The time in milliseconds for which leaving waits for requests in flight. */
const LEAVING_LIMIT = 2_000;

const StoredCopy = v.pipe(v.string(), v.parseJson(), Copy);

/** Returns the copies of one web account in the storage of this tab. */
function copiesIn(storage: Storage, webAccountId: string) {
  const prefix = `${PREFIX}${webAccountId}.`;
  return {
    read(flow: string): Copy | undefined {
      const copy = v.safeParse(StoredCopy, storage.getItem(prefix + flow));
      return copy.success ? copy.output : undefined;
    },
    write(flow: string, copy: Copy | undefined) {
      if (copy === undefined) storage.removeItem(prefix + flow);
      else storage.setItem(prefix + flow, JSON.stringify(copy));
    },
    flows: () => Object.keys(storage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
  };
}

function tabIn(storage: Storage): string {
  const known = storage.getItem(TAB);
  if (known !== null) return known;
  const tab = crypto.randomUUID();
  storage.setItem(TAB, tab);
  return tab;
}

type Keeper = ActorRefFrom<typeof draftMachine>;

export interface DraftPersistence {
  readonly store: DraftStore;
  /**
   * Starts saving the draft of a flow. Its machine is busy while it asks the server for a draft of another device.
   * `isAtEnd` is false if the flow is opened at another address than that of its last screen: then the copy of a completed
   * flow is deleted, because the person left that screen by loading another page.
   */
  open(flow: string, isAtEnd?: boolean): Keeper;
  /** Whether what `store` reads was entered in another session or on another device, and nothing has been changed since. */
  isEarlier(flow: string): boolean;
  /** Sends pending updates at once, because the page may be closing. */
  flush(): void;
  /** Deletes all drafts of this tab, here and on the server, when the person logs out. */
  discardAll(): Promise<void>;
  /** Sends the drafts when the session ends involuntarily, and marks them to be offered again. */
  saveForLater(): Promise<void>;
  /** Stops sending. */
  stop(): void;
}

export interface DraftPersistenceDeps {
  readonly storage: Storage;
  readonly run: RunEffect;
  readonly webAccountId: string;
}

export function createDraftPersistence({ storage, run, webAccountId }: DraftPersistenceDeps): DraftPersistence {
  const machine = provideEffects(draftMachine, run);
  const copies = copiesIn(storage, webAccountId);
  const keepers = new Map<string, Keeper>();
  /** The draft that each flow reported last: see {@link DraftCopy}. */
  const reported = new Map<string, string>();

  const readState = (flow: string): DraftCopy => ({ copy: copies.read(flow), reported: reported.get(flow) });

  function dispatch(flow: string, event: DraftEvent): void {
    const [next, change] = draftTransition(readState(flow), event);
    copies.write(flow, next.copy);
    if (next.reported !== undefined) reported.set(flow, next.reported);
    if (change !== null) (keepers.get(flow) ?? start(flow)).send({ type: 'draft.changed', ...change });
  }

  function start(flow: string): Keeper {
    const copy = copies.read(flow);
    const input = { flow, writer: tabIn(storage), revision: copy?.revision ?? 0, hasCopy: copy !== undefined };
    const keeper = createActor(machine, { input });
    keeper.subscribe(({ context: { revision, found } }) =>
      dispatch(flow, { type: 'server.answered', revision, found }),
    );
    reported.delete(flow);
    keepers.set(flow, keeper);
    return keeper.start();
  }

  function open(flow: string, isAtEnd = true): Keeper {
    if (!isAtEnd && copies.read(flow)?.isCompleted === true) copies.write(flow, undefined);
    const keeper = keepers.get(flow);
    if (keeper === undefined) return start(flow);
    if (!keeper.getSnapshot().matches('stored') || !isOver(readState(flow))) return keeper;
    keeper.stop();
    return start(flow);
  }

  const settle = async (): Promise<void> => {
    const all = [...keepers.values()].map((keeper) =>
      waitFor(keeper, (snapshot) => snapshot.hasTag('settled'), { timeout: LEAVING_LIMIT }),
    );
    await Promise.allSettled(all);
  };
  const flush = () => keepers.forEach((keeper) => keeper.send({ type: 'page.left' }));

  return {
    open,
    flush,
    isEarlier: (flow) => copies.read(flow)?.isEarlier === true,
    store: {
      read: (flow) => copies.read(flow)?.draft,
      write(flow, draft, { isUrgent = false, isCompleted = false, isEntered = false } = {}) {
        const revision = keepers.get(flow)?.getSnapshot().context.revision ?? 0;
        dispatch(flow, { type: 'draft.reported', draft, revision, isUrgent, isCompleted, isEntered });
      },
      discard: (flow) => dispatch(flow, { type: 'draft.discarded' }),
    },
    async discardAll() {
      for (const flow of copies.flows()) open(flow);
      for (const [flow, keeper] of keepers) {
        keeper.send({ type: 'draft.changed', draft: null, isUrgent: true });
        copies.write(flow, undefined);
      }
      flush();
      await settle();
      discardStoredDrafts(storage);
    },
    async saveForLater() {
      flush();
      await settle();
      for (const flow of copies.flows()) dispatch(flow, { type: 'session.interrupted' });
    },
    stop() {
      for (const keeper of keepers.values()) keeper.stop();
      keepers.clear();
      reported.clear();
    },
  };
}
