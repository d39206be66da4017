/** What the portal's build leaves out of the machines. */
import * as v from 'valibot';
import type { Plugin } from 'vite';

/** As much of a syntax tree as is read here: where something stands, and the key and value of a property. */
const SyntaxNode = v.looseObject({ type: v.string(), start: v.number(), end: v.number() });
const Description = v.looseObject({
  type: v.literal('Property'),
  start: v.number(),
  end: v.number(),
  computed: v.literal(false),
  key: v.looseObject({ name: v.literal('description') }),
  value: v.looseObject({ type: v.picklist(['Literal', 'TemplateLiteral']), start: v.number(), end: v.number() }),
});

/** Where the descriptions stand in a syntax tree, first to last. */
function descriptionsIn(tree: unknown): { start: number; end: number }[] {
  const found = v.safeParse(Description, tree);
  if (found.success) return [found.output.value];
  const children = Array.isArray(tree) ? tree : v.is(SyntaxNode, tree) ? Object.values(tree) : [];
  return children.flatMap((child: unknown) => (typeof child === 'object' ? descriptionsIn(child) : []));
}

/** The code with every description empty. `tree` is its syntax tree. */
export const emptyDescriptions = (code: string, tree: unknown): string =>
  descriptionsIn(tree).reduceRight((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);

/** Leaves out what the states of machines are described with: diagrams and tests read it, the portal does not. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]machines[\\/].*\.machine\.ts$/ },
    handler(code) {
      return { code: emptyDescriptions(code, this.parse(code)), map: null };
    },
  },
});
