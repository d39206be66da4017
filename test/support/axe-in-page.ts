/** Axe in the page of a test. */
import axe, { type RunOptions } from 'axe-core';
import { VIOLATIONS } from './axe-options.ts';

/** Returns the violations of the whole page, each with its elements. */
export async function violationsInPage(options: RunOptions = {}): Promise<string[]> {
  const { violations } = await axe.run(document.body, { ...VIOLATIONS, ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
