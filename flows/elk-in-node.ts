/** ELK in the thread of a script. */
import ELK from 'elkjs/lib/elk.bundled.js';
import type { LayoutEngine } from './layout.ts';

let elk: InstanceType<typeof ELK> | undefined;

/** Lays a graph out. ELK is started once, since starting it takes longer than most layouts. */
export const elkInNode: LayoutEngine = (graph) => (elk ??= new ELK()).layout(graph);
