/**
 * Keeps drafts, one for each flow and web account. This tab's session storage has the quick copy, so that a reload loses
 * nothing; the server has one for every device, which the machine `draft` keeps. What a flow may keep is its own rule;
 * numbers of accounts are never in it.
 */
import * as v from 'valibot';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { draft as draftMachine } from '#machines/draft/draft.machine.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import type { DraftStore } from '../flow/flow-host.ts';

const PREFIX = 'draft.';
/** Names this tab at the server, also after a reload. */
const TAB = 'tab-id';
/** How long leaving waits for what is still under way, in milliseconds. */
const LEAVING_LIMIT = 2_000;

const Copy = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** The revision at the server on which this copy is built. */
    revision: v.number(),
    draft: v.unknown(),
    /** It was entered in another session or on another device, and that has not been said yet. */
    isEarlier: v.boolean(),
  }),
);
type Copy = v.InferOutput<typeof Copy>;

/** The copies of one web account in the storage of this tab. */
function copiesIn(storage: Storage, webAccountId: string) {
  const prefix = `${PREFIX}${webAccountId}.`;
  const write = (flow: string, copy: Copy) => storage.setItem(prefix + flow, JSON.stringify(copy));
  const read = (flow: string): Copy | undefined => {
    const copy = v.safeParse(Copy, storage.getItem(prefix + flow));
    return copy.success ? copy.output : undefined;
  };
  return {
    read,
    write,
    discard: (flow: string) => storage.removeItem(prefix + flow),
    change(flow: string, change: Partial<Copy>) {
      const copy = read(flow);
      if (copy !== undefined) write(flow, { ...copy, ...change });
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

/** A draft as one text, whatever the order of its fields: the server gives them back in another one. */
const canonical = (draft: unknown): string =>
  JSON.stringify(draft, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

type Keeper = ActorRefFrom<typeof draftMachine>;

export interface DraftKeeping {
  readonly store: DraftStore;
  /** Begins to keep the draft of a flow. Its machine is busy while the server is asked what was entered elsewhere. */
  open(flow: string): Keeper;
  /** Whether what `store` reads was entered in another session or on another device, and nothing has been changed since. */
  isEarlier(flow: string): boolean;
  /** Sends at once what waits: the page may be going away. */
  flush(): void;
  /** Forgets all drafts of this tab, here and at the server: the person logs out on purpose. */
  discardAll(): Promise<void>;
  /** The session ends although nobody wanted it to: what was entered is sent, and will be offered again. */
  keepForLater(): Promise<void>;
  /** Nothing can be sent any more. */
  stop(): void;
}

export interface KeepingFacts {
  readonly storage: Storage;
  readonly run: RunEffect;
  readonly webAccountId: string;
}

export function createDraftKeeping({ storage, run, webAccountId }: KeepingFacts): DraftKeeping {
  const machine = provideEffects(draftMachine, run);
  const copies = copiesIn(storage, webAccountId);
  const keepers = new Map<string, Keeper>();
  /** What the machine of each flow was last told. */
  const told = new Map<string, string>();

  function start(flow: string): Keeper {
    const copy = copies.read(flow);
    const input = { flow, writer: tabIn(storage), revision: copy?.revision ?? 0, hasCopy: copy !== undefined };
    const keeper = createActor(machine, { input });
    keeper.subscribe(({ context: { revision, found } }) => {
      const isFound = found !== null && !told.has(flow) && copies.read(flow) === undefined;
      if (isFound) copies.write(flow, { revision, draft: found.draft, isEarlier: true });
      else copies.change(flow, { revision });
    });
    told.delete(flow);
    keepers.set(flow, keeper);
    return keeper.start();
  }

  function open(flow: string): Keeper {
    const keeper = keepers.get(flow);
    if (keeper === undefined) return start(flow);
    // A flow that is entered anew, with nothing in this tab, may have been begun elsewhere meanwhile.
    const isDone = keeper.getSnapshot().matches('kept') && copies.read(flow) === undefined && told.has(flow);
    if (!isDone) return keeper;
    keeper.stop();
    return start(flow);
  }

  function tell(flow: string, draft: unknown, isUrgent: boolean): void {
    const text = canonical(draft);
    const before = told.get(flow);
    if (text === before) return;
    told.set(flow, text);
    // What a flow starts with was not entered by anybody.
    const isStart = (before === undefined || before === 'null') && !isUrgent;
    if (!isStart) (keepers.get(flow) ?? start(flow)).send({ type: 'draft.changed', draft, isUrgent });
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
      write(flow, draft, { isUrgent = false, isCompleted = false } = {}) {
        const revision = keepers.get(flow)?.getSnapshot().context.revision ?? 0;
        if (draft === null) copies.discard(flow);
        else copies.write(flow, { revision, draft, isEarlier: false });
        tell(flow, isCompleted ? null : draft, isUrgent || isCompleted);
      },
      discard(flow) {
        copies.discard(flow);
        tell(flow, null, true);
      },
    },
    async discardAll() {
      for (const flow of copies.flows()) open(flow);
      for (const [flow, keeper] of keepers) {
        keeper.send({ type: 'draft.changed', draft: null, isUrgent: true });
        copies.discard(flow);
      }
      flush();
      await settle();
      discardAllCopies(storage);
    },
    async keepForLater() {
      flush();
      await settle();
      for (const flow of copies.flows()) copies.change(flow, { isEarlier: true });
    },
    stop() {
      for (const keeper of keepers.values()) keeper.stop();
      keepers.clear();
      told.clear();
    },
  };
}

/** Forgets all copies in this tab, whoever's they are. */
export function discardAllCopies(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
