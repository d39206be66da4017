/**
 * The layouts of the diagrams: from the file that was computed before, or else by ELK in a worker. They are kept for the
 * life of the page.
 */
import ElkApi from 'elkjs/lib/elk-api.js';
import type { Diagram } from '../diagram.ts';
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

/** Starts the worker for the first layout that is not stored. */
function engineIn(createWorker: () => Worker): LayoutEngine {
  let elk: InstanceType<typeof ElkApi> | undefined;
  return (graph) => (elk ??= new ElkApi({ workerFactory: createWorker })).layout(graph);
}

const getKey = ({ id, showsActions }: Diagram): string => (showsActions ? `${id} with actions` : id);

export class Layouts {
  readonly #engine: LayoutEngine;
  readonly #made = new Map<string, Layout>();
  readonly #underWay = new Map<string, Promise<Layout>>();

  /** `createWorker` starts the worker in which ELK runs; `address` is that of the stored layouts. */
  constructor(createWorker: () => Worker, address?: string) {
    const stored = address === undefined ? Promise.resolve<StoredLayouts>({}) : loadStored(address);
    this.#engine = cachedEngine(engineIn(createWorker), { read: async (key) => (await stored)[key] });
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

  async #make(diagram: Diagram): Promise<Layout> {
    try {
      const layout = await computeLayout(diagram, this.#engine);
      this.#made.set(getKey(diagram), layout);
      return layout;
    } finally {
      this.#underWay.delete(getKey(diagram));
    }
  }
}
