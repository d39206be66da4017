/** The format of models: what a test, a story and the workbench know about a flow. */
export * from './model.ts';
export * from './spec.ts';
