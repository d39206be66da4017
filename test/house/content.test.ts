/** The shipped managed content: valid HTML, working links, and every key that the portal reads. */
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import * as v from 'valibot';
import configuration from '../../public/config.json';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DURATIONS } from '#domain/application-durations.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { PLACE_NAMES, filledHtml, pagesNamedIn, withoutMissingPages } from '#domain/portal/content/rules.ts';
import { HELP_ACTIONS } from '#domain/portal/content/help-actions.ts';
import { FORM_GROUPS } from '#domain/portal/content/shapes.ts';
import { statusOn } from '#domain/payments/progress.ts';
import { listPages } from '#domain/portal/pages.ts';
import { Configuration } from '#domain/portal/shapes.ts';
import { type PortalRoute, getBasePath, hasPage, routeAt, findRoute, routes } from '#domain/portal/routes.ts';
import { PAYMENT_RANGE } from '#server/service/payments/due.ts';
import { PLAN_DATES } from '#domain/plans/parameters/plan-dates.ts';
import { paths } from '#server/paths.ts';
import { loadContent } from '#server/portal/content.ts';
import { readPageFile } from '#server/portal/page-file.ts';
import { type Node, files, parse, read, getRoom, sources } from './repository.ts';

/** Facts of a portal with all built pages. */
const portalFacts = { keepsAccounts: true };
const portalPages = listPages(portalFacts);

/** The content as served, without elements for missing pages. */
const shipped = await loadContent([paths.content], portalFacts);
const listKeys = (extension: string): { section: string; name: string }[] =>
  files.flatMap((file) => {
    const [, section, name] = new RegExp(`^content/([^/]+)/([^/]+)\\.${extension}$`).exec(file) ?? [];
    return section === undefined || name === undefined || section === 'pages' ? [] : [{ section, name }];
  });

interface Written {
  readonly name: string;
  readonly html: string;
}
const texts: Written[] = listKeys('html').map((key) => ({
  name: `${key.section}/${key.name}`,
  html: shipped.find(key)?.data ?? '',
}));
const messages: Written[] = listKeys('json').flatMap((key) =>
  (shipped.list(key) ?? []).map(({ id, message = '' }) => ({
    name: `${key.section}/${key.name}#${id}`,
    html: message,
  })),
);
const pages: Written[] = [...shipped.pages].map(([path, { content }]) => ({ name: `/content/${path}`, html: content }));
const everything = [...texts, ...messages, ...pages];

/** The HTML source, including elements for missing pages. Lists have none. */
const sourceTexts: Written[] = files
  .filter((file) => /^content\/.*\.html$/.test(file))
  .map((file) => ({
    name: file,
    html: file.startsWith('content/pages/') ? readPageFile(file, read(file)).content : read(file),
  }));
/** The HTML as served when all pages exist. */
const complete = sourceTexts.map(({ name, html }): Written => ({ name, html: withoutMissingPages(html, () => true) }));

const PHONE = 'tel:{phone}';

interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

function parseTags(html: string): Tag[] {
  return [...html.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)>/g)].map(
    ([, slash, name = '', written = '']) => ({
      name,
      isClosing: slash === '/',
      attributes: Object.fromEntries(
        [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, attribute = '', value = '']) => [attribute, value]),
      ),
    }),
  );
}

/**
 * The tags that the shipped content uses out of the sanitizer's list. The sanitizer would silently remove all others.
 */
const TAGS = 'h2 h3 p span br ul ol li a strong em table caption thead tbody tr th td'.split(' ');
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = { a: ['href', 'target'], th: ['scope'] };
const INLINE = new Set(['a', 'strong', 'em', 'br', 'span']);

/** Returns the problems of a text as HTML. */
function findFlaws(html: string): string[] {
  const flaws: string[] = [];
  const open: string[] = [];
  for (const { name, isClosing, attributes } of parseTags(html)) {
    if (!TAGS.includes(name)) flaws.push(`<${name}> is not used`);
    for (const attribute of Object.keys(attributes)) {
      const isKnown = attribute === 'id' ? /^h[23]$/.test(name) : ATTRIBUTES[name]?.includes(attribute);
      if (isKnown !== true) flaws.push(`${attribute} on <${name}>`);
    }
    if (name === 'br') continue;
    if (!isClosing) {
      const parent = open.at(-1);
      if (parent === 'p' && !INLINE.has(name)) flaws.push(`<${name}> in <p>`);
      open.push(name);
    } else if (open.pop() !== name) flaws.push(`</${name}> closes nothing`);
  }
  if (open.length > 0) flaws.push(`<${open.join('><')}> stays open`);
  const words = html.replaceAll(/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)>/g, '');
  if (/[<>]/.test(words)) flaws.push('a stray < or >');
  if (/&(?!(?:amp|lt|gt|quot|nbsp|#\d+);)/.test(html)) flaws.push('a bare &');
  if (/<(p|li|h2|h3|a|strong|ul|ol|tbody)[^>]*>\s*<\/\1>/.test(html)) flaws.push('an empty element');
  return flaws;
}

const listIds = (html: string): string[] =>
  parseTags(html).flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
const listLinks = (html: string): Tag['attributes'][] =>
  parseTags(html).flatMap(({ name, isClosing, attributes }) => (name === 'a' && !isClosing ? [attributes] : []));
const isInternal = ({ href = '' }: Tag['attributes']): boolean => !/^[a-z]+:/.test(href);

/** Official sites that texts may link to. */
const OFFICIAL = ['studentaid.gov', 'www.consumerfinance.gov', 'www.ecfr.gov'];

/** Returns whether a link from `from` targets an existing page and, if it has a fragment, an existing heading. */
function leadsSomewhere(from: Written, href: string): boolean {
  const [path = '', fragment] = href.split('#');
  if (path === '' && fragment !== undefined) return listIds(from.html).includes(fragment);
  if (portalPages.some((page) => page.path === path)) return fragment === undefined;
  const target = pages.find(({ name }) => name === path);
  return target !== undefined && (fragment === undefined || listIds(target.html).includes(fragment));
}

describe('the shipped lists to choose from', () => {
  const { documents, privacyForm } = configuration;
  it.each([
    ['documents', documents.types.map(({ name }) => name)],
    ['relationships', privacyForm.relationships.map(({ text }) => text)],
    ['relationships of agents', privacyForm.agentRelationships.map(({ text }) => text)],
  ])('end with Other: %s', (_, names) => {
    expect(names.at(-1)).toBe('Other');
  });
});

describe('shipped texts, lists and pages', () => {
  it('exist', () => {
    expect(texts.length).toBeGreaterThan(80);
    expect(messages.length).toBeGreaterThan(1);
    expect(pages.length).toBeGreaterThan(35);
  });

  it('are valid HTML without a first-level heading, styles or scripts', () => {
    expect(findFlaws('<h1>x</h1>')).toContain('<h1> is not used');
    expect(findFlaws('<p style="color: red">x</p>')).toContain('style on <p>');
    expect(findFlaws('<p>x')).toContain('<p> stays open');
    expect(findFlaws('<p><ul></ul></p>')).toContain('<ul> in <p>');
    const all = [...everything, ...complete];
    expect(all.flatMap(({ name, html }) => findFlaws(html).map((flaw) => `${name}: ${flaw}`))).toEqual([]);
  });

  it('link to existing pages, headings and routes', () => {
    const broken = everything.flatMap((each) =>
      listLinks(each.html)
        .filter((link) => isInternal(link) && !leadsSomewhere(each, link['href'] ?? ''))
        .map(({ href }) => `${each.name}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('contain phone numbers as links without line breaks', () => {
    const loose = everything.filter(({ html }) =>
      html.replaceAll(`<a href="${PHONE}">{phone}</a>`, '').match(/\{phone\}|\btel:/),
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  it('include the number wherever they ask to call', () => {
    const withoutNumber = /\bcall (?:us|\{servicer\})(?! (?:at|on) <a href="tel:\{phone\}">|, \{hours\})[^<]{0,12}/gi;
    const isForOthers = (html: string, index: number) => html.slice(0, index).endsWith('Somebody else may ');
    const found = everything.flatMap(({ name, html: written }) => {
      const html = written.replaceAll(/<\/?strong>/g, '');
      return [...html.matchAll(withoutNumber)].flatMap(({ 0: text, index }) =>
        isForOthers(html, index) ? [] : [`${name}: ${text}`],
      );
    });
    expect(found).toEqual([]);
    const inSources = sources.flatMap((file) => {
      const isShown = ['domain', 'src/views', 'src/app', 'src/start', 'src/pages', 'server'].includes(getRoom(file));
      const lines = read(file)
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line));
      return isShown && /\bcall us(?! at(?: <PhoneLink|\{' '\}| \{phone\}| <a href="tel:))/i.test(lines.join('\n'))
        ? [file]
        : [];
    });
    expect(inSources).toEqual([]);
  });

  it('link only to official external sites, in a new tab', () => {
    const out = everything.flatMap(({ name, html }) =>
      listLinks(html)
        .filter((link) => !isInternal(link) && link['href'] !== PHONE)
        .map((link) => ({ name, ...link })),
    );
    expect(out.length).toBeGreaterThan(10);
    const isRight = ({ href = '', target }: Tag['attributes']) =>
      target === '_blank' && href.startsWith('https://') && OFFICIAL.includes(new URL(href).hostname);
    expect(out.filter((link) => !isRight(link))).toEqual([]);
  });

  it('list forms on allowed hosts and on routes of the portal', () => {
    const entries = shipped.list({ section: 'documents', name: 'forms' }) ?? [];
    const { externalRedirectHosts } = v.parse(
      v.object({ externalRedirectHosts: v.array(v.string()) }),
      JSON.parse(read('public/config.json')),
    );
    const isRight = (href: string) =>
      href.startsWith('/') ? findRoute(href) !== undefined : externalRedirectHosts.includes(new URL(href).hostname);
    expect(entries.filter(({ href = '' }) => !isRight(href))).toEqual([]);
    expect(new Set(entries.map(({ group }) => group))).toEqual(new Set(FORM_GROUPS));
  });

  it('use known placeholders only', () => {
    /** Placeholders filled by the screen that shows the text. */
    const screens: Readonly<Record<string, readonly string[]>> = {
      'globalsite/all-rights-reserved': ['currentYear'],
      'globalsite/timeout-counter': ['seconds'],
      'payments/near-payoff-warning': ['amount'],
      'repayoptions/Receipt': ['PaymentAmount'],
      'repayoptions/IBR-Receipt': ['PaymentAmount', 'ForbPayment'],
    };
    const unknown = everything.flatMap(({ name, html }) =>
      [...html.matchAll(/\{([^}]*)\}/g)]
        .map(([, place = '']) => place)
        .filter((place) => !PLACE_NAMES.includes(place) && screens[name]?.includes(place) !== true)
        .map((place) => `${name}: {${place}}`),
    );
    expect(unknown).toEqual([]);
    for (const [name, places] of Object.entries(screens)) {
      const html = texts.find((text) => text.name === name)?.html ?? '';
      for (const place of places) expect(html, name).toContain(`{${place}}`);
    }
  });

  it('name the servicer, its phone number and the federal product by placeholders only', () => {
    const named = everything.filter(({ html }) =>
      /Larkfield|>[^<]*StudentAid\.gov|\b\d{3}[-. ]\d{3,4}[-. ]\d{4}\b/i.test(`>${html}`),
    );
    expect(named.map(({ name }) => name)).toEqual([]);
  });

  it('state the time until the decision on an application that ruling 74 sets', () => {
    const stated = texts
      .filter(({ name }) => /^(?:deferment|school|militarybenefits|forbearance|repayoptions)\//.test(name))
      .flatMap(({ html }) => [...html.matchAll(/within (\d+) business days/g)].map(([, days]) => Number(days)));
    expect(stated.length).toBeGreaterThan(0);
    expect([...new Set(stated)]).toEqual([DEFAULT_DURATIONS.bankingDaysToDecision]);
  });
});

describe('the reading level of texts', () => {
  /** Examples of values that a screen fills in. The configuration has all others. */
  const VALUES: Readonly<Record<string, string>> = {
    amount: '$131.70',
    PaymentAmount: '$131.70',
    ForbPayment: '$5.00',
    seconds: '60',
    currentYear: '2026',
  };
  const sentences = new Intl.Segmenter('en-US', { granularity: 'sentence' });
  const words = new Intl.Segmenter('en-US', { granularity: 'word' });
  const settings = v.parse(Configuration, configuration);

  /** Returns the sentences of a text as a borrower reads them. Each paragraph, item and cell ends one. */
  const listSentences = (html: string): string[] =>
    filledHtml(html, settings)
      .replaceAll(/\{(\w+)\}/g, (_, place: string) => VALUES[place] ?? '')
      .replaceAll(/<\/?(?:p|li|ul|ol|h\d|table|caption|thead|tbody|tr|th|td)\b[^>]*>|<br>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&nbsp;', ' ')
      .replaceAll(/&(?:#\d+|[a-z]+);/g, '’')
      .split('\n')
      .flatMap((block) => [...sentences.segment(block.trim())].map(({ segment }) => segment.trim()))
      .filter((sentence) => sentence !== '');
  const splitWords = (sentence: string): string[] =>
    [...words.segment(sentence)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));

  /** The Flesch-Kincaid grade of a text; 0 for a name or heading, which is no sentence. */
  function computeGrade(html: string): number {
    const lines = listSentences(html);
    if (!lines.some((line) => /[^A-Z][.?!:]$/.test(line))) return 0;
    const said = lines.flatMap(splitWords);
    const syllables = said.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
    return fleschKincaid({ sentence: lines.length, word: said.length, syllable: syllables });
  }
  const longIn = (html: string): string[] =>
    listSentences(html).filter((sentence) => sentence.split(/\s+/).length > 24);

  it('is at most grade 8', () => {
    expect(computeGrade('<p>You pay. We tell you.</p>')).toBeLessThan(1);
    expect(
      computeGrade('<p>Capitalization of accrued unpaid interest necessitates additional documentation.</p>'),
    ).toBeGreaterThan(12);
    expect(
      everything.flatMap(({ name, html }) =>
        computeGrade(html) > 8 ? [`${name}: ${computeGrade(html).toFixed(1)}`] : [],
      ),
    ).toEqual([]);
  });

  it('has sentences of at most 24 words', () => {
    expect(longIn(`<p>${'one '.repeat(24)}more.</p>`)).toHaveLength(1);
    expect(longIn(`<ul><li>${'one '.repeat(20)}</li><li>${'one '.repeat(20)}</li></ul>`)).toEqual([]);
    expect(everything.flatMap(({ name, html }) => longIn(html).map((sentence) => `${name}: ${sentence}`))).toEqual([]);
  });
});

describe('elements for missing pages', () => {
  /** The routes without a page. Redirects need no page. */
  const missing = routes.filter((route) => route.redirectTo === undefined && !hasPage(getBasePath(route), portalFacts));

  /** Alternative words for the function of a page, because its title alone does not match every mention. */
  const OTHER_WORDS: Readonly<Record<string, RegExp>> = {
    '/loan-details': /\b(?:loan details|details of (?:each|a) loan)\b/i,
    '/payments/payment-auto-debit': /\b(?:sign up|enroll)\b[^.]*\bauto debit\b[^.]*\b(?:here|online)\b/i,
    '/payments/payment-activity':
      /\bpayment (?:activity|history)\b|\bcancel (?:it|them|a payment) (?:here|there|online)\b/i,
    '/payments/payment-methods': /\b(?:rename|remove)\b[^.]*\bsaved account\b/i,
    '/payments/authorized-payers': /\binvite (?:a|your) payer\b/i,
    '/payments/payment-payoff': /\bpayoff quote\b/i,
    '/repayment-options/idr/*': /\bestimates for your own loans\b/i,
    '/repayment-options/term-repayment/*':
      /\b(?:apply for|ask for) (?:a|another|another fixed) plan (?:here|online)\b/i,
    '/documents/payment-schedule': /(?<!change (?:my|your) )\bpayment schedule\b/i,
    '/documents/statements': /\b(?:your|letters and) statements\b/i,
    '/documents/mortgage-letter': /\bproof of balance\b/i,
    '/documents/tax-info': /\b(?:tax forms?|1098-E)\b[^.]*\b(?:here|online|under Documents)\b/i,
    '/profile/manage-text-alerts': /\btext (?:alerts?|messages?)\b/i,
  };

  /** Returns the titles and alternative words of these pages that a text contains. */
  const mentionsIn = (text: string, of: readonly PortalRoute[]): string[] =>
    of.flatMap(({ path, title }) => {
      const found = OTHER_WORDS[path]?.exec(text)?.[0] ?? (text.includes(title) ? title : undefined);
      return found === undefined ? [] : [`${found} (${path})`];
    });
  const toText = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  it('have the address of a route', () => {
    const named = sourceTexts.flatMap(({ html }) => pagesNamedIn(html));
    expect(named).toContain('/payments/payment-activity');
    expect(named.filter((address) => findRoute(address) === undefined)).toEqual([]);
    expect(Object.keys(OTHER_WORDS).filter((path) => routeAt(path) === undefined)).toEqual([]);
  });

  it('are recognized by page titles and alternative words', () => {
    const activity = routes.filter(({ path }) => path === '/payments/payment-activity');
    expect(mentionsIn('Look at your payment history.', activity)).toEqual([
      'payment history (/payments/payment-activity)',
    ]);
    expect(mentionsIn('Cancel a payment by phone.', activity)).toEqual([]);
    const debit = routes.filter(({ path }) => path === '/payments/payment-auto-debit');
    expect(mentionsIn('Choose Auto Debit.', debit)).toEqual(['Auto Debit (/payments/payment-auto-debit)']);
    expect(mentionsIn('With auto debit we draw it.', debit)).toEqual([]);
  });

  it('are not served', () => {
    const facts = [...shipped.pages].map(([path, { metaData }]) => ({
      name: `/content/${path}`,
      html: `${metaData.title} ${metaData.description}`,
    }));
    // The list of forms omits forms on missing pages, and uses the names that other sites give their forms.
    const entries = listKeys('json').flatMap((key) =>
      (shipped.list(key) ?? [])
        .filter(({ href = '/' }) => href.startsWith('/') && hasPage(href, portalFacts))
        .map(({ id, headline, message = '' }) => ({ name: `${key.name}#${id}`, html: `${headline} ${message}` })),
    );
    const promised = [...texts, ...messages, ...pages, ...facts, ...entries].flatMap(({ name, html }) =>
      mentionsIn(toText(html), missing).map((mention) => `${name}: ${mention}`),
    );
    expect(promised).toEqual([]);
  });

  it('are mentioned in code only where the code checks for the page', () => {
    /** The route table, and the payment types that the server names (Y §4.2). */
    const NAMED_OTHERWISE = ['domain/portal/routes.ts', 'domain/payments/progress.ts'];
    const isShown = (file: string): boolean =>
      ['domain', 'src/views', 'src/app', 'src/start', 'src/pages'].includes(getRoom(file)) &&
      !/\.stories\.tsx$|\/(?:calls|samples)\.ts$/.test(file) &&
      !NAMED_OTHERWISE.includes(file) &&
      !/\bhasPage\(/.test(read(file));
    const wordsIn = ({ type, value, raw }: Node): string[] =>
      ['Literal', 'JSXText'].includes(type) && typeof value === 'string'
        ? [value]
        : type === 'TemplateElement'
          ? [JSON.stringify(value ?? raw)]
          : [];
    const promised = sources.filter(isShown).flatMap((file) =>
      parse(file)
        .nodes.flatMap(wordsIn)
        .flatMap((text) => mentionsIn(text.replaceAll(/\s+/g, ' '), missing).map((mention) => `${file}: ${mention}`)),
    );
    expect(promised).toEqual([]);
  });
});

describe('static pages', () => {
  const meta = [...shipped.pages].map(([path, { metaData }]) => ({ path, ...metaData }));

  it('are all in the help index with their description', () => {
    const index = shipped.pages.get('help')?.content ?? '';
    const listed = meta.filter(({ path }) => /^(?:help|legal)\//.test(path));
    expect(listed.length).toBeGreaterThan(30);
    const missing = listed.filter(
      ({ path, title, description }) =>
        !index.includes(`<li><a href="/content/${path}">${title}</a><br>${description}</li>`),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('have unique titles, also compared to portal pages', () => {
    const titles = [...meta, ...portalPages].map(({ title }) => title.toLowerCase());
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('have a description of one sentence, and comma-separated keywords', () => {
    const wrong = meta.filter(
      ({ description, keywords }) =>
        description.length < 40 ||
        description.length > 160 ||
        !description.endsWith('.') ||
        !/^[^,]+(?:, [^,]+)+$/.test(keywords),
    );
    expect(wrong).toEqual([]);
  });

  it('have ordered headings with an id on each second-level heading', () => {
    for (const { name, html } of pages) {
      const headings = parseTags(html).filter((tag) => /^h\d$/.test(tag.name) && !tag.isClosing);
      expect(headings[0]?.name, name).toBe('h2');
      expect(
        headings.filter((tag) => tag.name === 'h2').map(({ attributes: { id } }) => id),
        name,
      ).not.toContain(undefined);
      expect(new Set(listIds(html)).size, name).toBe(listIds(html).length);
    }
  });

  it('for help and legal topics are neither too short nor too long', () => {
    const counted = pages
      .filter(({ name }) => /^\/content\/(?:help|legal)\//.test(name))
      .map(({ name, html }) => ({
        name,
        words: html
          .replaceAll(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/).length,
      }));
    expect(counted.filter(({ words }) => words < 150 || words > 500)).toEqual([]);
  });

  it('for help and legal topics are each linked from another page', () => {
    const linked = new Set(
      everything.flatMap(({ html }) => listLinks(html).map(({ href = '' }) => href.split('#')[0])),
    );
    const alone = pages.filter(({ name }) => !name.startsWith('/content/campaign/') && !linked.has(name));
    expect(alone.map(({ name }) => name)).toEqual([]);
  });
});

describe('content keys', () => {
  /** Returns the literal text of an attribute or property. Undefined if it is computed. */
  const literal = (node: unknown): string | undefined => {
    const value: unknown = Reflect.get(Object(node), 'value');
    return typeof value === 'string' ? value : undefined;
  };
  const named = (nodes: unknown, name: string): Node | undefined =>
    (Array.isArray(nodes) ? nodes : []).find((each: unknown) => {
      const key: unknown = Reflect.get(Object(each), 'key') ?? Reflect.get(Object(each), 'name');
      return Reflect.get(Object(key), 'name') === name;
    });

  interface ContentRead {
    readonly file: string;
    readonly section: string;
    readonly name: string | undefined;
    readonly hasFallback: boolean;
  }

  /** Returns the key that a node references: `<Content section="…" name="…" />`, or `{ section: '…', name: '…' }`. */
  function listContentReads(file: string, node: Node): ContentRead[] {
    const isElement = node.type === 'JSXOpeningElement' && Reflect.get(Object(node['name']), 'name') === 'Content';
    const parts = isElement ? node['attributes'] : node.type === 'ObjectExpression' ? node['properties'] : undefined;
    const [section, name] = [named(parts, 'section'), named(parts, 'name')];
    const where = literal(Reflect.get(Object(section), 'value'));
    if (where === undefined || name === undefined) return [];
    const hasFallback = named(parts, 'fallback') !== undefined;
    return [{ file, section: where, name: literal(Reflect.get(Object(name), 'value')), hasFallback }];
  }

  const isProduct = (file: string) =>
    ['domain', 'machines', 'src/app', 'src/start', 'src/views', 'server'].includes(getRoom(file)) &&
    !file.endsWith('.stories.tsx');
  const contentReads = sources
    .filter(isProduct)
    .flatMap((file) => parse(file).nodes.flatMap((node) => listContentReads(file, node)));

  it('that the product reads exist', () => {
    expect(contentReads).toContainEqual(expect.objectContaining({ section: 'home', name: 'welcome-heading' }));
    expect(contentReads).toContainEqual(
      expect.objectContaining({ section: 'payments', name: 'interest-accrual-end-date' }),
    );
    const missing = contentReads.filter(({ section, name, hasFallback }) =>
      name === undefined
        ? !hasFallback
        : shipped.find({ section, name }) === undefined && shipped.list({ section, name }) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('of a help page about an action link to a page', () => {
    const wrong = Object.entries(HELP_ACTIONS).filter(
      ([path, address]) => !files.includes(`content/pages/${path}.html`) || findRoute(address) === undefined,
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['globalsite', 'idle-timeout-header idle-timeout-text timeout-counter disabled-mma-enabled all-rights-reserved'],
    ['globalsite', 'cx-one-chat company-title fsa-logo-description2 auth-service-down auth-service-down-error-header'],
    ['globalsite', 'auth-service-down-error-text site-error-page-subheading site-error-page-text'],
    ['usds', 'government-header-body pre-footer-body pre-footer-body1 pre-footer-body2 post-footer-body'],
    ['usds', 'body1 body2 universalmessages fsa-info'],
    ['globalsitesettings', 'AllowableVideoIDs'],
    ['formscontent', 'CA-Privacy-Form-Heading1 CA-Privacy-Form-Heading2 CA-Privacy-Form-Body1 CA-Privacy-Form-Body7'],
    ['myloans', 'past-due-header past-due-text'],
    ['documents', 'file-select doc-type-error upload-success upload-failed unable-to-upload'],
  ])('that the specification names exist: %s %s', (section, names) => {
    for (const name of names.split(' ')) {
      expect(shipped.find({ section, name }) ?? shipped.list({ section, name }), `${section}/${name}`).toBeDefined();
    }
  });

  it('of the authorization promise only possible cancellations: payments dated today are never Scheduled', () => {
    const today = toPlainDate('2026-11-20');
    expect([statusOn(today, today), statusOn(today, toPlainDate('2026-11-23'))]).toEqual(['Processing', 'Scheduled']);
    const text = read('content/payments/payment-authorization.html');
    expect(text).toContain('A payment dated today is processed as soon as you submit it, and cannot be canceled.');
    expect(text).toContain('You may cancel a payment with a later date while its status is Scheduled');
    expect(text).not.toMatch(/cancel[^.]*\bbefore 5 p\.m\./);
  });

  it('that are switches contain true or false only', () => {
    for (const name of ['disabled-mma-enabled', 'auth-service-down', 'cx-one-chat']) {
      expect(read(`content/globalsite/${name}.html`), name).toMatch(/^(?:true|false)\n$/);
    }
  });
});

describe('texts on plans and pauses', () => {
  const toText = (name: string): string => {
    const text = everything.find((each) => each.name === name)?.html;
    expect(text, name).toBeDefined();
    return text ?? '';
  };

  it('of each guide explain the steps after applying and after approval, and that payments stay due until then', () => {
    for (const guide of ['guide-postpone', 'guide-schedule', 'guide-cannot-afford']) {
      const text = toText(`repayoptions/${guide}`);
      expect(text, guide).toMatch(/After you apply[^<]* we usually decide within \d+ business days/);
      expect(text, guide).toMatch(/If we approve (?:it|the pause|a plan), we name/);
      expect(text, guide).toMatch(/Keep making your payments until we tell you/);
    }
  });

  it('name the last day that can be chosen for a payment', () => {
    expect(toText('/content/help/paying-your-loans')).toContain(`up to ${PAYMENT_RANGE} days ahead`);
  });

  it('say until when PAYE and ICR can be chosen, and when they end', () => {
    const written = (day: string) =>
      new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const [chosen, ended] = [PLAN_DATES.payeAndIcrChosenThrough, PLAN_DATES.payeAndIcrThrough].map(written);
    const named = ['Plan-PAYE', 'Plan-ICR'].map((name) => `repayoptions/${name}`);
    for (const name of [...named, '/content/help/income-driven-plans', '/content/campaign/new-plans']) {
      expect(toText(name)).toContain(chosen);
      expect(toText(name)).toContain(ended);
    }
  });

  it('speak of interest that is added to the principal only where loans leave IBR (ruling 104)', () => {
    expect(toText('repayoptions/IDR-Warning')).not.toMatch(/principal/);
    expect(toText('repayoptions/IBR-Warning')).toMatch(/is added to your principal/);
    expect(toText('repayoptions/Term-Terms')).toMatch(/leave Income-Based Repayment, interest [^.]* is added/);
  });
});
