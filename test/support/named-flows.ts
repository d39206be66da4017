/** Limits a run to some flows: `FLOWS=payflow,draft` lists their folders. */
import type { FlowModel } from 'xstate-workbench/model';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true });

/** Returns true if a flow is in one of the listed folders or invokes one that is, or if no folders are listed. */
export function isNamed(model: FlowModel): boolean {
  const folders = process.env['FLOWS']?.split(',');
  if (folders === undefined) return true;
  const found = Object.entries(models).find(([, each]) => each === model);
  const folder = found?.[0].split('/').at(-2) ?? '';
  return folders.includes(folder) || Object.values(model.children ?? {}).some(isNamed);
}
