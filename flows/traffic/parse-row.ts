/** Parses a line of the flow log (`docs/flows/log-format.md`). */
import * as v from 'valibot';
import { type FlowLogRow, STATUSES } from 'xstate-workbench/model/flow-log';

/** The maximum number of characters of a name. Longer texts are no names. */
const LONGEST_NAME = 200;

const Name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_NAME));

/** A row of the log. Other properties, which an analytics tool may have added, are ignored. */
const Row = v.object({
  time: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => Date.parse(text)),
  ),
  run: Name,
  flow: Name,
  event: Name,
  from: v.nullable(Name),
  to: v.array(Name),
  states: v.array(Name),
  status: v.picklist(STATUSES),
});

/** A row as the workbench counts it, with the time in milliseconds. */
export interface TrafficRow extends Omit<FlowLogRow, 'time'> {
  readonly time: number;
}

/** Returns the row in a line, or the error in it. */
export function parseRow(line: string): TrafficRow | { readonly problem: string } {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return { problem: 'It is not JSON.' };
  }
  const row = v.safeParse(Row, read, { abortEarly: true });
  if (row.success) return row.output;
  const [issue] = row.issues;
  const path = v.getDotPath(issue);
  return { problem: path === null ? issue.message : `${path}: ${issue.message}` };
}
