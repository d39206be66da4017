/** Paths in words, for the names of tests and for what they say when they fail. */
import type { StateValue } from 'xstate';
import type { Cause } from './moment.ts';

/** A payload as it reads: `amount.entered (account "1", "10.00")` without the type. */
function saysPayload(event: object): string {
  const given = Object.entries(event).filter(([name]) => name !== 'type');
  return given.length === 0 ? '' : ` (${given.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')})`;
}

export function saysCause(cause: Cause): string {
  switch (cause.kind) {
    case 'event':
      return `${cause.event.type}${saysPayload(cause.event)}`;
    case 'outcome':
      return `${cause.id} brings "${cause.outcome}"`;
    case 'delay':
      return `${cause.ms} ms pass`;
    case 'route':
      return `the address of ${cause.to} is asked for`;
  }
}

/** A state value as analysts write it: `reviewing.readingTerms`, regions with `+`. */
export function saysState(value: StateValue): string {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([name, inner]) => {
    const said = inner === undefined ? '' : saysState(inner);
    return said === '' ? name : said.includes(' + ') ? `${name}.(${said})` : `${name}.${said}`;
  });
  return parts.join(' + ');
}
