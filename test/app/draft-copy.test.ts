/** The state of a draft in one tab for any sequence of events, and the changes that it sends to the server. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftCopy, type DraftEvent, draftTransition, isOver } from '#src/app/drafts/draft-copy.ts';

const opened: DraftCopy = { copy: undefined, reported: undefined };
const reports = (
  draft: unknown,
  how: { isUrgent?: boolean; isCompleted?: boolean; isEntered?: boolean } = {},
): DraftEvent => ({
  type: 'draft.reported',
  draft,
  revision: 1,
  isUrgent: false,
  isCompleted: false,
  isEntered: false,
  ...how,
});
const answers = (draft: unknown, revision = 1): DraftEvent => ({
  type: 'server.answered',
  revision,
  found: draft === undefined ? null : { draft },
});

/** Processes all events and returns the tab's draft and the changes sent to the server. */
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

describe('a draft reported by the flow', () => {
  it('is stored in the tab, but not sent before the first entry', () => {
    const { copy, learned } = after([reports({ day: '' })]);
    expect([copy, learned]).toEqual([{ revision: 1, draft: { day: '' }, isEarlier: false }, []]);
    expect(after([reports(null), reports({ day: '' })]).learned).toEqual([]);
  });

  it('is sent from the first entry on, but not when it comes back', () => {
    const first = reports({ day: '1' }, { isEntered: true });
    expect(after([first]).learned).toEqual([{ day: '1' }]);
    expect(after([reports(null), first]).learned).toEqual([{ day: '1' }]);
    expect(after([first], { ...after([first]), reported: undefined }).learned).toEqual([]);
    expect(after([answers({ day: '1' }), first]).learned).toEqual([]);
  });

  it('is sent only if it differs, ignoring the order of fields', () => {
    const { learned } = after([reports({ a: 1, b: 2 }), reports({ b: 2, a: 1 }), reports({ a: 2, b: 2 })]);
    expect(learned).toEqual([{ a: 2, b: 2 }]);
  });

  it('is sent immediately if it is urgent, even at the start', () => {
    expect(after([reports({ key: 'k' }, { isUrgent: true })]).learned).toEqual([{ urgent: { key: 'k' } }]);
  });

  it('is deleted on the server and kept in the tab when the flow is completed', () => {
    const { copy, learned } = after([reports({ day: '1' }), reports({ receipt: true }, { isCompleted: true })]);
    expect([copy?.draft, learned]).toEqual([{ receipt: true }, [{ urgent: null }]]);
  });

  it('is deleted in both places when it is discarded', () => {
    const { copy, learned } = after([reports({ day: '1' }), { type: 'draft.discarded' }]);
    expect([copy, learned]).toEqual([undefined, [{ urgent: null }]]);
  });
});

describe('a draft from the server', () => {
  it('is offered if the tab has no draft and the flow has reported nothing', () => {
    expect(after([answers({ day: 'phone' }, 5)]).copy).toEqual({
      revision: 5,
      draft: { day: 'phone' },
      isEarlier: true,
    });
    expect(after([answers(undefined)]).copy).toBeUndefined();
    expect(after([reports(null), answers({ day: 'phone' })]).copy).toBeUndefined();
  });

  it("is replaced by the tab's draft, which then continues its revision", () => {
    const { copy } = after([reports({ day: '1' }), answers({ day: 'phone' }, 5)]);
    expect(copy).toEqual({ revision: 5, draft: { day: '1' }, isEarlier: false });
  });

  it('is not sent back', () => {
    expect(after([answers({ day: 'phone' }), reports({ day: 'phone' })]).learned).toEqual([]);
  });
});

describe('an interrupted session', () => {
  it('lets the flow offer only the entered draft again', () => {
    expect(after([reports({ day: '1' }), { type: 'session.interrupted' }]).copy?.isEarlier).toBe(true);
    expect(after([{ type: 'session.interrupted' }]).copy).toBeUndefined();
  });
});

describe('a flow is over in this tab', () => {
  it('if it has reported a draft and then discarded it', () => {
    expect(isOver(opened)).toBe(false);
    expect(isOver(after([reports({ day: '1' })]))).toBe(false);
    expect(isOver(after([reports({ day: '1' }), { type: 'draft.discarded' }]))).toBe(true);
    expect(isOver(after([reports(null)]))).toBe(true);
  });
});

it('after any sequence of events, the tab has the latest reported draft, and repeating it sends nothing', () => {
  const draft = fc.constantFrom(null, { day: '' }, { day: '1' }, { day: '2' });
  const how = fc.record({ isUrgent: fc.boolean(), isCompleted: fc.boolean(), isEntered: fc.boolean() });
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
