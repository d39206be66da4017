/** Axe in the page of a test. */
import axe, { type RunOptions } from 'axe-core';

/** Returns the violations of the whole page, each with its elements. */
export async function violationsInPage(options: RunOptions = {}): Promise<string[]> {
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
