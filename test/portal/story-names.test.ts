/** The names of the stories of states, and the story that a state of a diagram opens. */
import { describe, expect, it } from 'vitest';
import { shownState, storyNames } from '../support/story-names.ts';

const STATES = [
  'loadingData > facts: loading',
  'choosing.amounts > choose: day.open',
  'choosing.method',
  'showing.list + showing.file',
  'reviewing > choose: day.open',
];

describe('the names of stories', () => {
  it('are those of the innermost machine, or the full state if another story has the same', () => {
    expect(storyNames(STATES)).toEqual([
      'Loading',
      'ChoosingAmountsChooseDayOpen',
      'ChoosingMethod',
      'ShowingListShowingFile',
      'ReviewingChooseDayOpen',
    ]);
    expect(storyNames(['asking.income', 'asking > x: asking.income'])).not.toHaveLength(1);
  });
});

describe('a state of the diagram', () => {
  it.each([
    ['choosing.method', 'choosing.method'],
    ['choosing', 'choosing.amounts > choose: day.open'],
    ['loadingData', 'loadingData > facts: loading'],
    ['showing.file', 'showing.list + showing.file'],
    ['reviewing.readingTerms', undefined],
    ['choosing.method.own', 'choosing.method'],
    ['done', undefined],
  ])('%s opens the story of %s', (id, shown) => {
    expect(shownState(STATES.slice(0, 4), id)).toBe(shown);
  });
});
