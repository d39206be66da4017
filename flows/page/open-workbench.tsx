/** Opens the workbench in a page: `openWorkbench(element, { title, machines })`. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';
import { compareStyles } from '../compare/styles.ts';
import { lightAndDark, styles } from '../palette.ts';
import { Layouts } from './layouts.ts';
import { LiveSource } from './live.ts';
import { Questions } from './questions.ts';
import { restoreScheme } from './SchemeChoice.tsx';
import { scriptAddress } from './script-address.ts';
import { Workbench } from './Workbench.tsx';
import type { WorkbenchOptions } from './workbench-machines.ts';
import './workbench.css';

export type { WorkbenchMachine, WorkbenchOptions } from './workbench-machines.ts';

/**
 * The style of the drawings is generated from the palette, as it is for files. A content security policy may forbid
 * style elements.
 */
function adoptDrawingStyles(): void {
  const sheet = new CSSStyleSheet();
  // Without the weight of a class, so that the marks of the page's own style sheet prevail.
  const scope = ':where(.picture, .picture-sample)';
  sheet.replaceSync(styles(scope, lightAndDark) + compareStyles(scope, lightAndDark));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function openWorkbench(root: HTMLElement, options: WorkbenchOptions): void {
  restoreScheme();
  adoptDrawingStyles();
  const layouts = new Layouts(() => new Worker(scriptAddress(elkWorker)), options.layouts);
  const { questionsWorker } = options;
  const questions = new Questions(
    questionsWorker === undefined ? undefined : () => new Worker(scriptAddress(questionsWorker), { type: 'module' }),
  );
  const liveSource = new LiveSource();
  liveSource.resume();
  createRoot(root).render(
    <StrictMode>
      <Workbench options={options} layouts={layouts} liveSource={liveSource} questions={questions} />
    </StrictMode>,
  );
}
