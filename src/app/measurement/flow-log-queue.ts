/**
 * The queue between the portal and the product analytics script: `window.flowLog`. Until the script has loaded, it is an
 * array. The script sends the rows in it and replaces it by its own object with `push`.
 */
import type { FlowLogRow } from 'xstate-workbench/model/flow-log';

const NAME = 'flowLog';

/** The maximum number of waiting rows. If the script never loads, the oldest are dropped. */
export const MAX_WAITING = 1_000;

export interface FlowLogQueue {
  push(row: FlowLogRow): void;
  /** Drops the rows that the script has not taken. */
  clear(): void;
}

const isReceiver = (value: unknown): value is { push(row: FlowLogRow): unknown } =>
  typeof value === 'object' && value !== null && 'push' in value && typeof value.push === 'function';

/** Returns the queue of a window, and creates it there. */
export function flowLogQueue(window: object): FlowLogQueue {
  const present: unknown = Reflect.get(window, NAME);
  if (!isReceiver(present)) Reflect.set(window, NAME, []);
  return {
    push(row) {
      const receiver: unknown = Reflect.get(window, NAME);
      if (Array.isArray(receiver) && receiver.length >= MAX_WAITING) receiver.shift();
      if (!isReceiver(receiver)) return;
      try {
        receiver.push(row);
      } catch {
        // An error of the script must not stop the flow.
      }
    },
    clear() {
      const receiver: unknown = Reflect.get(window, NAME);
      if (Array.isArray(receiver)) receiver.length = 0;
    },
  };
}
