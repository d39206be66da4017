/**
 * Effects that answer when the test tells them to. The same script controls a bare machine, the views in a browser and
 * the stories, so that a path has the same meaning everywhere.
 */
import { type AnyActorLogic, type AnyStateMachine, fromPromise } from 'xstate';
import { type Effect, type RunEffect, getEffects, nameOfEffect } from '#machines/kit/effect.ts';
import type { Answer } from 'xstate-workbench/model';
import { listActors, isMachine } from 'xstate-workbench/model/xstate-internals';

/** Effect that has started and has not been answered. */
export interface PendingCall {
  /** Source name of the effect in its machine. */
  readonly source: string;
  /** Id of the invocation; unknown if the effect came through {@link ScriptedEffects.run}. */
  readonly id: string | undefined;
  readonly input: unknown;
}

/** Effect, identified by its source and, if that is not unique, by its invocation. */
interface RequestedActor {
  readonly source: string;
  readonly id?: string;
}

interface Deferred extends PendingCall {
  readonly settle: (outcome: Answer) => void;
}

/** Waits until all promise callbacks have run. A dozen microtasks cover an answer's path through two machines. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}

export class ScriptedEffects {
  readonly #names = new Map<Effect, string>();
  readonly #pending = new Set<Deferred>();

  /** `machine` provides the names of the effects, including those of its invoked machines. */
  constructor(machine: AnyStateMachine) {
    this.#learn(machine);
  }

  /** Pending effects, oldest first. Effects of a state that was left are removed. */
  get pending(): readonly PendingCall[] {
    return [...this.#pending];
  }

  /** Runner for `provideEffects` and other code that executes a machine's calls. */
  readonly run: RunEffect = (effect, input, signal) => this.#wait(this.#getName(effect), undefined, input, signal);

  /**
   * Returns the machine with all its actors scripted. Invoked machines run for real, with their own actors scripted,
   * except those in `whole`, which answer like a single call.
   */
  provide<M extends AnyStateMachine>(machine: M, whole: readonly string[] = []): M {
    const scripted = listActors(machine).map(([source, logic]): [string, AnyActorLogic] => {
      if (isMachine(logic) && !whole.includes(source)) return [source, this.provide(logic, whole)];
      return [source, fromPromise(({ input, self, signal }) => this.#wait(source, self.id, input, signal))];
    });
    return machine.provide({ actors: Object.fromEntries(scripted) }) as M;
  }

  /** Returns true if an effect of that source (and invocation) is pending. */
  isPending(requested: RequestedActor): boolean {
    return this.#find(requested) !== undefined;
  }

  #find({ source, id }: RequestedActor): Deferred | undefined {
    return [...this.#pending].find(
      (each) => each.source === source && (id === undefined || each.id === undefined || each.id === id),
    );
  }

  /** Answers the oldest pending effect of that source (and invocation), and lets the machine process the answer. */
  async settle({ source, id }: RequestedActor, outcome: Answer): Promise<void> {
    const found = this.#find({ source, ...(id !== undefined && { id }) });
    if (found === undefined) {
      const names = [...this.#pending].map((each) => each.source).join(', ');
      throw new Error(`${source} is not pending; pending: ${names || 'none'}`);
    }
    found.settle(outcome);
    await flush();
  }

  async #wait(source: string, id: string | undefined, input: unknown, signal: AbortSignal): Promise<unknown> {
    const outcome = await new Promise<Answer>((resolve) => {
      const forget = () => this.#pending.delete(call);
      const call: Deferred = {
        source,
        id,
        input,
        settle: (settled) => {
          forget();
          resolve(settled);
        },
      };
      this.#pending.add(call);
      signal.addEventListener('abort', forget, { once: true });
    });
    if ('throws' in outcome) throw outcome.throws;
    return outcome.answers;
  }

  #getName(effect: Effect): string {
    return this.#names.get(effect) ?? nameOfEffect(effect);
  }

  #learn(machine: AnyStateMachine) {
    for (const [source, logic] of listActors(machine)) {
      for (const effect of getEffects(logic)) this.#names.set(effect, source);
      if (isMachine(logic)) this.#learn(logic);
    }
  }
}

/** Clock on which delays end only when the test says so. */
export class ScriptedClock {
  readonly #timers = new Map<number, { readonly ms: number; readonly end: () => void }>();
  #last = 0;

  setTimeout(end: () => void, ms: number): number {
    this.#last += 1;
    this.#timers.set(this.#last, { ms, end });
    return this.#last;
  }

  clearTimeout(timer: number): void {
    this.#timers.delete(timer);
  }

  /** Returns true if a delay of that length is running. */
  isRunning(ms: number): boolean {
    return [...this.#timers.values()].some((timer) => timer.ms === ms);
  }

  /**
   * Ends the oldest delay of that length. The path has already decided the order of the delays; a clock that only moves
   * forward could not end a long delay that started before a short one.
   */
  pass(ms: number): void {
    const found = [...this.#timers].find(([, timer]) => timer.ms === ms);
    if (found === undefined) throw new Error(`No delay of ${ms} ms is running`);
    this.#timers.delete(found[0]);
    found[1].end();
  }
}
