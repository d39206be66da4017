/** Axe in the page of a test. */
import axe, { type RunOptions } from 'axe-core';
import { VIOLATIONS } from './axe-options.ts';

/** Returns the violations of the whole page or of some of its elements, each with its elements. */
export async function violationsInPage(
  options: RunOptions = {},
  within: readonly Element[] = [document.body],
): Promise<string[]> {
  if (within.length === 0) return [];
  const { violations } = await axe.run([...within], { ...VIOLATIONS, ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Returns which elements are displayed, as one digit for each. */
export const displayed = (): string =>
  [...document.body.querySelectorAll('*')]
    .map((element) => Number(element.checkVisibility({ visibilityProperty: true })))
    .join('');

/** The attributes that select styles. */
const IN_STYLES = /^(?:class|style|type|open|hidden|dir|lang|role|data-.*|aria-.*)$/;
/** Attributes that contain texts or references to other elements. */
const NO_STYLES = /^aria-(?:label|labelledby|describedby|details|controls|owns|errormessage|valuetext|valuenow)$/;
/** The states and positions that select styles. */
const STATES = [':checked', ':disabled', ':focus', ':empty', ':first-child', ':last-child'];

function styledAs(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => IN_STYLES.test(name) && !NO_STYLES.test(name))
    .map(({ name, value }) => `${name}=${value}`);
  return [element.tagName, ...attributes, ...STATES.filter((state) => element.matches(state))].join(' ');
}

/**
 * Numbers of the distinct renderings of elements, by their surrounding element and the attributes that select styles.
 */
const painted = new Map<string, number>();

/**
 * Returns the elements with a new combination of place and state, without the elements within them, which are new too.
 * The colors of all others have been checked: they follow from the styles of an element and its ancestors.
 */
export function newlyPainted(): Element[] {
  const found: Element[] = [];
  const number = (element: Element, around: number, isWithinNew: boolean): void => {
    const before = element.previousElementSibling;
    const way = `${around} ${before === null ? '' : styledAs(before)} > ${styledAs(element)}`;
    const known = painted.get(way);
    const own = known ?? painted.size;
    painted.set(way, own);
    if (known === undefined && !isWithinNew) found.push(element);
    for (const child of element.children) number(child, own, isWithinNew || known === undefined);
  };
  number(document.body, -1, false);
  return found;
}
