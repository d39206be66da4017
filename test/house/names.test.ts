/**
 * Names use the field's words: verbs for functions, nouns for values, one word for each thing. Each rule forbids names and
 * gives their replacement. The exceptions are names that the API, database columns or libraries prescribe.
 */
import { describe, expect, it } from 'vitest';
import { type DeclaredName, listDeclaredNames } from './declared-names.ts';
import { parse, parseCode, sources } from './repository.ts';

interface Rule {
  readonly wrong: RegExp;
  /** The kind of name that the rule applies to. Undefined for all. */
  readonly kind?: DeclaredName['kind'];
  readonly instead: string;
}

const RULES: readonly Rule[] = [
  { wrong: /Of$/, kind: 'function', instead: 'a verb: toX, findX, getX, computeX, parseX, formatX' },
  { wrong: /Facts$/, kind: 'type', instead: 'XInput, XDeps or XData' },
  { wrong: /^judge(?![a-z])/, instead: 'validateX' },
  { wrong: /^keep(?![a-z])/, instead: 'setX or storeX' },
  { wrong: /^(?:kept(?![a-z])|(?:is|not)Kept|Kept)|[a-z]Kept(?![a-z])/, instead: 'stored' },
  { wrong: /^asked(?![a-z])|^Asked|[a-z]Asked(?![a-z])/, instead: 'requested' },
  { wrong: /^wanted(?![a-z])|^Wanted|[a-z]Wanted(?![a-z])/, instead: 'selected or requested' },
  { wrong: /^told(?![a-z])|[a-z]Told(?![a-z])/, instead: 'announced' },
  { wrong: /^foretold$/, instead: 'predicted' },
  { wrong: /^broughtTo$/, instead: 'projectTo' },
  { wrong: /^reasonAgainst/, instead: 'findXIneligibility' },
  { wrong: /^noRoomFor/, instead: 'findExceededQuota' },
  { wrong: /^Surroundings$/, instead: 'Deps' },
  { wrong: /^misfit|[a-z]Misfit/, instead: 'schemaMismatch' },
  { wrong: /^isBegun$/, instead: 'hasContent' },
  { wrong: /^takeReturn$/, instead: 'popReturnUrl' },
  { wrong: /^LOOKED_EVERY$/, instead: 'an interval: RENEWAL_CHECK_INTERVAL' },
  { wrong: /^(?:agiMax|yearlyMax)$/, instead: 'idrAgiMaxAmount, the name of the setting' },
  { wrong: /cancelled/i, instead: 'canceled' },
  { wrong: /instalment/i, instead: 'installment' },
  { wrong: /colour/i, instead: 'color' },
  { wrong: /favour|behaviour|organis|recognis/i, instead: 'the US spelling' },
];

interface Exception {
  readonly name: RegExp;
  readonly files: RegExp;
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    name: /^(?:billsKept|cancelledOn|keptDespite|keptPayments|leftIfCancelled)$/,
    files: /^(?:domain|machines|server|src|test)\//,
    reason: 'Fields of the API',
  },
  {
    name: /^kept$/,
    files:
      /^(?:domain\/profile\/privacy\/shapes|machines\/profile\/privacy\/expected-privacy|server\/portal\/privacy|test\/server\/privacy\.test)\.ts$/,
    reason: 'A field of the API',
  },
  {
    name: /^(?:asked|cancelledBy|keptByApplication)$/,
    files: /^(?:server\/(?:db|demo|service)|test\/(?:server|support))\//,
    reason: 'Columns of the database',
  },
  {
    name: /^keep(?:Alive(?:InitialDelayMillis|Timeout)?|Names)$/,
    files: /^(?:server|test|tools)\//,
    reason: 'Options of Node, pg and Vite',
  },
];

const isException = (name: string, file: string): boolean =>
  EXCEPTIONS.some((each) => each.name.test(name) && each.files.test(file));

/** The rule that a name breaks, if any. */
const findBroken = ({ name, kind }: DeclaredName): Rule | undefined =>
  RULES.find((rule) => (rule.kind === undefined || rule.kind === kind) && rule.wrong.test(name));

/** Returns a line for each name in a file that breaks a rule: the file, the name, and its replacement. */
function listBroken(file: string): string[] {
  const names = new Map(listDeclaredNames(parse(file).nodes).map((each) => [each.name, findBroken(each)]));
  return [...names].flatMap(([name, rule]) =>
    rule === undefined || isException(name, file) ? [] : `${file}: ${name}. Use ${rule.instead}.`,
  );
}

describe('the names', () => {
  it('use verbs and the words of the field', () => expect(sources.flatMap(listBroken)).toEqual([]));

  it.each([
    ['const amountOf = (loan: Loan) => loan.amount;', 'amountOf'],
    ['const amountOf: (loan: Loan) => Cents = byId;', 'amountOf'],
    ['function total(amountOf: (loan: Loan) => Cents) {}', 'amountOf'],
    ['class Book { #lineOf() {} }', 'lineOf'],
    ['interface Deps { readonly rowOf: (id: string) => Row }', 'rowOf'],
    ['type PayFacts = object;', 'PayFacts'],
    ['const { kept, ...rest } = stored;', 'kept'],
    ['const setup = { actions: { keepAmount: assign({}) } };', 'keepAmount'],
    ['export const judge = (values: Values) => values;', 'judge'],
    ['let isAsked = false;', 'isAsked'],
    ['const instalments: Payment[] = [];', 'instalments'],
  ])('of `%s` include the wrong name %s', (code, name) => {
    const names = listDeclaredNames(parseCode('sample.ts', code).nodes).filter(
      (each) => findBroken(each) !== undefined,
    );
    expect(names.map((each) => each.name)).toEqual([name]);
  });

  it.each([
    'const { amount } = loan;',
    'const asOf = day;',
    'const keeper = 1;',
    'pay({ keepsDueDate: true });',
    'type StateOf<M> = M;',
  ])('of `%s` are right', (code) =>
    expect(listDeclaredNames(parseCode('sample.ts', code).nodes).filter((each) => findBroken(each))).toEqual([]),
  );

  it('have no exception without a use', () => {
    const used = sources.flatMap((file) =>
      listDeclaredNames(parse(file).nodes).flatMap(({ name }) =>
        EXCEPTIONS.filter((each) => each.name.test(name) && each.files.test(file)),
      ),
    );
    expect(EXCEPTIONS.filter((each) => !used.includes(each)).map(({ reason }) => reason)).toEqual([]);
  });
});
