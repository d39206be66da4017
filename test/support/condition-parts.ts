/**
 * Finds the conditions on which the guards of machines depend, in their source: each operand of `&&`, `||` and `!`, and
 * each test of `if` and `? :`, in the guards themselves and in the functions that they call. `instrument` passes the value
 * of each through `part` of `part-probe.ts`, which can record and replace it.
 */
import { parseSync } from 'vite';
import { posix } from 'node:path';

/** Module with `part`. */
const PROBE = '#test/support/part-probe.ts';

/** One condition. */
export interface Part {
  /** Number in the instrumented text, unique among all files. */
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Value that has the same effect as removing the operand of `&&` or `||`; undefined for the test of a branch. */
  readonly neutral: boolean | undefined;
  /**
   * For a condition that narrows a type, its value when the narrowing holds: true in `x !== null && isLate(x)`, false
   * in `x === null || isLate(x)`. The compiler demands such a condition, even if the rest gives the same answer without
   * it.
   */
  readonly narrows: boolean | undefined;
  /** Guards that ask it: `machines/payments/payoff/payoff.machine.ts canPay`. */
  readonly guards: ReadonlySet<string>;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const getChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** A function, or an object of guards, and the definitions in it. */
interface Definition {
  readonly node: Node;
  readonly source: Source;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  /** Imported names: the file, and the name there; `*` for all names. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Functions and objects, by name, at any depth. */
  readonly definitions: ReadonlyMap<string, Node>;
}

/** Expressions that only wrap another one. */
const WRAPPERS = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'ChainExpression',
]);

function unwrapped(node: Node): Node {
  const { expression } = node;
  return WRAPPERS.has(node.type) && isNode(expression) ? unwrapped(expression) : node;
}

const isFunction = ({ type }: Node): boolean => /^(?:ArrowFunction|Function)(?:Expression|Declaration)?$/.test(type);
const isLogical = ({ type, operator }: Node): boolean => type === 'LogicalExpression' && operator !== '??';

const nameIn = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  const name = node.type === 'Identifier' ? node['name'] : node['value'];
  return typeof name === 'string' ? name : undefined;
};

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of getChildren(node)) yield* nodesIn(child);
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Reads a source file. Throws for a syntax error. */
function read(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`);
  const tree: unknown = program;
  if (!isNode(tree)) throw new Error(`${file} has no syntax tree`);
  const imports = new Map<string, { file: string; name: string }>();
  const definitions = new Map<string, Node>();
  for (const node of nodesIn(tree)) {
    const target = nameIn(node['source']);
    const to = target === undefined ? undefined : resolved(file, target);
    if ((node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') && to !== undefined) {
      for (const each of getChildren(node)) {
        const local = nameIn(each['local']);
        const name = nameIn(each['imported']) ?? '*';
        // `export { a as b } from` makes b known to the files that import this one.
        if (each.type === 'ExportSpecifier') {
          imports.set(nameIn(each['exported']) ?? '', { file: to, name: local ?? '' });
        } else if (local !== undefined) imports.set(local, { file: to, name });
      }
    }
    const name = nameIn(node['id']);
    if (name === undefined) continue;
    if (isFunction(node)) definitions.set(name, node);
    const { init } = node;
    if (node.type !== 'VariableDeclarator' || !isNode(init)) continue;
    const value = unwrapped(init);
    if (isFunction(value) || value.type === 'ObjectExpression') definitions.set(name, value);
  }
  return { file, text, program: tree, imports, definitions };
}

/** An expression on whose truth the result of a function depends. */
interface Condition {
  readonly node: Node;
  /** False for an expression that a function returns as it is: it has no other conditions beside it. */
  readonly isPart: boolean;
  readonly neutral: boolean | undefined;
  readonly narrows: boolean | undefined;
}

/**
 * Position of an expression: its truth counts (`condition`); it is the last operand of `&&` or `||`, or a branch of
 * `? :` (`value`); a function returns it (`result`); or any other (`plain`).
 */
type Place = 'plain' | 'result' | 'value' | 'condition';

/** Methods of lists that take a predicate. */
const ASKING = new Set(['some', 'every', 'find', 'findLast', 'findIndex', 'filter']);

const isAsking = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && ASKING.has(nameIn(callee['property']) ?? '');

/** The value that a condition narrows, and the result of the condition if that value exists. */
interface Narrowing {
  readonly of: string | undefined;
  readonly whenThere: boolean;
}

/**
 * Returns the narrowing of a condition: `x !== null`, `typeof x === …`, `'y' in x`, `Array.isArray(x)`, or
 * `x.kind === 'y'`.
 */
function findNarrowing(node: Node): Narrowing | undefined {
  const test = unwrapped(node);
  const { left, right, operator, callee, argument } = test;
  if (test.type === 'UnaryExpression' && operator === '!' && isNode(argument)) {
    const inner = findNarrowing(argument);
    return inner && { ...inner, whenThere: !inner.whenThere };
  }
  if (test.type === 'CallExpression' && isNode(callee)) {
    const [first] = [test['arguments']].flat();
    const isArray = callee.type === 'MemberExpression' && nameIn(callee['property']) === 'isArray';
    return isArray && isNode(first) ? { of: findRoot(first), whenThere: true } : undefined;
  }
  if (test.type !== 'BinaryExpression' || !isNode(left) || !isNode(right)) return undefined;
  if (operator === 'in') return { of: findRoot(right), whenThere: true };
  if (operator === 'instanceof') return { of: findRoot(left), whenThere: true };
  if (operator !== '===' && operator !== '!==') return undefined;
  const value = unwrapped(right);
  const operand = unwrapped(left);
  const isEqual = operator === '===';
  const isNothing = (value.type === 'Literal' && value['value'] === null) || nameIn(value) === 'undefined';
  if (isNothing) return { of: findRoot(operand), whenThere: !isEqual };
  if (operand.type === 'UnaryExpression' && operand['operator'] === 'typeof' && isNode(operand['argument'])) {
    return { of: findRoot(operand['argument']), whenThere: isEqual };
  }
  const { object } = operand;
  const isName = value.type === 'Literal' && typeof value['value'] === 'string';
  return isName && operand.type === 'MemberExpression' && isNode(object)
    ? { of: findRoot(object), whenThere: isEqual }
    : undefined;
}

/** Returns the variable, or the path of properties, that an expression reads. */
function findRoot(node: Node): string | undefined {
  const it = unwrapped(node);
  if (it.type === 'Identifier') return nameIn(it);
  const { object } = it;
  if (it.type !== 'MemberExpression' || it['computed'] === true || !isNode(object)) return undefined;
  const of = findRoot(object);
  return of === undefined ? undefined : `${of}.${nameIn(it['property']) ?? ''}`;
}

/** Returns the paths of properties that a part of the source reads. */
function pathsIn(node: Node): Set<string> {
  return new Set([...nodesIn(node)].flatMap((each) => findRoot(each) ?? []));
}

/** Finds the conditions within an expression or a function. `rest` is the code that runs only after it. */
function* conditionsIn(
  node: Node,
  place: Place = 'plain',
  neutral?: boolean,
  rest: readonly Node[] = [],
): Generator<Condition> {
  if (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) return;
  const inner = unwrapped(node);
  if (inner !== node && (node.type !== 'ChainExpression' || place === 'plain')) {
    yield* conditionsIn(inner, place, neutral, rest);
    return;
  }
  const { left, right, operator, argument, test, consequent, alternate, body } = node;
  if (isLogical(node) && isNode(left) && isNode(right)) {
    yield* conditionsIn(left, 'condition', operator === '&&', [right, ...rest]);
    yield* conditionsIn(right, place === 'condition' ? 'condition' : 'value', operator === '&&', rest);
    return;
  }
  if (node.type === 'UnaryExpression' && operator === '!' && isNode(argument) && isLogical(unwrapped(argument))) {
    yield* conditionsIn(argument, 'condition', undefined, rest);
    return;
  }
  if (node.type === 'ConditionalExpression' && isNode(test) && isNode(consequent) && isNode(alternate)) {
    const branch = place === 'plain' ? 'plain' : 'value';
    yield* conditionsIn(test, 'condition', undefined, [consequent, alternate, ...rest]);
    yield* conditionsIn(consequent, branch, undefined, rest);
    yield* conditionsIn(alternate, branch, undefined, rest);
    return;
  }
  if (place !== 'plain' && node.type !== 'Literal' && nameIn(node) !== 'undefined') {
    const { of, whenThere } = findNarrowing(node) ?? {};
    const isUsed = of !== undefined && rest.some((each) => pathsIn(each).has(of));
    yield { node, isPart: place !== 'result', neutral, narrows: isUsed ? whenThere : undefined };
  }
  const children = getChildren(node);
  const isTest = /^(?:If|While|For|DoWhile)Statement$/.test(node.type);
  for (const [index, child] of children.entries()) {
    if (child === test && isTest) {
      yield* conditionsIn(child, 'condition', undefined, [...[consequent, alternate, body].filter(isNode), ...rest]);
    } else if (node.type === 'ReturnStatement') yield* conditionsIn(child, 'result');
    else if (isAsking(node) && child.type === 'ArrowFunctionExpression') yield* conditionsInPredicate(child);
    // Later statements of the block can use the narrowing of this one.
    else
      yield* conditionsIn(child, 'plain', undefined, node.type === 'BlockStatement' ? children.slice(index + 1) : []);
  }
}

/** Finds the conditions within a function whose result is true or false. */
function conditionsInPredicate(node: Node): Generator<Condition> {
  const { body } = node;
  const isExpression = node.type === 'ArrowFunctionExpression' && isNode(body) && body.type !== 'BlockStatement';
  return isExpression ? conditionsIn(body, 'result') : conditionsIn(node);
}

/** Returns the names of the functions whose result is that of a condition: `isLate` for `!isLate(x)` or `all.some(isLate)`. */
function findPredicates(node: Node, within: Node): string[] {
  const it = unwrapped(node);
  const { operator, argument, left, right, callee } = it;
  if (it.type === 'UnaryExpression' && operator === '!' && isNode(argument)) return findPredicates(argument, within);
  if (it.type === 'BinaryExpression' && isNode(left) && isNode(right) && typeof right['value'] === 'boolean') {
    return findPredicates(left, within);
  }
  if (it.type === 'Identifier') {
    const named = [...nodesIn(within)].find((each) => each['init'] !== null && nameIn(each['id']) === nameIn(it));
    return isNode(named?.['init']) && !isFunction(named['init']) ? findPredicates(named['init'], within) : [];
  }
  const called = it.type === 'CallExpression' && isNode(callee) ? [findRoot(callee) ?? ''] : [];
  const operand = [...nodesIn(it)].filter(isAsking).flatMap((each) => [each['arguments']].flat());
  return [...called, ...operand.filter(isNode).flatMap((each) => findRoot(each) ?? [])];
}

/** Returns the guards within `and([…])`, `or([…])` and `not(…)`, or the guard itself. */
function getOperands(node: Node): Node[] {
  const { callee } = node;
  const isCombined = node.type === 'CallExpression' && ['and', 'or', 'not'].includes(nameIn(callee) ?? '');
  if (!isCombined) return [node];
  const given = [node['arguments']].flat().filter(isNode);
  return given.flatMap((each) => (each.type === 'ArrayExpression' ? getChildren(each) : [each])).flatMap(getOperands);
}

/** The conditions of the guards of some files. */
export interface Parts {
  readonly parts: readonly Part[];
  /** Returns the text of a file with the probes, or undefined for a file without conditions. */
  readonly instrument: (file: string) => string | undefined;
}

/**
 * Finds the conditions on which guards depend. A guard is a property of an object that is the value of `guards`, or
 * that is spread there. The search follows the named functions that a guard calls, also through imports.
 */
export function findParts(files: ReadonlyMap<string, string>): Parts {
  const sources = new Map([...files].map(([file, text]) => [file, read(file, text)]));
  const found = new Map<
    Node,
    { readonly source: Source; readonly guards: Set<string>; readonly condition: Condition }
  >();

  function findDefinition(name: string, source: Source): Definition | undefined {
    const [of = '', member] = name.split('.');
    const imported = source.imports.get(of);
    if (imported === undefined) {
      const node = member === undefined ? source.definitions.get(of) : undefined;
      return node && { node, source };
    }
    const to = sources.get(imported.file);
    if (to === undefined) return undefined;
    if (imported.name !== '*') return member === undefined ? findDefinition(imported.name, to) : undefined;
    return member === undefined ? undefined : findDefinition(member, to);
  }

  function follow({ node, source }: Definition, guard: string, seen: Set<Node>): void {
    if (seen.has(node)) return;
    seen.add(node);
    for (const condition of conditionsInPredicate(node)) {
      if (condition.isPart) {
        const known = found.get(condition.node);
        if (known === undefined) found.set(condition.node, { source, guards: new Set([guard]), condition });
        else known.guards.add(guard);
      }
      for (const name of findPredicates(condition.node, node)) {
        const called = findDefinition(name, source);
        if (called !== undefined && isFunction(called.node)) follow(called, guard, seen);
      }
    }
  }

  function guardsIn(given: Node, source: Source, seen: Set<Node> = new Set()): void {
    const node = unwrapped(given);
    if (seen.has(node)) return;
    seen.add(node);
    if (node.type !== 'ObjectExpression') return;
    for (const each of [node['properties']].flat().filter(isNode)) {
      const { argument, key, value } = each;
      if (each.type === 'SpreadElement' && isNode(argument)) {
        const spread = findDefinition(findRoot(argument) ?? '', source);
        if (spread !== undefined) guardsIn(spread.node, spread.source, seen);
      } else if (isNode(value)) {
        const name = each['computed'] === true ? source.text.slice(each.start, value.start) : (nameIn(key) ?? '');
        const guard = `${source.file} ${name}`;
        for (const operand of getOperands(value)) {
          const called = findDefinition(findRoot(operand) ?? '', source);
          follow(called ?? { node: operand, source }, guard, new Set());
        }
      }
    }
  }

  for (const source of sources.values()) {
    for (const node of nodesIn(source.program)) {
      const { value } = node;
      if (node.type !== 'Property' || nameIn(node['key']) !== 'guards' || !isNode(value)) continue;
      const named = value.type === 'Identifier' ? findDefinition(nameIn(value) ?? '', source) : undefined;
      guardsIn(named?.node ?? value, named?.source ?? source);
    }
  }

  const all = [...found].sort(([a, one], [b, other]) =>
    one.source.file === other.source.file
      ? a.start - b.start || b.end - a.end
      : one.source.file.localeCompare(other.source.file, 'en'),
  );
  const parts = all.map(([node, { source, guards, condition }], id): Part => ({
    id,
    file: source.file,
    line: source.text.slice(0, node.start).split('\n').length,
    text: source.text.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
    neutral: condition.neutral,
    narrows: condition.narrows,
    guards,
  }));

  return {
    parts,
    instrument: (file) => {
      const inFile = all.flatMap(([node, { source }], id) => (source.file === file ? [{ node, id }] : []));
      const text = sources.get(file)?.text;
      return text === undefined || inFile.length === 0
        ? undefined
        : `${withProbes(text, inFile)}\nimport { part as __part } from '${PROBE}';\n`;
    },
  };
}

/** Returns the text with each node in a call of `part`. Outer nodes come before those that they contain. */
function withProbes(text: string, nodes: readonly { readonly node: Node; readonly id: number }[]): string {
  const opened = nodes.map(({ node, id }) => ({ at: node.start, text: `__part(${id}, ` }));
  const closed = nodes.map(({ node }) => ({ at: node.end, text: ')' }));
  const inserted = [...closed, ...opened].sort((a, b) => a.at - b.at);
  let done = 0;
  const pieces = inserted.flatMap((each) => {
    const before = text.slice(done, each.at);
    done = each.at;
    return [before, each.text];
  });
  return [...pieces, text.slice(done)].join('');
}
