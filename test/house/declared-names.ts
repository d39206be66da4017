/** Lists the names that a file declares, with their kinds. */
import type { Node } from './repository.ts';

/** A declared name. A value is everything that is neither a function nor a type. */
export interface DeclaredName {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'value';
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Returns whether a node is a function, or the type of one. */
function isFunction(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'TSTypeAnnotation') return isFunction(node['typeAnnotation']);
  return ['ArrowFunctionExpression', 'FunctionExpression', 'TSFunctionType'].includes(node.type);
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns the names that a pattern binds: `{ a, b: [c = 1] }` binds `a` and `c`. */
function listBound(pattern: unknown, isOfFunction = false): DeclaredName[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier': {
      const kind = isOfFunction || isFunction(pattern['typeAnnotation']) ? 'function' : 'value';
      return [{ name: String(pattern['name']), kind }];
    }
    case 'ObjectPattern':
      return toList(pattern['properties']).flatMap((each) =>
        listBound(isNode(each) && each.type === 'Property' ? each['value'] : each),
      );
    case 'ArrayPattern':
      return toList(pattern['elements']).flatMap((each) => listBound(each));
    case 'AssignmentPattern':
      return listBound(pattern['left']);
    case 'RestElement':
      return listBound(pattern['argument']);
    case 'TSParameterProperty':
      return listBound(pattern['parameter']);
    default:
      return [];
  }
}

/** Returns the name of a property or method, if it is written as an identifier. */
function listKey({ key, computed }: Node, kind: DeclaredName['kind']): DeclaredName[] {
  if (!isNode(key) || computed === true || !/^(?:Private)?Identifier$/.test(key.type)) return [];
  return [{ name: String(key['name']), kind }];
}

function listDeclared(node: Node): DeclaredName[] {
  const { id, params, value, typeAnnotation } = node;
  const parameters = toList(params).flatMap((each) => listBound(each));
  switch (node.type) {
    case 'VariableDeclarator':
      return listBound(id, isFunction(node['init']));
    case 'FunctionDeclaration':
      return [...listBound(id, true), ...parameters];
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
      return parameters;
    case 'TSMethodSignature':
      return [...listKey(node, 'function'), ...parameters];
    case 'MethodDefinition':
      return listKey(node, 'function');
    case 'Property':
    case 'PropertyDefinition':
    case 'TSPropertySignature':
      return node['shorthand'] === true
        ? []
        : listKey(node, isFunction(value ?? typeAnnotation) ? 'function' : 'value');
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return listBound(id).map(({ name }) => ({ name, kind: 'type' }));
    case 'TSTypeParameter':
      return listBound(node['name']).map(({ name }) => ({ name, kind: 'type' }));
    case 'ImportNamespaceSpecifier':
      return listBound(node['local']);
    default:
      return [];
  }
}

/**
 * Returns the names that a syntax tree declares: functions, variables, parameters, properties, methods and types. Excludes
 * the keys of destructuring patterns, because another file declares them.
 */
export function listDeclaredNames(nodes: readonly Node[]): DeclaredName[] {
  const patterns = new Set(
    nodes.flatMap(({ type, properties }) => (type === 'ObjectPattern' ? toList(properties) : [])),
  );
  return nodes.flatMap((node) => (patterns.has(node) ? [] : listDeclared(node)));
}
