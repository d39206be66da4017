/**
 * One word for each thing in all texts for people: pages, messages, letters, emails, texts, documents, managed content
 * and settings. Each rule lists the wrong words.
 */
import { expect, it } from 'vitest';
import { type Node, files, json, nodesIn, parse, read } from './repository.ts';

/**
 * Returns whether a file contains texts for people. Stories, samples and descriptions of calls are for developers, the
 * conversion of the accounts is for operators.
 */
const isShown = (file: string): boolean =>
  (/^(?:src\/(?:views|app|ui|pages)|domain|server\/(?:mail|service|pdf|portal|chat))\/.*\.tsx?$|^server\/oidc\/pages\.ts$/.test(
    file,
  ) ||
    /^content\/.*\.(?:html|json)$|^(?:public\/(?:config|navigation)|server\/demo\/people\/[a-z]+)\.json$/.test(file)) &&
  !/\.stories\.tsx$|[/-](?:samples|calls)\.ts$|\/drafts\/|\/conversion\//.test(file);

const getText = ({ type, value }: Node): string | undefined => {
  if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value) {
    return String(value.cooked);
  }
  return (type === 'JSXText' || type === 'Literal') && typeof value === 'string' ? value : undefined;
};

/** Returns whether a node creates an error or writes to the log. */
function isForDevelopers({ type, callee }: Node): boolean {
  const name = String(Reflect.get(Object(callee), 'name'));
  return type === 'NewExpression' ? !/^(?:Map|Set)$/.test(name) : /^(?:logFailure|useLoaded)$/.test(name);
}

/** Returns the texts of a source file without those of thrown errors and of the log, which are for developers. */
function textsIn(file: string): string[] {
  const { nodes } = parse(file);
  const others = new Set(nodes.filter(isForDevelopers).flatMap((node) => [...nodesIn(node)]));
  return nodes.flatMap((node) => (others.has(node) ? [] : (getText(node) ?? [])));
}

/** Returns the texts of a managed page, without its tags and its search keywords, which may use any words. */
const textsOfPage = (file: string): string[] =>
  read(file)
    .replaceAll(/^keywords: .*$/gm, '')
    .replaceAll(/<\/?(?:p|h\d|li|ul|ol|td|th|tr|table|caption)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n');

/** Returns the texts in a list or in settings, at any depth. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value.replaceAll(/<[^>]*>/g, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const textsOfFile = (file: string): string[] => {
  if (file.endsWith('.html')) return textsOfPage(file);
  return file.endsWith('.json') ? stringsIn(json(file)) : textsIn(file);
};

/** Returns whether a text is an identifier, an event, an issue or an address. */
const isName = (text: string): boolean => /^(?:[a-z][\w.:-]*|\S*\/\S*)$/.test(text);

/** Returns whether a text is a list of search keywords, which may use any words. */
const isKeywords = (text: string): boolean => /^[a-z]+(?:[ -][a-z]+)*, /.test(text);

const shown = files.filter(isShown).flatMap((file) =>
  textsOfFile(file)
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => text !== '' && !isName(text) && !isKeywords(text))
    .map((text) => ({ file, text })),
);

interface Rule {
  /** The words to use, and where. */
  readonly right: string;
  readonly wrong: RegExp;
  /** Texts that the specification or a law quotes, and those where the word means something else. */
  readonly except?: readonly string[];
  /** Files and texts about something else that has the word. */
  readonly unless?: RegExp;
  /** Whether texts to agree to may use the words of the law. */
  readonly exceptAgreements?: boolean;
}

/** Texts to which a person agrees, and legal pages. */
const isAgreement = (file: string): boolean =>
  /^content\/(?:pages\/legal\/|.*(?:-authorization|[Aa]greement|[Tt]erms|agreements-[a-z-]+|-consent)\.html$)/.test(
    file,
  );

const rules: readonly Rule[] = [
  {
    right: 'people log in and out',
    wrong: /\bsign(?:s|ed|ing)? (?:you )?(?:in|out)\b|\bSign(?:ed|ing)?-(?:in|out)\b|\bsign-(?:in|out) /,
  },
  { right: 'email', wrong: /\be-mail/i },
  {
    right: 'advice that holds for people who are past due too',
    wrong: /\b(?:before|until) (?:you|one|a payment) (?:is )?miss/i,
  },
  {
    right: 'a payment is canceled',
    wrong: /\bcancell(?:ed|ing)\b/i,
    except: [
      // Y §4.6, and the status on the wire, which payers see (Y §6).
      'Cancelled',
      'is in process. You will see the cancelled payment appear in your Payment History soon.',
      // Ruling 18.
      'could not be cancelled. Please try again.',
    ],
  },
  { right: 'the password, plan and payment that count are the current ones', wrong: /\bpresent\b|\bold password\b/i },
  {
    right: 'FFELP Loans',
    wrong: /\bFFEL (?:[Ll]oan|[Pp]rogram)|\bFFELP loans?\b/,
    // R §2.
    except: ['FFEL Loan Balance'],
  },
  {
    right: 'private loans',
    wrong: /\bcommercial (?:loan|account)|\bprivate (?:student|education) loan/i,
    // P §2.11.
    except: ['Commercial Accounts'],
  },
  { right: 'proof of balance (mortgage letter)', wrong: /(?<!\()\bmortgage letter|\baccount verification\b/i },
  { right: 'extra payments: where they go', wrong: /\b(?:payment|special|standing) instructions?\b/i },
  {
    right: 'sign up for auto debit',
    wrong: /\benroll/i,
    unless: /school|half-time|deferment|rehabilitation|proof of enrollment/i,
  },
  {
    right: 'auto debit payment',
    wrong: /(?<!\bauto[ -])\bdebits?\b|\bdrafts?\b/i,
    exceptAgreements: true,
  },
  {
    right: 'contractions',
    wrong: /\b(?:do|does|did|is|are|was|were|have|has|had|could|would|should|will) not\b(?! only\b)|\bcannot\b/i,
    exceptAgreements: true,
    except: [
      // P §8.
      'Payments are not currently due.',
      // Y §4.4, §5.1, §5.2, §8.
      'Sorry, we could not submit your payment',
      'Payment cannot exceed your account payoff amount of',
      'This payment will not fully cover the past due amount for this group.',
      'The routing number cannot be found in our records.',
      'The account nickname cannot match another payment method nickname.',
      // Ruling 18.
      'could not be cancelled. Please try again.',
      // R §5.
      'Date (MM/DD/YYYY) cannot be before',
      'Date (MM/DD/YYYY) cannot be after',
      'Start date cannot be earlier than when your loans initially entered repayment.',
      'Start date cannot be in the future.',
    ],
  },
  {
    // A contraction cannot end a clause: "who you are", "stay as they are".
    right: 'contractions of a pronoun and its verb',
    wrong: /(?:\b(?:[Yy]ou|[Ww]e|[Tt]hey) (?:are|will)|(?<!\bof )\b[Ii]t is) (?=[a-z{])(?!to you\b|you\b)/,
    exceptAgreements: true,
    except: [
      // Y §4.6, §5; R §5; and the same sentence about the Terms of Use.
      'is in process. You will see the cancelled payment appear in your Payment History soon.',
      'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
      'You are required to agree to the terms and conditions.',
      'You are required to agree to the Terms of Use.',
      'You are required to apply for at least one benefit.',
    ],
  },
  { right: 'people pause payments', wrong: /\bpostpon/i },
  {
    right: 'Total due, Past due, Left to pay',
    wrong: /\bcurrent amount due\b|\bamount past due\b|\bpast due amount\b/i,
    except: [
      // Y §5.1.
      'This payment will not fully cover the past due amount for this group.',
      'In order to pay extra on another loan group, you must pay at least the past due amount on this loan group.',
      'In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group(s).',
      'Groups that are past due must have the minimum past due amount paid in order to pay extra on other groups in the same account.',
    ],
  },
];

it('reads the texts of every kind of file', () => {
  expect(shown.length).toBeGreaterThan(4_000);
});

it.each(rules)('$right, and no other word', ({ wrong, except = [], unless, exceptAgreements = false }) => {
  const found = shown.filter(
    ({ file, text }) =>
      wrong.test(text) && unless?.test(`${file}: ${text}`) !== true && !(exceptAgreements && isAgreement(file)),
  );
  expect(found.filter(({ text }) => !except.includes(text)).map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  expect(except.filter((text) => !found.some((each) => each.text === text))).toEqual([]);
});
