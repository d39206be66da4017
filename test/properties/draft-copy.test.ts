/** The copy of a draft in a tab, whatever happens to it, and what the server learns of it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftCopy, type DraftEvent, draftTransition, isOver } from '#src/app/drafts/draft-copy.ts';

const opened: DraftCopy = { copy: undefined, reported: undefined };
const reports = (draft: unknown, how: { isUrgent?: boolean; isCompleted?: boolean } = {}): DraftEvent => ({
  type: 'draft.reported',
  draft,
  revision: 1,
  isUrgent: false,
  isCompleted: false,
  ...how,
});
const answers = (draft: unknown, revision = 1): DraftEvent => ({
  type: 'server.answered',
  revision,
  found: draft === undefined ? null : { draft },
});

/** Lets all of it happen: what the tab has at the end, and what the server has learned. */
function after(events: readonly DraftEvent[], from = opened) {
  let state = from;
  const learned: unknown[] = [];
  for (const event of events) {
    const [next, change] = draftTransition(state, event);
    state = next;
    if (change !== null) learned.push(change.isUrgent ? { urgent: change.draft } : change.draft);
  }
  return { ...state, learned };
}

describe('what a flow reports', () => {
  it('is kept by the tab, and is no news where nobody has entered it', () => {
    const { copy, learned } = after([reports({ day: '' })]);
    expect([copy, learned]).toEqual([{ revision: 1, draft: { day: '' }, isEarlier: false }, []]);
    expect(after([reports(null), reports({ day: '' })]).learned).toEqual([]);
  });

  it('is sent once it is another draft, whatever the order of its fields', () => {
    const { learned } = after([reports({ a: 1, b: 2 }), reports({ b: 2, a: 1 }), reports({ a: 2, b: 2 })]);
    expect(learned).toEqual([{ a: 2, b: 2 }]);
  });

  it('is sent at once where it is urgent, also at the start', () => {
    expect(after([reports({ key: 'k' }, { isUrgent: true })]).learned).toEqual([{ urgent: { key: 'k' } }]);
  });

  it('is forgotten at the server, and kept by the tab, once the flow is completed', () => {
    const { copy, learned } = after([reports({ day: '1' }), reports({ receipt: true }, { isCompleted: true })]);
    expect([copy?.draft, learned]).toEqual([{ receipt: true }, [{ urgent: null }]]);
  });

  it('is forgotten by both where it is discarded', () => {
    const { copy, learned } = after([reports({ day: '1' }), { type: 'draft.discarded' }]);
    expect([copy, learned]).toEqual([undefined, [{ urgent: null }]]);
  });
});

describe('what the server has', () => {
  it('is offered where the tab has nothing and the flow has reported nothing', () => {
    expect(after([answers({ day: 'phone' }, 5)]).copy).toEqual({
      revision: 5,
      draft: { day: 'phone' },
      isEarlier: true,
    });
    expect(after([answers(undefined)]).copy).toBeUndefined();
    expect(after([reports(null), answers({ day: 'phone' })]).copy).toBeUndefined();
  });

  it('gives way to what the tab has, which is built on its revision from then on', () => {
    const { copy } = after([reports({ day: '1' }), answers({ day: 'phone' }, 5)]);
    expect(copy).toEqual({ revision: 5, draft: { day: '1' }, isEarlier: false });
  });

  it('is not sent back', () => {
    expect(after([answers({ day: 'phone' }), reports({ day: 'phone' })]).learned).toEqual([]);
  });
});

describe('a session that nobody wanted to end', () => {
  it('has what was entered offered again, and nothing else', () => {
    expect(after([reports({ day: '1' }), { type: 'session.interrupted' }]).copy?.isEarlier).toBe(true);
    expect(after([{ type: 'session.interrupted' }]).copy).toBeUndefined();
  });
});

describe('a flow is over in this tab', () => {
  it('where it has reported something and left nothing', () => {
    expect(isOver(opened)).toBe(false);
    expect(isOver(after([reports({ day: '1' })]))).toBe(false);
    expect(isOver(after([reports({ day: '1' }), { type: 'draft.discarded' }]))).toBe(true);
    expect(isOver(after([reports(null)]))).toBe(true);
  });
});

it('whatever happens, the tab has what was reported last, and the same once more is no news', () => {
  const draft = fc.constantFrom(null, { day: '' }, { day: '1' }, { day: '2' });
  const how = fc.record({ isUrgent: fc.boolean(), isCompleted: fc.boolean() });
  const event = fc.oneof(
    fc.tuple(draft, how).map(([of, given]) => reports(of, given)),
    fc.tuple(draft, fc.nat(9)).map(([of, revision]) => answers(of ?? undefined, revision)),
    fc.constantFrom<DraftEvent>({ type: 'draft.discarded' }, { type: 'session.interrupted' }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), draft, how, (events, last, given) => {
      const reported = after([reports(last, given)], after(events));
      expect(reported.copy?.draft ?? null).toEqual(last);
      expect(after([reports(last, given)], reported)).toEqual({ ...reported, learned: [] });
    }),
  );
});
