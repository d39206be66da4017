/** Worker threads and processes for work that would occupy the event loop for long. */
import { Tinypool } from 'tinypool';

/** Time until an unused worker ends, in milliseconds. */
const IDLE = 60_000;

/** Too many tasks are waiting for a worker. */
export class PoolBusy extends Error {
  override readonly name = 'PoolBusy';
}

export interface PoolLimits {
  readonly workers: number;
  /** Maximum number of tasks that wait. */
  readonly queue: number;
  /** Whether workers are processes: one that crashes, or that is ended in the middle of its work, does no harm. */
  readonly areProcesses?: boolean;
  /** Memory of a process for JavaScript, in megabytes. */
  readonly megabytes?: number;
}

const opened = new Set<WorkerPool>();

/** Workers that run the default export of a script. They start with the first task, and end when none came for a while. */
export class WorkerPool {
  readonly #file: string;
  readonly #limits: PoolLimits;
  #pool: Tinypool | undefined;

  constructor(file: string, limits: PoolLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  #open(): Tinypool {
    const { workers, queue, areProcesses = false, megabytes } = this.#limits;
    opened.add(this);
    return new Tinypool({
      filename: this.#file,
      minThreads: 0,
      maxThreads: workers,
      maxQueue: queue,
      idleTimeout: IDLE,
      // The environment has the server's secrets, which a process does not need.
      ...(areProcesses
        ? {
            runtime: 'child_process',
            serialization: 'advanced',
            env: {},
            execArgv: megabytes === undefined ? [] : [`--max-old-space-size=${megabytes}`],
          }
        : { runtime: 'worker_threads' }),
    });
  }

  /**
   * Returns the result of a task. Throws {@link PoolBusy} if the queue is full. If `signal` is aborted, the work stops, and
   * an `AbortError` is thrown.
   */
  async run(task: unknown, signal?: AbortSignal): Promise<unknown> {
    const pool = (this.#pool ??= this.#open());
    if (pool.queueSize >= this.#limits.queue) throw new PoolBusy('Too many tasks are waiting');
    return pool.run(task, signal && { signal });
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    opened.delete(this);
    await pool?.destroy();
  }
}

/** Ends all workers, when the server stops. */
export async function closePools(): Promise<void> {
  await Promise.all([...opened].map((pool) => pool.close()));
}
