/** The flows to which a run is limited: `FLOWS=payflow,draft` names their folders. */
import type { FlowModel } from '#machines/kit/model.ts';

const models = import.meta.glob<FlowModel>('/machines/*/*.model.ts', { import: 'default', eager: true });

/** Whether a flow is in one of the named folders, or runs one that is; every flow, where none is named. */
export function isNamed(model: FlowModel): boolean {
  const folders = process.env['FLOWS']?.split(',');
  if (folders === undefined) return true;
  const found = Object.entries(models).find(([, each]) => each === model);
  const [, , folder = ''] = found?.[0].split('/') ?? [];
  return folders.includes(folder) || Object.values(model.children ?? {}).some(isNamed);
}
