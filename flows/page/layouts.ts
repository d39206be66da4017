/** The layouts of the diagrams, computed by ELK in a worker and kept for the life of the page. */
import ElkApi, { type ElkNode } from 'elkjs/lib/elk-api.js';
import type { Diagram } from '../diagram.ts';
import { type Layout, layoutOf } from '../layout.ts';

export class Layouts {
  readonly #elk: InstanceType<typeof ElkApi>;
  readonly #made = new Map<string, Layout>();
  readonly #underWay = new Map<string, Promise<Layout>>();

  /** `createWorker` starts the worker in which ELK runs. */
  constructor(createWorker: () => Worker) {
    this.#elk = new ElkApi({ workerFactory: createWorker });
  }

  /** Returns the layout of a diagram if it has been computed. */
  known(diagram: Diagram): Layout | undefined {
    return this.#made.get(diagram.id);
  }

  async of(diagram: Diagram): Promise<Layout> {
    const known = this.#made.get(diagram.id);
    if (known !== undefined) return known;
    const underWay = this.#underWay.get(diagram.id) ?? this.#make(diagram);
    this.#underWay.set(diagram.id, underWay);
    return underWay;
  }

  /**
   * Computes the layouts of all diagrams while idle. It computes one at a time, so a diagram that the reader opens
   * waits for one layout at most.
   */
  async prepare(diagrams: Iterable<() => Diagram>): Promise<void> {
    for (const diagram of diagrams) await this.of(diagram()).catch(() => undefined);
  }

  async #make(diagram: Diagram): Promise<Layout> {
    try {
      const layout = await layoutOf(diagram, (graph: ElkNode) => this.#elk.layout(graph));
      this.#made.set(diagram.id, layout);
      return layout;
    } finally {
      this.#underWay.delete(diagram.id);
    }
  }
}
