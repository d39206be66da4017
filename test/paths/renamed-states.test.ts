/** Earlier names of states: the list, and how logs, revisions and addresses are read with it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import knownFlows from '#generated/flow-names.json';
import renamedStates from '#machines/renamed-states.json';
import type { Diagram, DiagramState } from '#flows/diagram.ts';
import { compareFlows } from '#flows/compare/catalog.ts';
import { type RenamedStates, currentState, renamedNote } from '#flows/renamed-states.ts';
import { readLog } from '#flows/traffic/read-log.ts';

const RENAMED: RenamedStates = { flow: { makingKey: 'sending', couldNotGet: 'couldNotLoad' } };

describe('the list of renamed states', () => {
  const names = Object.entries<Readonly<Record<string, string>>>(renamedStates).flatMap(([flow, states]) =>
    Object.entries(states).map(([earlier, current]) => ({ flow, earlier, current })),
  );

  it.each(names)('leads from $earlier of $flow to a state that exists', ({ flow, earlier, current }) => {
    const { states } = knownFlows[flow] ?? { states: [] };
    expect(states).toContain(current);
    expect(states).not.toContain(earlier);
  });

  it('is the table of the documentation', () => {
    const cell = (text: string) => `\\|\\s*\`${text.replaceAll('.', '\\.')}\`\\s*`;
    const text = readFileSync('docs/flows/log-format.md', 'utf8');
    for (const { flow, earlier, current } of names) {
      expect(text).toMatch(new RegExp(`^${cell(flow)}${cell(earlier)}${cell(current)}\\|$`, 'm'));
    }
  });
});

describe('earlier names', () => {
  it('are replaced, also for the states inside a renamed one', () => {
    expect(currentState(RENAMED, 'flow', 'makingKey')).toBe('sending');
    expect(currentState(RENAMED, 'flow', 'couldNotGet.retrying')).toBe('couldNotLoad.retrying');
    expect(currentState(RENAMED, 'flow', 'makingKeys')).toBe('makingKeys');
    expect(currentState(RENAMED, 'other', 'makingKey')).toBe('makingKey');
  });

  it('are counted under the current name, and a step within one state is no transition', async () => {
    const row = (second: number, event: string, from: string | null, states: string[]) =>
      JSON.stringify({
        time: `2026-11-20T15:00:0${second}.000Z`,
        run: 'a',
        flow: 'flow',
        event,
        from,
        to: from === null ? [] : states,
        states,
        status: 'active',
      });
    const lines = [
      row(0, 'started', null, ['writing']),
      row(1, 'submit', 'writing', ['makingKey']),
      row(3, 'makeKey done', 'makingKey', ['sending']),
      row(6, 'send done', 'sending', ['sent']),
    ];
    async function* chunks() {
      yield await Promise.resolve(lines.join('\n'));
    }
    const { flows } = await readLog(chunks(), { pause: () => Promise.resolve(), renamed: RENAMED });
    const counted = flows.get('flow');
    expect(counted?.states.get('sending')).toMatchObject({ entries: 1, exits: 1, times: [5_000] });
    expect(counted?.states.has('makingKey')).toBe(false);
    expect([...(counted?.transitions.keys() ?? [])]).toEqual(['writing\nsubmit\nsending', 'sending\nsend done\nsent']);
  });

  it('are compared with the current names', () => {
    const state = (id: string): DiagramState => ({
      id,
      name: id,
      parent: null,
      kind: 'atomic',
      description: '',
      tags: [],
      invokes: [],
      entry: [],
      exit: [],
    });
    const flow = (...ids: string[]) => {
      const diagram: Diagram = { id: 'flow', description: '', states: ids.map(state), transitions: [] };
      return [{ id: 'flow', title: '', diagram }];
    };
    const [compared] = compareFlows(
      flow('makingKey', 'sending', 'couldNotGet'),
      flow('sending', 'couldNotLoad'),
      RENAMED,
    );
    expect(compared?.difference.states).toEqual([
      {
        mark: 'changed',
        id: 'couldNotLoad',
        changes: [{ field: 'name', before: 'couldNotGet', after: 'couldNotLoad' }],
      },
      { mark: 'removed', id: 'makingKey', changes: [] },
    ]);
  });

  it('are named for a run that a flow cannot repeat', () => {
    expect(renamedNote(RENAMED, 'flow')).toContain('makingKey is now sending');
    expect(renamedNote(RENAMED, 'other')).toBe('');
  });
});
