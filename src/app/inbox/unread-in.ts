/** The number of unread messages, which the menu shows on every page: it is taken from what is asked for anyway. */
import * as v from 'valibot';
import { access } from '#domain/access/calls.ts';
import { AccessFacts } from '#domain/access/shapes.ts';
import type { CallSpec } from '#domain/call.ts';
import { paperless } from '#domain/paperless/calls.ts';
import { inbox } from '#domain/inbox/calls.ts';

const Counted = v.object({ unread: v.number() });
const Facts = v.object({ unreadMessages: AccessFacts.entries.unreadMessages });
/** Whoever gets letters by mail is offered paperless in place of an inbox. */
const ByMail = v.union([v.object({ enrolled: v.literal(false) }), v.object({ result: v.literal(true) })]);

/** How many messages are unread by the answer to a call; undefined where it does not say. */
export function unreadIn({ id }: CallSpec, answer: unknown): number | undefined {
  switch (id) {
    case access.facts.id:
      return v.is(Facts, answer) ? answer.unreadMessages : undefined;
    case inbox.messages.id:
    case inbox.mark.id:
      return v.is(Counted, answer) ? answer.unread : undefined;
    case paperless.status.id:
    case paperless.unenroll.id:
      return v.is(ByMail, answer) ? 0 : undefined;
    default:
      return undefined;
  }
}
