/**
 * The layouts of the diagrams: from the file that was computed before, or else by ELK in a worker. They are cached for the
 * lifetime of the page.
 */
import ElkApi from 'elkjs/lib/elk-api.js';
import type { Diagram } from '../diagram.ts';
import { gridEngine } from '../grid-engine.ts';
import { type Layout, type LayoutEngine, computeLayout } from '../layout.ts';
import { type StoredLayouts, cachedEngine, parseLayouts } from '../layout-cache.ts';

/** Loads the stored layouts; none if there is no file, since the worker can compute them all. */
async function loadStored(address: string): Promise<StoredLayouts> {
  try {
    const response = await fetch(address);
    return response.ok ? parseLayouts(await response.text()) : {};
  } catch {
    return {};
  }
}

/** ELK in a worker, which starts with the first layout that is not stored. */
class ElkInWorker {
  readonly #createWorker: () => Worker;
  #elk: InstanceType<typeof ElkApi> | undefined;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  readonly layout: LayoutEngine = (graph) =>
    (this.#elk ??= new ElkApi({ workerFactory: this.#createWorker })).layout(graph);

  /** Ends a layout under way. The next one starts a new worker. */
  stop(): void {
    this.#elk?.terminateWorker();
    this.#elk = undefined;
  }
}

/** After this time in milliseconds a diagram has a simpler layout. */
export const PATIENCE = 10_000;

const getKey = ({ id, showsActions }: Diagram): string => (showsActions ? `${id} with actions` : id);

export class Layouts {
  readonly #elk: ElkInWorker;
  readonly #engine: LayoutEngine;
  readonly #made = new Map<string, Layout>();
  readonly #underWay = new Map<string, Promise<Layout>>();
  /** Ends the waiting for the layout that is computed now. */
  #giveUp: { readonly key: string; readonly now: () => void } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `createWorker` starts the worker in which ELK runs; `address` is that of the stored layouts. */
  constructor(createWorker: () => Worker, address?: string) {
    const stored = address === undefined ? Promise.resolve<StoredLayouts>({}) : loadStored(address);
    this.#elk = new ElkInWorker(createWorker);
    this.#engine = cachedEngine(this.#elk.layout, { read: async (key) => (await stored)[key] });
  }

  /** Returns the layout of a diagram if it has been computed. */
  known(diagram: Diagram): Layout | undefined {
    return this.#made.get(getKey(diagram));
  }

  async get(diagram: Diagram): Promise<Layout> {
    const key = getKey(diagram);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const underWay = this.#underWay.get(key) ?? this.#make(diagram);
    this.#underWay.set(key, underWay);
    return underWay;
  }

  /**
   * Computes the layouts of all diagrams while idle. It computes one at a time, so a diagram that the reader opens
   * waits for one layout at most.
   */
  async prepare(diagrams: Iterable<() => Diagram>): Promise<void> {
    for (const diagram of diagrams) await this.get(diagram()).catch(() => undefined);
  }

  /** Stops waiting for the layout of a diagram, and uses a simpler one. */
  simplify(diagram: Diagram): void {
    if (this.#giveUp?.key === getKey(diagram)) this.#giveUp.now();
  }

  /** Computes one layout at a time, so that each has the whole time. */
  async #make(diagram: Diagram): Promise<Layout> {
    const before = this.#last;
    const made = before.then(() => this.#compute(diagram));
    this.#last = made.catch(() => undefined);
    try {
      const layout = await made;
      this.#made.set(getKey(diagram), layout);
      return layout;
    } finally {
      this.#underWay.delete(getKey(diagram));
    }
  }

  async #compute(diagram: Diagram): Promise<Layout> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isOver = new Promise<undefined>((resolve) => {
      const now = () => resolve(undefined);
      timer = setTimeout(now, PATIENCE);
      this.#giveUp = { key: getKey(diagram), now };
    });
    try {
      const layout = await Promise.race([computeLayout(diagram, this.#engine), isOver]);
      if (layout !== undefined) return layout;
      this.#elk.stop();
      return { ...(await computeLayout(diagram, gridEngine)), isSimple: true };
    } finally {
      clearTimeout(timer);
      this.#giveUp = undefined;
    }
  }
}
