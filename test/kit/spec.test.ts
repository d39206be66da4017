/** Tests of the specification format, on a small flow: each rule for all pages, and machines that break it. */
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { assign, fromPromise, setup } from 'xstate';
import { refuse } from '#domain/issue.ts';
import { findExpectation, toNoticed } from 'xstate-workbench/model/expectations';
import { type Edge, explore } from 'xstate-workbench/model/explore';
import { describeTrigger } from 'xstate-workbench/model/sentences';
import { expectedForm, unless } from '#machines/kit/expected-form.ts';
import { focusActions, focusOn } from '#machines/kit/focus.ts';
import type { ScreenRequested } from '#machines/kit/events.ts';
import type { FieldChanged, Form, FormEvent } from '#machines/kit/form.ts';
import { createForm } from '#machines/kit/form-machine.ts';
import { type FlowModel, answers, shared } from 'xstate-workbench/model';
import { withEvent } from '#machines/kit/params.ts';
import { notifyOfEntry } from '#machines/kit/relay.ts';
import { type WithPresses, queuePresses, pressActions } from '#machines/kit/presses.ts';
import { saving as savingFile } from '#machines/kit/saving.ts';
import { type FlowSpec, failed, spec, words } from '#machines/kit/spec.ts';
import { unusedExpectations, wrongSteps } from '#test/support/verify.ts';

interface Values {
  readonly name: string;
  readonly town: string;
}
interface Context extends WithPresses {
  readonly form: Form<Values>;
  readonly notice: 'saved' | 'notSaved' | null;
}
type Event = FormEvent | { readonly type: 'write.pressed' | 'submit.pressed' | 'close.pressed' | 'light.toggled' };

const required = (code: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text !== '', refuse({ code })),
  );
const rules = createForm<Values, object>({
  schema: () => v.object({ name: required('name.required'), town: required('town.required') }),
});
const form = rules.inMachine('form', { facts: (context: Context) => context });
const trimmed = createForm<Values, object>({
  schema: () => v.object({ name: required('name.required'), town: required('town.required') }),
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
}).inMachine('form', { facts: (context: Context) => context });

/** Faults that a test puts into the machine. */
interface Faults {
  readonly on?: object;
  readonly changed?: object;
  readonly savedActions?: readonly string[];
  readonly closedActions?: readonly string[];
}

/** A list, a form above it, and a call that saves, during which presses are queued. */
const notesMachine = ({
  on = {},
  changed = form.onChange('clearNotice'),
  savedActions = ['setSaved', 'focusNotice'],
  closedActions = [],
}: Faults = {}) =>
  setup({
    types: { context: {} as Context, events: {} as Event },
    actors: { save: fromPromise<object, object>(() => Promise.reject(new Error('Not provided'))) },
    actions: {
      ...focusActions,
      ...form.actions,
      ...pressActions,
      setSaved: assign({ notice: 'saved' }),
      setNotSaved: assign({ notice: 'notSaved' }),
      clearNotice: assign({ notice: null }),
    },
    guards: form.guards,
  }).createMachine({
    id: 'notes',
    context: () => ({ form: rules.start({ name: '', town: '' }, {}), notice: null, pressed: [] }),
    initial: 'listing',
    states: {
      listing: {
        entry: 'repeatPresses',
        on: { 'write.pressed': { target: 'writing', actions: 'clearNotice' }, ...on },
      },
      writing: {
        on: {
          'field.changed': changed as never,
          'field.left': form.onLeave(),
          'submit.pressed': form.onSubmit({ target: 'saving', actions: 'clearNotice' }),
          'close.pressed': { target: 'listing', actions: closedActions as never },
        },
      },
      saving: {
        on: queuePresses('write.pressed'),
        invoke: {
          src: 'save',
          id: 'save',
          input: ({ context }) => ({ name: context.form.values.name }),
          onDone: { target: 'listing', actions: savedActions as never },
          onError: { target: 'writing', actions: ['setNotSaved', 'clearPresses', 'focusNotice'] },
        },
      },
    },
  });
type Notes = ReturnType<typeof notesMachine>;
const { to, press, unseen, thenPresses, where, hears, stays, given } = words<Notes>();

const problems = ({ name, town }: Values) => [
  ...unless('name', name !== '', 'name.required'),
  ...unless('town', town !== '', 'town.required'),
];
const filled = { name: 'Ana', town: 'Lincoln' };
const NO_NAME = 'Enter a name.';
const NO_TOWN = 'Enter a town.';
const opens = to('writing', { notice: null });
const withEntries = (label: string, entry: string, code: string, text: string) => ({
  label,
  entries: ['', entry],
  errors: { [code]: text },
});

const notes: FlowSpec<Notes> = {
  starts: {
    somebody: [
      {},
      to('listing', {
        form: expectedForm({ name: '', town: '' }, problems({ name: '', town: '' })),
        notice: null,
        pressed: [],
      }),
    ],
  },
  shows: ['Notes'],
  notices: { saved: 'The note is saved.', notSaved: 'The note is not saved.' },
  form: {
    in: ['writing'],
    problems,
    clears: { notice: null },
    fields: {
      name: withEntries('Name', filled.name, 'name.required', NO_NAME),
      town: withEntries('Town', filled.town, 'town.required', NO_TOWN),
    },
    submit: [
      {
        name: 'Save',
        then: to('saving', { notice: null }, { calls: ({ form: { values } }) => ({ save: { name: values.name } }) }),
      },
    ],
  },
  presses: { of: 'listing', in: ['saving'], types: ['write.pressed'], after: 'saving' },
  states: {
    listing: { shows: ['Your notes', 'Write'], on: [press('Write', 'write.pressed', opens)] },
    writing: { shows: ['A new note', 'Save'], on: [press('Close', 'close.pressed', to('listing'))] },
    saving: {
      over: true,
      when: {
        save: {
          'it is saved': [answers({}), thenPresses(to('listing', { notice: 'saved' }), {})],
          'a broken server': [failed(503), to('writing', { notice: 'notSaved', pressed: [] })],
        },
      },
    },
  },
  claims: {},
};
const model = spec(notesMachine(), notes);

/** Returns the model of the flow with a part of its specification changed. */
const specWith = (part: Partial<FlowSpec<Notes>>, machine = notesMachine()): FlowModel =>
  spec(machine, { ...notes, ...part });
const found = (of: FlowModel): string[] => [...wrongSteps(of), ...unusedExpectations(of)];

/** Returns the visible results of the first step with this trigger from this state. */
function noticed(of: FlowModel, name: string, before: string, isSought: (context: Context) => boolean = () => true) {
  const edges = [...explore(of).nodes.values()].flatMap((node) =>
    node.edges.map((edge): [typeof node, Edge] => [node, edge]),
  );
  const step = edges.find(
    ([{ state }, { trigger, expectation }]) =>
      expectation !== undefined &&
      describeTrigger(trigger) === name &&
      state.snapshot.matches(before) &&
      isSought(state.snapshot.context as Context),
  );
  if (step === undefined) throw new Error(`There is no step "${name}" from ${before}`);
  const [node, { trigger, simulated }] = step;
  return toNoticed(of, simulated, of.machine.id, findExpectation(of, node.state, trigger));
}
const SAVED = 'save brings "it is saved"';
const FAILED = 'save brings "a broken server"';
const isUnpressed = ({ pressed }: Context) => pressed.length === 0;

const whole = model;

describe('a specification', () => {
  test('covers the whole flow', () => expect(found(whole)).toEqual([]));

  test('names no answer and no event that never comes', () => {
    const closed = {
      ...notes.states.writing,
      on: [
        press(
          'Close',
          'close.pressed',
          given(() => false, to('listing')),
          to('listing'),
        ),
      ],
    };
    expect(found(specWith({ states: { ...notes.states, writing: closed } }))).toEqual([
      'The expectation close.pressed (1) never applies',
    ]);
  });

  test('gives one answer for each name of an actor', () => {
    const other = {
      in: ['listing'],
      when: { save: { 'it is saved': [answers({ other: true }), to('writing')] } },
    } as const;
    expect(() => specWith({ several: [other] })).toThrow('notes has two answers of save named "it is saved"');
  });

  test('says that data did not load, with any failure', () => {
    const { notLoaded } = words<Notes>();
    expect(notLoaded()[0]).toEqual({ throws: { kind: 'noAnswer' } });
    expect(notLoaded({}, failed(503))[0]).toEqual({ throws: { kind: 'refused', status: 503 } });
  });

  test('specifies the result of the same delay in each state', () => {
    const dimmed = setup({}).createMachine({
      id: 'dimmed',
      initial: 'bright',
      states: { bright: { after: { 100: 'dim' } }, dim: { after: { 100: 'off' } }, off: {} },
    });
    const light = words<typeof dimmed>();
    const said = spec(dimmed, {
      starts: { somebody: [undefined, light.to('bright', undefined, { waits: [100] })] },
      states: {
        bright: { after: { 100: light.to('dim', undefined, { waits: [100] }) } },
        dim: { after: { 100: light.to('off') } },
      },
      claims: {},
    });
    expect(found(said)).toEqual([]);
  });

  test('lets an inner state decide before the states around it', () => {
    const nested = setup({ types: { events: {} as { readonly type: 'light.toggled' } } }).createMachine({
      id: 'light',
      initial: 'on',
      states: {
        on: {
          initial: 'dim',
          states: { dim: { on: { 'light.toggled': 'bright' } }, bright: {} },
          on: { 'light.toggled': 'off' },
        },
        off: {},
      },
    });
    const light = words<typeof nested>();
    const toggles = (then: Parameters<typeof light.press>[2]) => [light.press('Light', 'light.toggled', then)];
    const said = spec(nested, {
      starts: { somebody: [undefined, light.to('on.dim')] },
      states: { on: { on: toggles(light.to('off')) }, 'on.dim': { on: toggles(light.to('on.bright')) } },
      claims: {},
    });
    expect(found(said)).toEqual([]);
  });
});

describe('a notice', () => {
  test('is read, and replaces the one before', () => {
    const saved = noticed(whole, SAVED, 'saving', isUnpressed);
    expect(saved.reads).toContain('The note is saved.');
    expect(saved.hides).toContain('The note is not saved.');
    expect(noticed(whole, FAILED, 'saving').hides).not.toContain('The note is not saved.');
  });

  test('is gone when a step removes it', () =>
    expect(noticed(whole, 'write.pressed', 'listing', ({ notice }) => notice === 'saved').hides).toContain(
      'The note is saved.',
    ));

  test('receives the focus, unless the case says that it stays', () => {
    expect(noticed(whole, FAILED, 'saving').focus).toEqual({ place: 'notice' });
    const without = found(specWith({}, notesMachine({ savedActions: ['setSaved'] })));
    expect(without.join('\n')).toContain('emitted: [] instead of [{"type":"focus.requested","place":"notice"');
    const stay = {
      ...notes.states.saving,
      when: {
        save: {
          ...notes.states.saving?.when?.save,
          'it is saved': [answers({}), { ...to('listing', { notice: 'saved' }), focus: null, presses: {} }],
        },
      },
    } as const;
    expect(
      found(specWith({ states: { ...notes.states, saving: stay } }, notesMachine({ savedActions: ['setSaved'] }))),
    ).toEqual([]);
  });

  test('is neither read nor focused on the next screen if it is read later', () => {
    const later = {
      ...notes.states.saving,
      when: {
        save: {
          ...notes.states.saving?.when?.save,
          'it is saved': [answers({}), { ...to('listing', { notice: 'saved' }), isReadLater: true, presses: {} }],
        },
      },
    } as const;
    const read = specWith({ states: { ...notes.states, saving: later } }, notesMachine({ savedActions: ['setSaved'] }));
    expect(found(read)).toEqual([]);
    expect(noticed(read, SAVED, 'saving', isUnpressed).reads).not.toContain('The note is saved.');
    expect(noticed(read, SAVED, 'saving', isUnpressed).hides).toContain('The note is saved.');
  });

  test('can say something of the context, and is gone like any other', () => {
    const notices = {
      saved: (_: unknown, { form: { values } }: Context) => [`The note of ${values.name} is saved.`],
      notSaved: 'The note is not saved.',
    };
    const named = specWith({ notices });
    expect(noticed(named, SAVED, 'saving', isUnpressed).reads).toContain('The note of Ana is saved.');
    const opened = noticed(named, 'write.pressed', 'listing', ({ notice }) => notice === 'saved');
    expect(opened.hides).toContain('The note of Ana is saved.');
  });

  test('needs a text', () =>
    expect(() => found(specWith({ notices: { saved: 'The note is saved.' } }))).toThrow(
      'The specification has no text for the notice "notSaved"',
    ));

  test('that a step leaves as it is needs no word, and one that it changes does', () =>
    expect(found(specWith({}, notesMachine({ closedActions: ['setNotSaved'] }))).join('\n')).toContain(
      'notice becomes "notSaved", which the model does not expect',
    ));
});

describe('a press', () => {
  test('has no effect in a state whose screen does not offer it', () => {
    const [wrong] = found(specWith({}, notesMachine({ on: { 'close.pressed': 'writing' } })));
    expect(wrong).toContain('The model has no expectation for close.pressed in this state');
  });

  test('is offered in its state only, and only under its condition', () => {
    const offers = (of: FlowModel, state: string) =>
      [...explore(of).nodes.values()]
        .filter(({ state: { snapshot } }) => snapshot.matches(state))
        .flatMap(({ edges }) =>
          edges.flatMap(({ trigger }) => (trigger.kind === 'event' && trigger.gesture ? [trigger.gesture.name] : [])),
        );
    expect(offers(whole, 'listing')).toContain('Write');
    expect(offers(whole, 'writing')).not.toContain('Write');
    const writing = {
      ...notes.states.writing,
      on: [where(({ form: { values } }) => values.name !== '', press('Close', 'close.pressed', to('listing')))],
    };
    const conditional = specWith({ states: { ...notes.states, writing } });
    const empty = [...explore(conditional).nodes.values()].find(({ state: { snapshot } }) =>
      snapshot.matches('writing'),
    );
    expect(empty?.edges.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event.type] : []))).not.toContain(
      'close.pressed',
    );
    expect(offers(conditional, 'writing')).toContain('Close');
  });

  test('of another machine is tried in every state', () => {
    const listing = {
      ...notes.states.listing,
      on: [...(notes.states.listing?.on ?? []), hears('light.toggled', stays({ notice: null }))],
    };
    const heard = specWith(
      { states: { ...notes.states, listing } },
      notesMachine({ on: { 'light.toggled': { actions: 'clearNotice' } } }),
    );
    expect(found(heard)).toEqual([]);
    const nowhere = specWith(
      { states: { ...notes.states, writing: { ...notes.states.writing, on: [hears('light.toggled')] } } },
      notesMachine({ on: { 'light.toggled': 'writing' } }),
    );
    expect(found(nowhere).join('\n')).toContain('The model has no expectation for light.toggled in this state');
  });

  test('counts once the list has loaded, with its result on the list', () => {
    const counted = noticed(whole, SAVED, 'saving', ({ pressed }) => pressed.length > 0);
    expect(counted.reads).toContain('A new note');
    expect(counted.hides).toContain('The note is saved.');
    const lost = notesMachine();
    lost.root.states['listing']?.entry.splice(0);
    expect(found(specWith({}, lost)).join('\n')).toContain('the machine enters listing instead of writing');
  });

  test('leaves the machine in its state if it starts the same call again', () => {
    type Pressed = WithPresses & { readonly isOpen: boolean };
    const shelf = setup({
      types: { context: {} as Pressed, events: {} as { readonly type: 'print.pressed' }, input: {} },
      actors: { print: fromPromise<object, object>(() => Promise.reject(new Error('Not provided'))) },
      actions: { ...focusActions, ...pressActions },
    }).createMachine({
      id: 'shelf',
      context: { isOpen: true, pressed: [] },
      type: 'parallel',
      states: {
        door: {},
        printer: {
          initial: 'ready',
          states: {
            ready: { entry: 'repeatPresses', on: { 'print.pressed': 'printing' } },
            printing: {
              on: queuePresses('print.pressed'),
              invoke: { src: 'print', id: 'print', input: {}, onDone: 'ready' },
            },
          },
        },
      },
    });
    const say = words<typeof shelf>();
    const said = spec(shelf, {
      starts: { somebody: [{}, say.to(['door', 'printer.ready'], { isOpen: true, pressed: [] })] },
      presses: { of: 'printer.ready', in: ['printer.printing'], types: ['print.pressed'], after: 'printer.printing' },
      states: {
        'printer.ready': {
          on: [say.press('Print', 'print.pressed', say.to('printer.printing', undefined, { calls: { print: {} } }))],
        },
        'printer.printing': {
          when: { print: { 'it is printed': [answers({}), say.thenPresses(say.to('printer.ready'), {})] } },
        },
      },
      claims: {},
    });
    expect(found(said as unknown as FlowModel)).toEqual([]);
  });

  test('that no walk can see has its reason in the coverage', () => {
    const saving = {
      ...notes.states.saving,
      when: {
        save: {
          ...notes.states.saving?.when?.save,
          'a broken server': [
            failed(503),
            unseen('The walk does not check it.', to('writing', { notice: 'notSaved', pressed: [] })),
          ],
        },
      },
    } as const;
    expect(specWith({ states: { ...notes.states, saving } }).notOnScreen).toEqual({
      'save "a broken server" (1)': 'The walk does not check it.',
    });
  });
});

describe('a text of a screen', () => {
  test('is gone with its screen', () =>
    expect(noticed(whole, 'close.pressed', 'writing').hides).toEqual(expect.arrayContaining(['A new note', 'Save'])));

  test('stays below a screen that lies over it', () =>
    expect(
      noticed(whole, 'submit.pressed', 'writing', ({ form: { problems: wrong } }) => wrong.length === 0).hides,
    ).not.toContain('A new note'));

  test('is not gone if the next screen has it too, alone or within another text', () => {
    const { hides } = noticed(
      specWith({
        states: { ...notes.states, listing: { ...notes.states.listing, shows: ['Save all', 'A new note'] } },
      }),
      'close.pressed',
      'writing',
    );
    expect(hides).not.toContain('Save');
    expect(hides).not.toContain('A new note');
  });

  test('is visible on every screen if the flow shows it', () =>
    expect(whole.screens).toMatchObject({
      listing: ['Notes', 'Your notes', 'Write'],
      writing: ['Notes', 'A new note', 'Save'],
    }));
});

describe('a form', () => {
  const isEmpty = ({ form: { values } }: Context) => values.name === '' && values.town === '';

  test('shows the message of a field that is left', () =>
    expect(noticed(whole, 'field.left (field "name")', 'writing', isEmpty).reads).toEqual(
      expect.arrayContaining([NO_NAME]),
    ));

  test('lists the message of every problem after an attempt to submit', () =>
    expect(noticed(whole, 'submit.pressed', 'writing', isEmpty).reads).toEqual(
      expect.arrayContaining(['Review the following fields to continue:', NO_NAME, NO_TOWN]),
    ));

  test('shows no message that is mended', () => {
    const mended = noticed(
      whole,
      'field.changed (field "name", value "Ana")',
      'writing',
      ({ form: { attempted } }) => attempted,
    );
    expect(mended.hides).toContain(NO_NAME);
    expect(mended.hides).not.toContain(NO_TOWN);
  });

  test('neither needs nor forbids the message of a field that only a gesture elsewhere can have left', () => {
    const emptied = noticed(
      whole,
      'field.changed (field "name", value "")',
      'writing',
      ({ form: { touched, attempted } }) => !attempted && !touched.includes('name'),
    );
    expect(emptied.reads).not.toContain(NO_NAME);
    expect(emptied.hides).not.toContain(NO_NAME);
  });

  test('names a field in the panel only', () => {
    const { form: said } = notes;
    const town = { ...withEntries('Town', filled.town, 'town.required', NO_TOWN), inPanel: 'Home town' };
    const named = specWith({ ...(said && { form: { ...said, fields: { ...said.fields, town } } }) });
    expect(noticed(named, 'submit.pressed', 'writing', isEmpty).reads).toContain('Home town');
    expect(noticed(named, 'field.left (field "town")', 'writing', isEmpty).reads).not.toContain('Home town');
  });

  test('lets a walk leave a choice only where the specification says so', () => {
    const { form: said } = notes;
    const leaves = (part: { readonly isNotLeft?: boolean }) => {
      const town = { label: 'Town', role: 'checkbox', entries: [true, false], ...part } as const;
      return specWith({ ...(said && { form: { ...said, fields: { town } } }) }).events.flatMap(({ gesture }) =>
        gesture?.action === 'leave' ? [gesture.role] : [],
      );
    };
    expect(leaves({})).toEqual([]);
    expect(leaves({ isNotLeft: false })).toEqual(['checkbox']);
  });

  test('specifies other results of an entry', () => {
    const { form: said } = notes;
    const wrong = (then: ReturnType<typeof stays>) => {
      const entry = { value: filled.town, then };
      const town = { label: 'Town', entries: ['', entry], errors: { 'town.required': NO_TOWN } };
      return found(specWith({ ...(said && { form: { ...said, fields: { ...said.fields, town } } }) }));
    };
    expect(wrong(stays({ notice: null }))).toEqual([]);
    expect(wrong(to('listing')).join('\n')).toContain('instead of listing');
  });

  test('needs a message for each problem', () => {
    const fields = { ...notes.form?.fields, town: { label: 'Town', entries: ['', 'Lincoln'] } };
    const { form: said } = notes;
    expect(() => found(specWith({ ...(said && { form: { ...said, fields } }) }))).toThrow(
      'The specification has no message for the problem "town.required" of town',
    );
  });

  test('shows the normalized entry after its field is left', () => {
    const spaced = { label: 'Name', entries: ['', ' Ana '], errors: { 'name.required': NO_NAME } };
    const trims = setup({
      types: { context: {} as Context, events: {} as FormEvent },
      actions: trimmed.actions,
    }).createMachine({
      id: 'trims',
      context: () => ({ form: rules.start({ name: '', town: '' }, {}), notice: null, pressed: [] }),
      initial: 'writing',
      states: { writing: { on: { 'field.changed': trimmed.onChange(), 'field.left': trimmed.onLeave() } } },
    });
    const start = { name: '', town: '' };
    const withName = (name: typeof spaced & { readonly becomes?: Readonly<Record<string, string>> }) =>
      spec(trims, {
        starts: {
          somebody: [
            {},
            words<typeof trims>().to('writing', {
              form: expectedForm(start, problems(start)),
              notice: null,
              pressed: [],
            }),
          ],
        },
        form: { in: ['writing'], problems, fields: { name } },
        states: { writing: { shows: ['A new note'] } },
        claims: {},
      }) as unknown as FlowModel;
    expect(found(withName({ ...spaced, becomes: { ' Ana ': 'Ana' } }))).toEqual([]);
    expect(found(withName(spaced)).join('\n')).toContain(' Ana ');
  });

  test('has messages that depend on the context', () => {
    const { form: said } = notes;
    const NO_HOME = 'Enter the town of Ana.';
    const town = {
      ...withEntries('Town', filled.town, 'town.required', NO_TOWN),
      errors: { 'town.required': ({ form: { values } }: Context) => (values.name === 'Ana' ? NO_HOME : NO_TOWN) },
    };
    const named = specWith({ ...(said && { form: { ...said, fields: { ...said.fields, town } } }) });
    const leaves = 'field.left (field "town")';
    const isOfAna = ({ form: { values } }: Context) => values.name === 'Ana' && values.town === '';
    expect(found(named)).toEqual([]);
    expect(noticed(named, leaves, 'writing', isEmpty).reads).toContain(NO_TOWN);
    expect(noticed(named, leaves, 'writing', isOfAna).reads).toContain(NO_HOME);
    expect(noticed(named, 'submit.pressed', 'writing', isOfAna).reads).toContain(NO_HOME);
    const mended = noticed(named, 'field.changed (field "town", value "Lincoln")', 'writing', isOfAna);
    expect(mended.hides).toContain(NO_HOME);
  });

  test('follows an entry to another state', () => {
    const { form: said } = notes;
    const town = {
      ...withEntries('Town', filled.town, 'town.required', NO_TOWN),
      entries: [{ value: filled.town, then: { state: 'listing', context: { notice: 'saved' } } }],
    } as const;
    const name = { ...withEntries('Name', filled.name, 'name.required', NO_NAME), entries: [] };
    const leads = (machine: Notes) => specWith({ ...(said && { form: { ...said, fields: { name, town } } }) }, machine);
    const saves = form.onChange('setSaved', 'focusNotice');
    const right = leads(notesMachine({ changed: { ...saves, target: 'listing' } }));
    expect(wrongSteps(right).next().value).toBeUndefined();
    const entered = noticed(right, 'field.changed (field "town", value "Lincoln")', 'writing');
    expect(entered.reads).toContain('The note is saved.');
    expect(entered.hides).toContain(NO_TOWN);
    expect(found(leads(notesMachine({ changed: saves }))).join('\n')).toContain('instead of listing');
    expect(found(leads(notesMachine({ changed: { ...form.onChange(), target: 'listing' } }))).join('\n')).toContain(
      'notice is null instead of "saved"',
    );
  });

  test('finds the options of a combobox by their names', () => {
    const { form: said } = notes;
    const town = { label: 'Town', role: 'combobox', entries: { lnk: 'Lincoln' } } as const;
    const chosen = specWith({ ...(said && { form: { ...said, fields: { ...said.fields, town } } }) });
    const gestures = chosen.events.flatMap(({ event, gesture }) =>
      event.type === 'field.changed' && gesture?.action === 'choose' ? [gesture] : [],
    );
    expect(gestures).toEqual([{ action: 'choose', role: 'combobox', name: 'Town', value: 'Lincoln' }]);
  });

  test('is sent only if it is valid', () => {
    const { form: said } = notes;
    const wrong = specWith({ ...(said && { form: { ...said, problems: () => [] } }) });
    expect(found(wrong).length).toBeGreaterThan(0);
  });
});

interface Gate {
  readonly form: Form<{ readonly name: string }>;
  readonly code: Form<{ readonly digits: string }>;
  readonly wrongDigits: string | null;
}

describe('a flow with two forms', () => {
  type WithWrong = Pick<Gate, 'wrongDigits'>;
  const names = createForm<Gate['form']['values'], object>({
    schema: () => v.object({ name: required('name.required') }),
  });
  const codes = createForm<Gate['code']['values'], WithWrong>({
    schema: ({ wrongDigits }) =>
      v.object({
        digits: v.pipe(
          required('digits.required'),
          v.check((text) => text === '' || text !== wrongDigits, refuse({ code: 'digits.wrong' })),
        ),
      }),
  });
  const name = names.inMachine('form', { facts: (context: Gate) => context });
  const code = codes.inMachine('code', { facts: (context: Gate) => context });

  /** A person enters a name, and then a code, which the server checks. */
  const gateMachine = (refusals: readonly unknown[] = ['refuse', focusOn('digits')]) =>
    setup({
      types: {
        context: {} as Gate,
        events: {} as FormEvent | { readonly type: 'submit.pressed' | 'check.pressed' },
      },
      actors: { check: fromPromise<object, object>(() => Promise.reject(new Error('Not provided'))) },
      actions: {
        ...focusActions,
        ...name.actions,
        ...code.actions,
        refuse: assign(({ context }) => code.reveal(context, { wrongDigits: context.code.values.digits }, 'digits')),
        note: assign({ wrongDigits: ({ context }) => context.code.values.digits }),
      },
      guards: { ...name.guards, ...code.guards },
    }).createMachine({
      id: 'gate',
      context: () => ({
        form: names.start({ name: '' }, {}),
        code: codes.start({ digits: '' }, { wrongDigits: null }),
        wrongDigits: null,
      }),
      initial: 'naming',
      states: {
        naming: {
          on: {
            'field.changed': name.onChange(),
            'field.left': name.onLeave(),
            'submit.pressed': name.onSubmit({ target: 'typing' }),
          },
        },
        typing: {
          on: {
            'field.changed': code.onChange(),
            'field.left': code.onLeave(),
            'check.pressed': code.onSubmit({ target: 'checking' }),
          },
        },
        checking: {
          invoke: {
            src: 'check',
            id: 'check',
            input: {},
            onDone: { target: 'typing', actions: refusals as never },
            onError: 'open',
          },
        },
        open: {},
      },
    });
  type GateMachine = ReturnType<typeof gateMachine>;
  const { to: leads } = words<GateMachine>();
  const WRONG = 'This code is wrong.';
  const ofName = ({ name: text }: Gate['form']['values']) => unless('name', text !== '', 'name.required');
  const ofCode = ({ digits }: Gate['code']['values'], { wrongDigits }: WithWrong) => [
    ...unless('digits', digits !== '', 'digits.required'),
    ...unless('digits', digits === '' || digits !== wrongDigits, 'digits.wrong'),
  ];
  const gate = (wrongField = 'digits', machine = gateMachine()): FlowModel =>
    spec(machine, {
      starts: {
        somebody: [
          undefined,
          leads('naming', {
            form: expectedForm({ name: '' }, ofName({ name: '' })),
            code: expectedForm({ digits: '' }, ofCode({ digits: '' }, { wrongDigits: null })),
            wrongDigits: null,
          }),
        ],
      },
      forms: {
        form: {
          in: ['naming'],
          problems: ofName,
          fields: { name: withEntries('Name', 'Ana', 'name.required', NO_NAME) },
          submit: [{ name: 'Continue', then: leads('typing') }],
        },
        code: {
          in: ['typing'],
          problems: ofCode,
          fields: {
            digits: {
              label: 'Code',
              entries: ['', '12', '34'],
              errors: { 'digits.required': 'Enter the code.', 'digits.wrong': WRONG },
            },
          },
          submit: [
            { name: 'Check', event: 'check.pressed', then: leads('checking', undefined, { calls: { check: {} } }) },
          ],
        },
      },
      states: {
        checking: {
          when: {
            check: {
              'the code is wrong': [
                answers({}),
                leads('typing', (before) => ({ wrongDigits: before.code.values.digits }), { wrongField }),
              ],
              'it is right': [failed(503), leads('open')],
            },
          },
        },
      },
      claims: {},
    });

  test('specifies the result of each form', () => expect(found(gate())).toEqual([]));

  test('shows the message of a field that the server found wrong, and moves the focus there', () => {
    const wrong = noticed(gate(), 'check brings "the code is wrong"', 'checking');
    expect(wrong.reads).toContain(WRONG);
    expect(wrong.focus).toEqual({ place: 'field', field: 'digits' });
    expect(found(gate('digits', gateMachine(['note', focusOn('digits')]))).join('\n')).toContain('code.errors');
    expect(found(gate('digits', gateMachine(['refuse']))).join('\n')).toContain('emitted: [] instead of');
  });

  test('names no field that no form has', () =>
    expect(() => gate('colour')).toThrow('The specification has no field "colour"'));
});

describe('a page that keeps presses', () => {
  const NOT_SAVED = 'The file is not saved.';
  /**
   * A form whose file can be saved. The form stays usable while the file is saved, and the file while the form is sent.
   */
  const filesMachine = (doneActions: readonly 'clearPresses'[] = []) =>
    setup({
      types: { context: {} as Context, events: {} as Event },
      actors: {
        send: fromPromise<object, object>(() => Promise.reject(new Error('Not provided'))),
        getFile: fromPromise<void, object>(() => Promise.reject(new Error('Not provided'))),
      },
      actions: {
        ...focusActions,
        ...form.actions,
        ...pressActions,
        setSaved: assign({ notice: 'saved' }),
        setNotSaved: assign({ notice: 'notSaved' }),
      },
      guards: form.guards,
    }).createMachine({
      id: 'files',
      context: () => ({ form: rules.start({ name: 'Ana', town: '' }, {}), notice: null, pressed: [] }),
      initial: 'writing',
      states: {
        writing: {
          entry: 'repeatPresses',
          on: {
            'field.changed': form.onChange(),
            'field.left': form.onLeave(),
            'submit.pressed': form.onSubmit({ target: 'sending' }),
            'write.pressed': 'gettingFile',
            'light.toggled': {},
          },
        },
        sending: {
          on: queuePresses('write.pressed', 'light.toggled'),
          invoke: {
            src: 'send',
            id: 'send',
            input: {},
            onDone: { target: 'writing', actions: ['setSaved', 'focusNotice'] },
          },
        },
        gettingFile: {
          ...savingFile({
            what: 'the file',
            actor: 'getFile',
            input: {},
            onDone: { target: 'writing', actions: doneActions },
            onError: { target: 'writing', actions: ['clearPresses', 'setNotSaved', 'focusNotice'] },
          }),
          on: {
            'field.changed': form.onChange(),
            'field.left': form.onLeave(),
            ...queuePresses('submit.pressed'),
          },
        },
      },
    });
  type Files = ReturnType<typeof filesMachine>;
  const file = words<Files>();
  const start = { name: 'Ana', town: '' };
  const presses = [
    { of: 'writing', in: ['sending'], types: ['write.pressed', 'light.toggled'], after: 'sending' },
    { of: 'writing', in: ['gettingFile'], types: ['submit.pressed'], after: 'gettingFile' },
  ] as const;
  const files: FlowSpec<Files> = {
    starts: {
      somebody: [{}, file.to('writing', { form: expectedForm(start, problems(start)), notice: null, pressed: [] })],
    },
    notices: { saved: 'The note is saved.', notSaved: NOT_SAVED },
    form: {
      in: ['writing', 'gettingFile'],
      problems,
      fields: { town: withEntries('Town', filled.town, 'town.required', NO_TOWN) },
      submit: [{ name: 'Send', in: ['writing'], then: file.to('sending', {}, { calls: { send: {} } }) }],
    },
    presses,
    states: {
      writing: {
        shows: ['A new note'],
        on: [
          file.press('Save as PDF', 'write.pressed', file.to('gettingFile', {}, { calls: { getFile: {} } })),
          file.hears('light.toggled', file.stays()),
        ],
      },
      sending: {
        over: true,
        when: {
          send: {
            'it is sent': [
              answers({}),
              file.thenPresses(file.to('writing', { notice: 'saved' }, { reads: ['Sent today'] })),
            ],
          },
        },
      },
      ...file.saves('gettingFile', {
        by: 'getFile',
        done: file.thenPresses(file.to('writing')),
        failed: file.to('writing', { notice: 'notSaved', pressed: [] }),
      }),
    },
    claims: {},
  };
  const filesWith = (part: Partial<FlowSpec<Files>> = {}, machine = filesMachine()) =>
    spec(machine, { ...files, ...part }) as unknown as FlowModel;
  const hasPress = ({ pressed }: Context) => pressed.length > 0;
  const SAVED_FILE = 'getFile brings "it is saved"';

  test('stays usable while its file is saved', () => {
    expect(found(filesWith())).toEqual([]);
    expect(noticed(filesWith(), 'write.pressed', 'writing')).toMatchObject({
      reads: expect.arrayContaining(['Saving…']),
      hides: expect.not.arrayContaining(['A new note']),
    });
    expect(noticed(filesWith(), 'getFile brings "a broken server"', 'gettingFile').reads).toContain(NOT_SAVED);
  });

  test('lets the button of its form count once the file is saved, with the messages of the form', () => {
    const { reads, focus } = noticed(
      filesWith(),
      SAVED_FILE,
      'gettingFile',
      (context) => hasPress(context) && context.form.values.town === '',
    );
    expect(reads).toEqual(expect.arrayContaining(['Review the following fields to continue:', NO_TOWN]));
    expect(focus).toEqual({ place: 'errors' });
    expect(found(filesWith({}, filesMachine(['clearPresses']))).join('\n')).toContain(
      'the machine enters writing instead of sending',
    );
  });

  test('shows the result of the call if the press has no effect', () => {
    const after = (type: Event['type']) =>
      noticed(filesWith(), 'send brings "it is sent"', 'sending', ({ pressed: [first] }) => first?.type === type).reads;
    expect(after('light.toggled')).toEqual(expect.arrayContaining(['Sent today', 'The note is saved.']));
    expect(after('write.pressed')).not.toContain('Sent today');
  });

  test('lets a press count after the answer whose condition holds', () => {
    const sending = {
      over: true,
      when: {
        send: {
          'it is sent': [
            answers({}),
            file.given(() => false, file.thenPresses(file.to('writing', { notice: 'notSaved' }))),
            file.thenPresses(file.to('writing', { notice: 'saved' }, { reads: ['Sent today'] })),
          ],
        },
      },
    } as const;
    expect([...wrongSteps(filesWith({ states: { ...files.states, sending } }))]).toEqual([]);
  });

  test('lets a press count after the call that its rule names', () => {
    const otherRule = presses.map((rule) => ({ ...rule, after: 'sending' as const }));
    expect(found(filesWith({ presses: otherRule })).join('\n')).toContain(
      'the machine enters sending instead of writing',
    );
  });
});

interface Sheet {
  readonly kind: '' | 'gift' | 'loan';
  readonly amount: string;
}
interface StepContext {
  readonly sheet: Form<Sheet>;
  readonly size: number;
  readonly notice: { readonly kind: 'tooLate' } | null;
}
type StepEvent = FormEvent | { readonly type: 'continue.pressed' } | ScreenRequested<'#filling'>;

const sheetRules = createForm<Sheet, undefined>({
  schema: () => v.object({ kind: required('kind.required'), amount: required('amount.required') }),
  normalize: (field, value) => (field === 'amount' && value === '5' ? '5.00' : value),
  deriveOnChange: (field, values) => (field === 'kind' ? { ...values, amount: '' } : values),
  validateOnChange: (field) => field === 'kind',
});
const sheetForm = sheetRules.inMachine<'sheet', StepContext>('sheet', { facts: () => undefined });

/** Faults that a test puts into the step. */
interface StepFaults {
  readonly changed?: string;
  readonly left?: string;
  readonly refused?: string;
  readonly measured?: readonly string[];
  readonly route?: object;
  readonly requested?: string;
}

/** A step that measures first, keeps its form in a property other than `form`, and reports it to its parent. */
const stepMachine = ({
  changed = 'notifyChanged',
  left = 'notifyValidated',
  refused = 'notifyValidated',
  measured = ['setSize'],
  route = {},
  requested = 'tooLarge',
}: StepFaults = {}) =>
  setup({
    types: { context: {} as StepContext, events: {} as StepEvent, output: {} as string },
    actors: { measure: fromPromise<number, object>(() => Promise.reject(new Error('Not provided'))) },
    guards: {
      ...sheetForm.guards,
      isLarge: (_, size: number) => size > 2,
      isLoan: ({ context: { size } }, { value }: FieldChanged) => size > 2 && value === 'loan',
    },
    actions: {
      ...focusActions,
      ...sheetForm.actions,
      ...notifyOfEntry('sheet', ({ sheet: { values } }: StepContext) => values),
      setSize: assign({ size: (_, size: number) => size }),
      setTooLate: assign({ notice: { kind: 'tooLate' } }),
    },
  }).createMachine({
    id: 'step',
    context: () => ({ sheet: sheetRules.start({ kind: '', amount: '' }, undefined), size: 0, notice: null }),
    output: ({ context }) => context.sheet.values.amount,
    initial: 'measuring',
    states: {
      measuring: {
        invoke: {
          src: 'measure',
          id: 'measure',
          input: {},
          onDone: [
            {
              guard: { type: 'isLarge', params: ({ event }) => event.output },
              target: 'filling',
              actions: measured.map((type) => ({
                type,
                params: ({ event }: { event: { output: number } }) => event.output,
              })) as never,
            },
            { target: 'tooSmall' },
          ],
          onError: { target: 'filling', actions: ['setTooLate', 'focusNotice'] },
        },
      },
      tooSmall: {},
      filling: {
        id: 'filling',
        route,
        on: {
          'field.changed': [
            {
              guard: withEvent('isLoan'),
              target: requested as 'tooLarge',
              ...sheetForm.onChange(changed as 'notifyChanged'),
            },
            sheetForm.onChange(changed as 'notifyChanged'),
          ],
          'field.left': sheetForm.onLeave(left as 'notifyValidated'),
          'continue.pressed': sheetForm.onSubmit({ target: 'done' }, refused as 'notifyValidated'),
        },
      },
      tooLarge: {},
      done: { type: 'final' },
    },
  });
type Step = ReturnType<typeof stepMachine>;

const stepWords = words<Step>();
const sheetProblems = ({ kind, amount }: Sheet) => [
  ...unless('kind', kind !== '', 'kind.required'),
  ...unless('amount', amount !== '', 'amount.required'),
];
const TOO_LATE = 'It is too late.';
const NO_KIND = 'Choose a kind.';
const NO_AMOUNT = 'Enter an amount.';
const tells = (what: string) => [{ type: `sheet.${what}`, entry: ({ sheet }: StepContext) => sheet.values }];
const sheetSpec: NonNullable<NonNullable<FlowSpec<Step>['forms']>['sheet']> = {
  in: ['filling'],
  problems: sheetProblems,
  notifies: { changed: tells('changed'), left: tells('validated'), refused: tells('validated') },
  fields: {
    kind: {
      label: 'Kind',
      role: 'radio',
      entries: [
        { value: 'gift', name: 'A gift', reads: ['Thank you'] },
        {
          value: 'loan',
          name: 'A loan',
          hides: ['Thank you'],
          where: ({ size }) => size > 2,
          then: stepWords.to('tooLarge'),
        },
      ],
      empties: ['amount'],
      errors: { 'kind.required': NO_KIND },
      inPanel: 'Kind of payment',
      showsAtOnce: true,
    },
    amount: {
      label: 'Amount',
      entries: ['5'],
      becomes: { 5: '5.00' },
      errors: { 'amount.required': NO_AMOUNT },
    },
  },
  submit: [
    {
      name: 'Continue',
      event: 'continue.pressed',
      then: stepWords.to('done', undefined, { output: ({ sheet }) => sheet.values.amount }),
    },
  ],
};
const step: FlowSpec<Step> = {
  starts: {
    somebody: [
      {},
      stepWords.to(
        'measuring',
        {
          sheet: expectedForm<Sheet>({ kind: '', amount: '' }, sheetProblems({ kind: '', amount: '' })),
          size: 0,
          notice: null,
        },
        { calls: { measure: {} } },
      ),
    ],
  },
  notices: { tooLate: TOO_LATE },
  forms: { sheet: sheetSpec },
  states: {
    measuring: {
      when: {
        measure: {
          'a large size': [
            answers(3),
            stepWords.storing(
              () => ({ size: 3 }),
              stepWords.given(({ size }) => size === 3, stepWords.to('filling')),
            ),
          ],
          ...shared({
            'no answer': {
              throws: { kind: 'noAnswer' },
              then: { state: 'filling', context: { notice: { kind: 'tooLate' } } },
            },
          }),
          'a small size': [answers(1), stepWords.to('tooSmall')],
        },
      },
    },
    filling: { shows: ['Your payment'], routes: { '#filling': stepWords.to('filling') } },
  },
  several: [{ in: ['measuring', 'tooSmall', 'tooLarge'], routes: { '#filling': stepWords.to('filling') } }],
  finish: ['tooSmall', 'tooLarge'],
  claims: {},
};
const stepModel = (part: Partial<FlowSpec<Step>> = {}, faults: StepFaults = {}): FlowModel =>
  spec(stepMachine(faults), { ...step, ...part });
const withForm = (part: object): Partial<FlowSpec<Step>> => ({ forms: { sheet: { ...sheetSpec, ...part } } });
const withField = (name: keyof Sheet, part: object) =>
  withForm({ fields: { ...sheetSpec.fields, [name]: { ...sheetSpec.fields[name], ...part } } });
/** Returns the visible results of the first step with this trigger from this state. */
const inStep = (name: string, before: string, isSought: (context: StepContext) => boolean = () => true) =>
  noticed(stepModel(), name, before, (context: unknown) => isSought(context as StepContext));

describe('a step of another flow', () => {
  test('is specified completely', () => expect(found(stepModel())).toEqual([]));

  test('reports its entry to the parent', () => {
    expect(found(stepModel({}, { changed: 'notifyValidated' })).join('\n')).toContain('sheet.validated');
    expect(found(stepModel({}, { left: 'notifyChanged' })).join('\n')).toContain('sheet.changed');
    expect(found(stepModel({}, { refused: 'notifyChanged' })).join('\n')).toContain('sheet.changed');
    expect(found(stepModel(withForm({ notifies: {} }))).join('\n')).toContain('sheet.changed');
  });

  test('specifies results of an entry besides the change of the form', () => {
    expect(found(stepModel({}, { requested: 'filling' })).join('\n')).toContain('instead of tooLarge');
    const gift = (then: object) => withField('kind', { entries: [{ value: 'gift', name: 'A gift', then }] });
    const wrong = (then: object) => found(stepModel(gift(then))).length;
    const sometimes = stepWords.given(({ size }) => size > 2, stepWords.to('tooLarge'));
    expect(wrong(sometimes)).toBeGreaterThan(0);
    expect(wrong(stepWords.to('tooLarge'))).toBeGreaterThan(wrong(sometimes));
  });

  test('ends with a screen of its parent, which may show the same texts', () =>
    expect(inStep('continue.pressed', 'filling', ({ sheet }) => sheet.problems.length === 0).hides).not.toContain(
      'Your payment',
    ));

  test('specifies the texts that an option shows and hides', () => {
    const chosen = (value: string) =>
      inStep(`field.changed (field "kind", value "${value}")`, 'filling', ({ sheet }) => sheet.values.kind !== '');
    expect(chosen('gift').reads).toContain('Thank you');
    expect(chosen('loan').hides).toContain('Thank you');
  });

  test('offers an option only under its condition', () => {
    const offered = (size: number) =>
      [...explore(stepModel()).nodes.values()]
        .filter(({ state: { snapshot } }) => (snapshot.context as StepContext).size === size)
        .flatMap(({ edges }) => edges.map(({ trigger }) => describeTrigger(trigger)));
    expect(offered(3)).toContain('field.changed (field "kind", value "loan")');
    expect(offered(0)).not.toContain('field.changed (field "kind", value "loan")');
  });

  test('names a field in the panel', () => {
    const refused = inStep('continue.pressed', 'filling', ({ sheet }) => sheet.problems.length === 2);
    expect(refused.reads).toEqual(expect.arrayContaining([NO_KIND, NO_AMOUNT, 'Kind of payment']));
  });

  test('has the notice of an outcome that several flows share', () => {
    const late = inStep('measure brings "no answer"', 'measuring');
    expect(late.reads).toContain(TOO_LATE);
    expect(late.focus).toEqual({ place: 'notice' });
  });

  test('leaves a field as the person sees it then', () =>
    expect(found(stepModel(withField('amount', { becomes: {} }))).length).toBeGreaterThan(0));

  test('empties the fields that depend on another', () =>
    expect(found(stepModel(withField('kind', { empties: [] }))).length).toBeGreaterThan(0));

  test('stores the loaded data before the cases apply', () => {
    expect(found(stepModel({}, { measured: [] })).join('\n')).toContain('size is 0 instead of 3');
  });

  test('makes requests with the loaded data', () => {
    const calls = ({ size }: Pick<StepContext, 'size'>) => ({ print: { size } });
    const [stored] = stepWords.storing({ size: 3 }, stepWords.to('filling', undefined, { calls }));
    const before = { sheet: sheetRules.start({ kind: '', amount: '' }, undefined), size: 0, notice: null };
    expect(typeof stored?.calls === 'function' && stored.calls(before)).toEqual({ print: { size: 3 } });
  });

  test('opens by its address', () =>
    expect(found(stepModel({}, { route: { guard: () => false } })).join('\n')).toContain('#filling'));
});
