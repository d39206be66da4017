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
  /** Whether workers are processes, which may crash or be killed without harm. */
  readonly areProcesses?: boolean;
  /** Memory of a process for JavaScript, in megabytes. */
  readonly megabytes?: number;
}

/** Time limits of a task, in milliseconds. */
export interface TimeLimits {
  /** For its wait for a worker. */
  readonly wait: number;
  /** For the work itself, from the moment at which a worker takes it. */
  readonly work: number;
}

const opened = new Set<WorkerPool>();

/** Returns a signal that aborts with the given signal or after the time in milliseconds; undefined without both. */
function combineSignals(signal: AbortSignal | undefined, time: number | undefined): AbortSignal | undefined {
  if (time === undefined) return signal;
  const limit = AbortSignal.timeout(time);
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}

/** Workers that run the default export of a script. They start with the first task, and end when none came for a while. */
export class WorkerPool {
  readonly #file: string;
  readonly #limits: PoolLimits;
  #pool: Tinypool | undefined;
  #running = 0;
  /** Starts the tasks that wait, in their order. */
  readonly #waiting = new Set<() => void>();

  constructor(file: string, limits: PoolLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  #open(): Tinypool {
    const { workers, areProcesses = false, megabytes } = this.#limits;
    opened.add(this);
    return new Tinypool({
      filename: this.#file,
      minThreads: 0,
      maxThreads: workers,
      idleTimeout: IDLE,
      // The environment contains the server's secrets, which a worker process does not need.
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

  /** Waits until a worker is free. */
  async #turn(signal: AbortSignal | undefined, wait: number | undefined): Promise<void> {
    if (this.#waiting.size >= this.#limits.queue) throw new PoolBusy('Too many tasks are waiting');
    signal?.throwIfAborted();
    if (this.#running < this.#limits.workers) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const ends = combineSignals(signal, wait);
      const giveUp = () => {
        this.#waiting.delete(begin);
        reject(signal?.aborted === true ? signal.reason : new PoolBusy('No worker was free in time'));
      };
      const begin = () => {
        ends?.removeEventListener('abort', giveUp);
        resolve();
      };
      ends?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(begin);
    });
  }

  /** Assigns the worker of a finished task to the next task. */
  #next(): void {
    const [begin] = this.#waiting;
    if (begin === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(begin);
    begin();
  }

  /**
   * Returns the result of a task. Throws {@link PoolBusy} if too many tasks wait, or if no worker is free in time. If
   * `signal` is aborted, or the work takes too long, the work stops, and an `AbortError` is thrown.
   */
  async run(task: unknown, signal?: AbortSignal, limits?: TimeLimits): Promise<unknown> {
    const pool = (this.#pool ??= this.#open());
    await this.#turn(signal, limits?.wait);
    try {
      const ends = combineSignals(signal, limits?.work);
      return await pool.run(task, ends && { signal: ends });
    } finally {
      this.#next();
    }
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
