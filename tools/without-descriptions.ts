/** Removes the descriptions of machines from the portal's build. */
import * as v from 'valibot';
import type { Plugin } from 'vite';

/** The parts of a syntax tree that are used: positions, and keys and values of properties. */
const SyntaxNode = v.looseObject({ type: v.string(), start: v.number(), end: v.number() });
const Description = v.looseObject({
  type: v.literal('Property'),
  start: v.number(),
  end: v.number(),
  computed: v.literal(false),
  key: v.looseObject({ name: v.literal('description') }),
  value: v.looseObject({ type: v.picklist(['Literal', 'TemplateLiteral']), start: v.number(), end: v.number() }),
});

/** Returns the positions of the descriptions in a syntax tree, in order. */
function descriptionsIn(tree: unknown): { start: number; end: number }[] {
  const found = v.safeParse(Description, tree);
  if (found.success) return [found.output.value];
  const children = Array.isArray(tree) ? tree : v.is(SyntaxNode, tree) ? Object.values(tree) : [];
  return children.flatMap((child: unknown) => (typeof child === 'object' ? descriptionsIn(child) : []));
}

/** Returns the code with every description empty. `tree` is its syntax tree. */
export const emptyDescriptions = (code: string, tree: unknown): string =>
  descriptionsIn(tree).reduceRight((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);

/** Removes the descriptions of states, which only diagrams and tests read. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]machines[\\/].*\.ts$/ },
    handler(code) {
      return { code: emptyDescriptions(code, this.parse(code)), map: null };
    },
  },
});
