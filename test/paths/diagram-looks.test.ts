/** The diagrams of all flows: no text overlaps another one, and no arrow runs behind a text. */
import { beforeAll, describe, expect, test } from 'vitest';
import { MARGIN } from '#flows/box.ts';
import { elkWithFiles } from '#flows/layout-files.ts';
import { LABEL, type Layout, type PlacedState, type Rectangle, computeLayout } from '#flows/layout.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import { measureWidth } from '#flows/text.ts';
import { loadCatalog } from '#machines/catalog.ts';

interface Named extends Rectangle {
  readonly name: string;
}

const layouts = new Map<string, Layout>();
beforeAll(async () => {
  const elk = elkWithFiles();
  for (const { id, machine, model } of await loadCatalog()) {
    layouts.set(id, await computeLayout(createPortalDiagram(machine, model), elk));
  }
});

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const getText = ({ state, title, x, y, width, height }: PlacedState): Named => ({
  name: state.id,
  ...(title ?? { x: x + MARGIN, y: y + 4, width: width - 2 * MARGIN, height: height - 8 }),
});

/** The blocks of labels at the arrows. */
const listLabels = ({ edges }: Layout): Named[] =>
  edges.flatMap(({ labels }) => {
    const [first] = labels;
    if (first === undefined) return [];
    const width = Math.max(...labels.map(({ text }) => measureWidth(text, LABEL.size)));
    const height = labels.length * LABEL.line;
    return [{ name: labels.map(({ text }) => text).join(' '), x: first.x, y: first.y - LABEL.size, width, height }];
  });

const listSegments = ({ edges }: Layout): Rectangle[] =>
  edges.flatMap(({ points }) =>
    points.slice(1).map((to, index) => {
      const { x, y } = points[index] ?? to;
      return {
        x: Math.min(x, to.x),
        y: Math.min(y, to.y),
        width: Math.abs(x - to.x),
        height: Math.abs(y - to.y),
      };
    }),
  );

/** Names the pairs of rectangles that overlap, in all flows. */
const findOverlaps = (pairs: (layout: Layout) => readonly (readonly [Named, Named])[]): string[] =>
  [...layouts].flatMap(([flow, layout]) =>
    pairs(layout).flatMap(([a, b]) => (overlap(a, b) ? [`${flow}: ${a.name} and ${b.name}`] : [])),
  );

const listPairs = (all: readonly Named[]) =>
  all.flatMap((a, index) => all.slice(index + 1).map((b): readonly [Named, Named] => [a, b]));

describe('in the diagrams of all flows', () => {
  test('no text overlaps another text', () => {
    expect(findOverlaps((layout) => listPairs([...layout.states.map(getText), ...listLabels(layout)]))).toEqual([]);
  });

  test('no arrow runs behind the text of a state', () => {
    const texts = [...layouts].flatMap(([flow, layout]) => {
      const segments = listSegments(layout);
      return layout.states
        .map(getText)
        .filter((text) => segments.some((segment) => overlap(segment, text)))
        .map(({ name }) => `${flow}: ${name}`);
    });
    expect(texts).toEqual([]);
    // States with child states are those that arrows could cross.
    expect([...layouts.values()].flatMap(({ states }) => states.filter(({ title }) => title)).length).toBeGreaterThan(
      50,
    );
  });

  test('the text of a state with child states is inside its border', () => {
    const outside = [...layouts].flatMap(([flow, { states }]) =>
      states.flatMap(({ state, title, x, y, width, height }) =>
        title === undefined ||
        (title.x > x && title.y > y && title.x + title.width < x + width && title.y + title.height < y + height)
          ? []
          : [`${flow}: ${state.id}`],
      ),
    );
    expect(outside).toEqual([]);
  });
});
