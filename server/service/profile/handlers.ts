/** The handlers of the area's calls. */
import type { contact } from '#domain/profile/contact/calls.ts';
import type { payers } from '#domain/profile/payers/calls.ts';
import type { identity } from '#domain/session/identity/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { readContact, saveContact } from './contact.ts';
import { changePayers, listPayers, settlePayers } from './payers.ts';
import { readWebAccount } from './web-account.ts';

export const profileHandlers = {
  'identity.webAccount': readWebAccount,
  'payers.list': listPayers,
  'payers.change': changePayers,
  'payers.settle': settlePayers,
  'contact.read': readContact,
  'contact.save': saveContact,
} satisfies GroupHandlers<typeof identity | typeof payers | typeof contact>;
