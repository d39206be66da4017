/** Tests of `npm run mutation -- guards`: how it finds conditions, and how it tries them. */
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, setup, stateIn } from 'xstate';
import { type FlowModel, defineModel } from 'xstate-workbench/model';
import { type Part, findParts } from '#test/support/condition-parts.ts';
import { missingIn, tryGuards } from '#test/support/guard-parts.ts';
import { part } from '#test/support/part-probe.ts';

/** Returns a file with one guard. */
const guarding = (guard: string, before = ''): string => `${before}\nsetup({ guards: { isOpen: ${guard} } });`;

const findGuardParts = (guard: string, before?: string) =>
  findParts(new Map([['machines/gate.machine.ts', guarding(guard, before)]])).parts;

const findTexts = (guard: string, before?: string) => findGuardParts(guard, before).map(({ text }) => text);

describe('the conditions of a guard', () => {
  test.each([
    ['({ a, b, c }) => a && (b || !c)', ['a', 'b', '!c']],
    ['({ a, b }) => !(a && b)', ['a', 'b']],
    ['({ a, b, c }) => (a ? b : c === 1)', ['a', 'b', 'c === 1']],
    ['({ a, b }) => { if (a) return true; return b.some((x) => x.c && x.d); }', ['a', 'x.c', 'x.d']],
    ['({ a, b }) => { const c = a && b; return (c as boolean) || false; }', ['a', 'b', 'c']],
    ["and(['isLit', ({ a, b }) => a && b])", ['a', 'b']],
    ['({ a }) => a === 1', []],
    ['({ a }) => (a ?? 1) > 2', []],
  ])('of %s', (guard, texts) => expect(findTexts(guard)).toEqual(texts));

  test.each([
    ['(x) => x !== null && isLate(x)', true],
    ['(x) => x === undefined || isLate(x)', false],
    ['(x) => !Array.isArray(x) || isLate(x)', false],
    ["({ x }) => (x.result === 'refused' ? x.failure.isFinal : false)", true],
    ['(x) => { if (x === null) return false; return isLate(x); }', false],
    ['({ x, y }) => x !== null && isLate(y)', undefined],
  ])('tell in %s whether a value is there', (guard, narrows) =>
    expect(findGuardParts(guard)[0]?.narrows).toBe(narrows),
  );

  test('include those of the predicates that it calls, in other files too, but not those of computed values', () => {
    const files = new Map([
      [
        'machines/gate.machine.ts',
        guarding(
          '({ cars }) => isDay(cars) && cars.every(isPaid) && rules.isFree(sumOf(cars))',
          "import * as rules from '#domain/gate.ts';\nimport { isDay } from '../domain/gate.ts';\n" +
            'const isPaid = (car) => car.ticket || car.pass;\nconst sumOf = (cars) => cars.left && cars.right;',
        ),
      ],
      [
        'domain/gate.ts',
        'export function isDay(it) { return isLight(it); }\nconst isLight = (it) => it.sun && it.open;\n' +
          'export const isFree = (sum) => sum < 3 || sum > 5;\nexport const isUnused = (a, b) => a && b;',
      ],
    ]);
    const { parts, instrument } = findParts(files);
    expect(parts.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([
      'domain/gate.ts:2 it.sun',
      'domain/gate.ts:2 it.open',
      'domain/gate.ts:3 sum < 3',
      'domain/gate.ts:3 sum > 5',
      'machines/gate.machine.ts:3 car.ticket',
      'machines/gate.machine.ts:3 car.pass',
      'machines/gate.machine.ts:5 isDay(cars)',
      'machines/gate.machine.ts:5 cars.every(isPaid)',
      'machines/gate.machine.ts:5 rules.isFree(sumOf(cars))',
    ]);
    expect(new Set(parts.flatMap(({ guards }) => [...guards]))).toEqual(new Set(['machines/gate.machine.ts isOpen']));
    expect(instrument('domain/gate.ts')).toContain('isLight = (it) => __part(0, it.sun) && __part(1, it.open);');
    expect(instrument('domain/other.ts')).toBeUndefined();
  });

  test('include those of guards that are spread from another object, and nested ones', () => {
    const shared = 'const shared = { isLit: ({ a, b }) => a && b };\n';
    const text = `${shared}setup({ guards: { ...shared, isOpen: ({ a }) => !((x) => x && a)(1) || a } });`;
    const { parts, instrument } = findParts(new Map([['machines/gate.machine.ts', text]]));
    expect(parts.map(({ guards }) => [...guards][0]?.split(' ')[1])).toEqual([
      'isLit',
      'isLit',
      'isOpen',
      'isOpen',
      'isOpen',
      'isOpen',
    ]);
    expect(instrument('machines/gate.machine.ts')).toContain(
      '__part(2, !((x) => __part(3, x) && __part(4, a))(1)) || __part(5, a)',
    );
  });
});

interface Visitor {
  readonly isOpen: boolean;
  readonly ticket: { readonly isValid: boolean } | null;
  readonly isGuest: boolean;
}

/** Returns the model of a gate with these visitors, whose guard is `isOpen && ((ticket !== null && ticket.isValid) || isGuest)`. */
function gateFor(visitors: Readonly<Record<string, Visitor>>, entering: readonly string[]): FlowModel {
  const gate = setup({
    types: {
      context: {} as Visitor,
      events: {} as { type: 'gate.pushed' },
      input: {} as Visitor,
      tags: {} as 'settled',
    },
    guards: {
      canEnter: and([
        stateIn('#outside'),
        ({ context: { isOpen, ticket, isGuest } }) =>
          Boolean(
            part(0, isOpen) &&
            ((part(1, ticket !== null) && part(2, (ticket as { isValid: boolean }).isValid)) || part(3, isGuest)),
          ),
      ]),
    },
  }).createMachine({
    id: 'gate',
    description: 'A gate',
    context: ({ input }) => input,
    initial: 'outside',
    states: {
      outside: {
        id: 'outside',
        description: 'In front of the gate',
        tags: 'settled',
        on: { 'gate.pushed': { guard: 'canEnter', target: 'inside' } },
      },
      inside: { description: 'Behind the gate', tags: 'settled' },
    },
  });
  return defineModel<AnyStateMachine>({
    machine: gate,
    inputs: Object.fromEntries(
      Object.entries(visitors).map(([name, input]) => [name, { input, then: { state: 'outside', context: input } }]),
    ),
    events: [
      {
        event: { type: 'gate.pushed' },
        then: {
          in: 'outside',
          when: (context) => entering.some((name) => JSON.stringify(visitors[name]) === JSON.stringify(context)),
          state: 'inside',
        },
      },
    ],
    outcomes: {},
    finish: ['outside', 'inside'],
    claims: {
      'a closed gate stays closed': { never: ({ isIn, context }) => isIn('inside') && !context.isOpen, brokenBy: '' },
    },
  });
}

const givenPart = (id: number, text: string, narrows?: boolean): Part => ({
  id,
  file: 'machines/gate.machine.ts',
  line: 1,
  text,
  neutral: true,
  narrows,
  guards: new Set(['machines/gate.machine.ts canEnter']),
});

const gateParts = [
  givenPart(0, 'isOpen'),
  givenPart(1, 'ticket !== null', true),
  givenPart(2, 'ticket.isValid'),
  givenPart(3, 'isGuest'),
];

const valid = { isValid: true };
const visitor = { isOpen: true, ticket: valid, isGuest: false };
const everybody = {
  visitor,
  late: { ...visitor, isOpen: false },
  'with an old ticket': { ...visitor, ticket: { isValid: false } },
  'without a ticket': { ...visitor, ticket: null },
  guest: { ...visitor, ticket: null, isGuest: true },
};

describe('a condition of a guard', () => {
  test('decides alone where the guard answers differently without it', () => {
    const cases = tryGuards(gateFor(everybody, ['visitor', 'guest']));
    expect(gateParts.map((each) => missingIn(each, [cases]).missing)).toEqual([[], [], [], []]);
    const { decides } = cases.asked.get(0) ?? {};
    expect([decides?.['always true'].length, decides?.['always false'].length]).toEqual([1, 2]);
  });

  test('is reported if it never has a value, or never decides with it', () => {
    const { visitor: holder, late, guest } = everybody;
    const given = { visitor: holder, guest, 'late without a ticket': { ...late, ticket: null } };
    const cases = tryGuards(gateFor(given, ['visitor', 'guest']));
    const extra = givenPart(9, 'isOnList');
    expect([...gateParts, extra].map((each) => missingIn(each, [cases]).missing)).toEqual([
      ['does not decide as false'],
      [],
      ['is never false'],
      ['is never false'],
      ['is never asked'],
    ]);
  });

  test('has faults, and the model notices them', () => {
    const model = gateFor(everybody, ['visitor', 'guest']);
    const cases = tryGuards(model);
    expect(missingIn(givenPart(0, 'isOpen'), [cases])).toEqual({ missing: [], faults: 3, noticed: 3 });
    expect(missingIn(givenPart(1, 'ticket !== null', true), [cases])).toEqual({ missing: [], faults: 2, noticed: 2 });
  });

  test('is not judged by a model that does not hold', () => {
    expect(() => tryGuards(gateFor(everybody, ['visitor']))).toThrow('does not hold without a fault');
  });
});
