/** A machine's configuration as JSON, for Stately's editor and other tools. */
import type { AnyStateMachine } from 'xstate';
import { builtInAction, combinedGuard, getConfig } from 'xstate-workbench/model/xstate-internals';
import { stringify } from 'xstate-workbench/model/context-diff';
import { formatGuard } from 'xstate-workbench/model/keys';

/** What only running code can use: values that are computed from the context. */
const COMPUTED = new Set(['context', 'input', 'output', 'params']);

/** Returns the JSON value for a function: the name of a guard or action; undefined for a computed value. */
function describeFunction(key: string, given: object): unknown {
  if (COMPUTED.has(key)) return undefined;
  const action = builtInAction(given);
  if (action !== undefined) return { type: action.type };
  return combinedGuard(given) === undefined && !('name' in given) ? { type: 'inline' } : { type: formatGuard(given) };
}

function replace(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return describeFunction(key, value);
  return key === 'src' && typeof value === 'object' ? 'inline' : value;
}

/** Returns the configuration as JSON text. Functions are replaced by their names, and actors written inline by `inline`. */
export const toConfigJson = (machine: AnyStateMachine): string => `${stringify(getConfig(machine), replace, 2)}\n`;
