/** The format of models, which describe a flow for tests, stories and the workbench. */
export * from './model.ts';
export * from './spec.ts';
