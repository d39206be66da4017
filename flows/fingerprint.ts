/** Tells versions of a machine apart, so that coverage of another version is not shown on its diagram. */
import type { AnyStateMachine } from 'xstate';
import { getStateName, findRoutes, listTransitionKeys } from 'xstate-workbench/model/keys';

/** Returns a short hash of the transitions and routes of a machine. */
export function fingerprint(machine: AnyStateMachine): string {
  const text = [...listTransitionKeys(machine), ...findRoutes(machine).map(getStateName)].join('\n');
  const hash = Array.from(text, (char) => char.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 33 + code) >>> 0,
    5381,
  );
  return hash.toString(36);
}
