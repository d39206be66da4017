/** The names of the stories of states, and the story of a state. */

/** Returns the id of the virtual module with the stories of a flow's states. */
export const toStateStoriesId = (flow: string): string => `virtual:state-stories/${flow}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the name of a story from the state of the innermost machine: `choosingAmounts > x: choosing.day` becomes
 * `ChoosingDay`.
 */
const toName = (state: string): string => (state.split(': ').at(-1) ?? state).split(/\W+/).map(capitalized).join('');

/** Numbers duplicate names, for example the question `unemploymentBenefits` and the result `UnemploymentBenefits`. */
const numbered = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name}${earlier + 1}`;
  });

/** Returns the names of the stories of all states. Duplicate names are replaced by the full names of the states. */
export function storyNames(states: readonly string[]): readonly string[] {
  const names = states.map(toName);
  return numbered(
    states.map((state, index) => {
      const name = names[index] ?? '';
      const isAlone = names.indexOf(name) === names.lastIndexOf(name);
      return isAlone ? name : state.split(/\W+/).map(capitalized).join('');
    }),
  );
}

/**
 * Returns the state, among those that have a story, that shows a state of the diagram: the state itself, the first state
 * within it, or the screen that contains it; undefined if no screen shows it.
 */
export function shownState(states: readonly string[], id: string): string | undefined {
  const splitRegions = (state: string): string[] => (state.split(' > ')[0] ?? state).split(' + ');
  const find = (isMatch: (region: string) => boolean) => states.find((state) => splitRegions(state).some(isMatch));
  return (
    find((region) => region === id) ??
    find((region) => region.startsWith(`${id}.`)) ??
    find((region) => id.startsWith(`${region}.`))
  );
}
