/** Repository rules that no linter checks: allowed imports, pinned versions, and forbidden text. */
import { posix } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  type Import,
  type Node,
  type Room,
  exists,
  files,
  listImports,
  json,
  parse,
  read,
  resolve,
  getRoom,
  sources,
} from './repository.ts';

const imports = sources.flatMap(listImports);
const describeImport = ({ from, specifier }: Import) => `${from} imports ${specifier}`;
const isStory = (file: string) => file.endsWith('.stories.tsx');

/**
 * `domain/payments/rules.ts` -> `payments`, `domain/payments/banking/rules.ts` -> `payments/banking`; undefined for files
 * directly in the room's folder.
 */
const folderIn = (room: string, file: string): string | undefined =>
  new RegExp(`^${room}/([^/]+(?:/[^/.]+(?=/))?)`).exec(posix.dirname(file) + '/')?.[1];

const getArea = (folder: string | undefined) => folder?.split('/')[0];

/** Returns whether two folders of `domain` are the same, or one is the folder of the other's area. */
const isSameArea = (one: string, other: string): boolean =>
  one === other || getArea(one) === other || getArea(other) === one;

/** Folders of flows. */
const flowFolders = new Set(
  sources.filter((file) => /^machines\/.*\.model\.ts$/.test(file)).map((file) => folderIn('machines', file)),
);

/** Allowed imports between rooms (design, "Rooms"). A room may import itself, unless its rule says otherwise. */
const MAY: Readonly<Record<Room, (to: string, from: string, isType: boolean) => boolean>> = {
  domain: (to, from) => {
    const [area, other] = [folderIn('domain', from), folderIn('domain', to)];
    // Files directly in `domain` are below all areas, `api` (the list of all calls) is above them. An area may import the
    // schemas of other areas (shapes, records) and the rules of repayment plans. A part of an area may import the area's
    // own files, and these its parts. The timeline reads the areas, and none of them reads it.
    if (getRoom(to) !== 'domain') return false;
    if (area === undefined || other === undefined) return other === undefined;
    if (area === 'api') return true;
    if (area === 'timeline' && /^(?:accounts|payments|repayment)\b/.test(other)) return true;
    return (
      isSameArea(area, other) || getArea(other) === 'plans' || /^(?!.*\/timeline\/).*\/(?:shapes|records)\.ts$/.test(to)
    );
  },
  machines: (to, from) => {
    if (getRoom(to) === 'domain') return true;
    const [flow, other] = [folderIn('machines', from), folderIn('machines', to)];
    const isChild = to.endsWith('.machine.ts') || to.endsWith('.model.ts');
    // A folder without a model is no flow: the flows of its area share it. Models share their expectations.
    const isShared = other !== undefined && !flowFolders.has(other) && getArea(other) === getArea(flow);
    const isExpected = /(?:\.model|-spec)\.ts$|\/expected-[^/]+$/.test(from) && /\/expected-[^/]+$/.test(to);
    if (getRoom(to) === 'flows/core') return true;
    return (
      getRoom(to) === 'machines' &&
      (flow === undefined || other === flow || other === 'kit' || isShared || isChild || isExpected)
    );
  },
  'src/ui': (to) =>
    getRoom(to) === 'src/ui' || ['domain/money.ts', 'domain/calendar.ts', 'domain/typed-text.ts'].includes(to),
  'src/api': (to) => ['src/api', 'domain'].includes(getRoom(to)),
  'src/views': (to, _, isType) =>
    ['src/views', 'src/ui', 'domain'].includes(getRoom(to)) || (isType && getRoom(to) === 'machines'),
  'src/pages': (to) =>
    ['src/pages', 'src/app', 'src/ui', 'src/views', 'machines', 'flows/core', 'domain'].includes(getRoom(to)),
  'src/app': (to) =>
    ['src/app', 'src/ui', 'src/api', 'src/views', 'machines', 'flows/core', 'domain', 'generated'].includes(
      getRoom(to),
    ),
  // Only the page list, from which the router takes the pages, imports pages.
  'src/start': (to, from) =>
    ['src/start', 'src/app', 'src/ui', 'src/api', 'src/views', 'machines', 'flows/core', 'domain'].includes(
      getRoom(to),
    ) ||
    (getRoom(to) === 'src/pages' && from === 'src/start/page-files.ts'),
  server: (to) => ['server', 'domain'].includes(getRoom(to)),
  // The package `xstate-workbench` needs nothing of the portal.
  'flows/core': (to) => getRoom(to) === 'flows/core',
  // Only `flows/portal` knows the portal's machines.
  flows: (to, from) => {
    if (folderIn('flows', from) === 'portal')
      return ['flows', 'flows/core', 'machines', 'generated'].includes(getRoom(to));
    return (getRoom(to) === 'flows' && folderIn('flows', to) !== 'portal') || getRoom(to) === 'flows/core';
  },
  test: () => true,
  '.storybook': () => true,
  settings: () => true,
  // The templates of `npm run new` import the same files as the pages that it creates.
  'tools/new': (to) => !['server', 'flows', 'test'].includes(getRoom(to)),
  tools: (to) => getRoom(to) === 'tools',
  auth: () => false,
  generated: () => false,
  elsewhere: () => false,
};

const isAllowed = ({ from, to, isType }: Import): boolean =>
  to === undefined || isStory(from) || MAY[getRoom(from)](to, from, isType);

/** Returns whether a file is for tests and stories only. */
const isProof = (file: string): boolean => isStory(file) || ['test', '.storybook'].includes(getRoom(file));

/** Packages that a room must not import. */
const STRANGERS: Readonly<Partial<Record<Room, RegExp>>> = {
  domain: /^(?:node:|react(?!-router$)|xstate$|@xstate\/|hono$|drizzle|oidc|jose$)/,
  machines: /^(?:node:|react|@xstate\/react$|hono$|drizzle|oidc|jose$)/,
  'src/ui': /^(?:node:|xstate$|@xstate\/|hono$|drizzle|oidc|jose$|react-router)/,
  'src/api': /^(?:node:|react|xstate$|@xstate\/|hono$|drizzle)/,
  'src/views': /^(?:node:|hono$|drizzle|react-router|oidc|jose$)/,
  'src/pages': /^(?:node:|hono$|drizzle|pg$|oidc|jose$)/,
  'src/app': /^(?:node:|hono$|drizzle|pg$|oidc-provider$)/,
  'src/start': /^(?:node:|hono$|drizzle|pg$|oidc-provider$)/,
  server: /^(?:react|xstate$|@xstate\/|oauth4webapi$)/,
  'flows/core': /^(?!xstate$|vitest$)/,
  flows: /^(?:hono$|drizzle|oidc)/,
};

describe('imports', () => {
  it('exist in every room', () => {
    const rooms = [
      'domain',
      'machines',
      'src/ui',
      'src/api',
      'src/views',
      'src/pages',
      'src/app',
      'src/start',
      'server',
      'flows',
      'flows/core',
    ];
    for (const room of [...rooms, 'test']) {
      expect([room, sources.filter((file) => getRoom(file) === room).length > 0]).toEqual([room, true]);
    }
    expect(imports.length).toBeGreaterThan(500);
    expect(imports.filter(({ isType }) => isType).length).toBeGreaterThan(50);
  });

  it('are resolved for aliases and relative paths alike', () => {
    expect(resolve('src/views/payments/payflow/Review.tsx', '../../../ui/index.ts').to).toBe('src/ui/index.ts');
    expect(resolve('src/views/payments/payflow/Review.tsx', '#domain/money.ts').to).toBe('domain/money.ts');
    expect(resolve('domain/payments/rules.ts', '../../machines/kit/form.ts').to).toBe('machines/kit/form.ts');
    expect(resolve('server/main.ts', '@hono/node-server/serve-static')).toEqual({
      to: undefined,
      package: '@hono/node-server',
    });
    expect(resolve('server/main.ts', 'fs').package).toBe('node:fs');
  });

  it.each([
    ['domain/payments/rules.ts', 'machines/kit/form.ts', false, false],
    ['domain/payments/rules.ts', 'domain/accounts/shapes.ts', false, true],
    ['domain/payments/rules.ts', 'domain/accounts/ledger.ts', false, false],
    ['domain/repayment/term/application.ts', 'domain/plans/catalogue.ts', false, true],
    ['domain/plans/estimates.ts', 'domain/repayment/term/application.ts', false, false],
    ['domain/call.ts', 'domain/payments/calls.ts', false, false],
    ['domain/api/calls.ts', 'domain/payments/calls.ts', false, true],
    ['domain/repayment/term/calls.ts', 'domain/repayment/application-call.ts', false, true],
    ['domain/repayment/term/calls.ts', 'domain/repayment/postponement/life.ts', false, false],
    ['domain/repayment/application-clock.ts', 'domain/repayment/postponement/life.ts', false, true],
    ['domain/payments/rules.ts', 'domain/repayment/application-clock.ts', false, false],
    ['machines/payments/payflow/payflow.machine.ts', 'src/app/flow/Flow.tsx', true, false],
    ['machines/payments/payflow/payflow.machine.ts', 'machines/session/session/session.machine.ts', false, true],
    ['machines/payments/payflow/payflow.machine.ts', 'machines/session/session/session.forms.ts', false, false],
    ['machines/payments/payflow/payflow.machine.ts', 'machines/repayment/application/flow.ts', false, false],
    ['machines/repayment/military/military.machine.ts', 'machines/repayment/application/flow.ts', false, true],
    ['machines/repayment/military/military.machine.ts', 'machines/repayment/deferment/x.ts', false, false],
    ['machines/profile/x/x.model.ts', 'machines/session/password/expected-password.ts', false, true],
    ['machines/profile/x/x.machine.ts', 'machines/session/password/expected-password.ts', false, false],
    ['src/ui/money/Money.tsx', 'domain/money.ts', false, true],
    ['src/ui/money/Money.tsx', 'domain/call.ts', true, false],
    ['src/views/payments/payflow/Review.tsx', 'machines/payments/payflow/payflow.machine.ts', true, true],
    ['src/views/payments/payflow/Review.tsx', 'machines/payments/payflow/payflow.machine.ts', false, false],
    ['src/views/payments/payflow/Review.tsx', 'src/app/page/page.ts', true, false],
    ['src/app/shell/Shell.tsx', 'src/pages/home.tsx', false, false],
    ['src/start/routes.tsx', 'src/pages/home.tsx', false, false],
    ['src/start/page-files.ts', 'src/pages/home.tsx', false, true],
    ['src/app/shell/Shell.tsx', 'src/start/routes.tsx', true, false],
    ['src/pages/home.tsx', 'src/start/routes.tsx', true, false],
    ['src/pages/dashboard.tsx', 'src/api/client.ts', true, false],
    ['src/api/client.ts', 'src/app/page/page.ts', true, false],
    ['server/start.ts', 'machines/kit/form.ts', true, false],
    ['flows/portal/write.ts', 'domain/money.ts', false, false],
    ['flows/portal/write.ts', 'machines/catalog.ts', false, true],
    ['flows/diagram.ts', 'machines/catalog.ts', false, false],
    ['flows/diagram.ts', 'flows/core/model/xstate-internals.ts', false, true],
    ['flows/core/model/explore.ts', 'flows/diagram.ts', true, false],
    ['flows/core/model/model.ts', 'domain/money.ts', true, false],
    ['machines/payments/payflow/payflow.model.ts', 'flows/core/model/index.ts', true, true],
    ['machines/payments/payflow/payflow.model.ts', 'flows/diagram.ts', true, false],
    ['domain/payments/rules.ts', 'flows/core/model/index.ts', true, false],
    ['flows/diagram.ts', 'flows/portal/portal-diagram.ts', false, false],
  ])('follow the rule %s and %s (types only: %s): %s', (from, to, isType, allowed) => {
    expect(isAllowed({ from, to, isType, specifier: to, package: undefined })).toBe(allowed);
  });

  it("follow the design's table", () => {
    expect(imports.filter((each) => !isAllowed(each)).map(describeImport)).toEqual([]);
  });

  it('form no circles, not even of types', () => {
    let open = imports.filter(({ to }) => to !== undefined);
    let before: number;
    do {
      before = open.length;
      const importing = new Set(open.map(({ from }) => from));
      const imported = new Set(open.map(({ to }) => to));
      open = open.filter(({ from, to = '' }) => imported.has(from) && importing.has(to));
    } while (open.length < before);
    expect(open.map(describeImport)).toEqual([]);
  });

  it('of the measurement are only in the code that knows consent: views contain no tracking code', () => {
    const measurement = /^src\/app\/measurement\/|^flows\/core\/model\/flow-(?:log|observation)\.ts$/;
    const users = imports.filter(
      ({ from, to }) =>
        /^(?:domain|machines|src)\//.test(from) && !measurement.test(from) && measurement.test(to ?? ''),
    );
    expect([...new Set(users.map(({ from }) => from))]).toEqual([
      'src/app/shell/PrivacyChoices.tsx',
      'src/start/Start.tsx',
    ]);
    const naming = sources.filter((file) => /^(?:domain|machines|src)\//.test(file) && /flowLog/i.test(read(file)));
    expect(naming.filter((file) => !measurement.test(file))).toEqual([]);
  });

  it('of sign-in and service meet only in the room of credentials', () => {
    const rooms = /^server\/(oidc|service|credentials)\//;
    const roomIn = (file: string | undefined) => rooms.exec(file ?? '')?.[1];
    const crossing = imports.filter(({ from, to }) => {
      const [here, there] = [roomIn(from), roomIn(to)];
      return here !== undefined && there !== undefined && here !== there && there !== 'credentials';
    });
    expect(crossing.map(describeImport)).toEqual([]);
  });

  it('reference existing files', () => {
    expect(imports.filter(({ to }) => to !== undefined && !exists(to)).map(describeImport)).toEqual([]);
  });

  it('have literal paths', () => {
    const isProduct = ({ from }: Import) => !['tools', 'test', 'settings'].includes(getRoom(from));
    // The machines of another revision are in a temporary checkout. The prerender script is built from `src`; the server
    // loads the built file by its path.
    expect([
      ...new Set(imports.filter((each) => each.specifier === '(computed)' && isProduct(each)).map(describeImport)),
    ]).toEqual([
      'flows/portal/revision.ts imports (computed)',
      'server/portal/prerendered-pages.ts imports (computed)',
    ]);
  });

  it('exclude the packages of other rooms', () => {
    const strange = ({ from, package: name }: Import) =>
      name !== undefined && !isStory(from) && STRANGERS[getRoom(from)]?.test(name) === true;
    expect(imports.filter(strange).map(describeImport)).toEqual([]);
  });

  it('use React Router in domain only to match paths', () => {
    const importers = imports.filter(
      ({ from, package: name }) => getRoom(from) === 'domain' && name === 'react-router',
    );
    expect(importers.map(describeImport)).toEqual(['domain/portal/routes.ts imports react-router']);
    expect(read('domain/portal/routes.ts')).toContain("import { matchRoutes } from 'react-router';");
  });

  it('reference only packages in package.json, or types that they include', () => {
    const { dependencies, devDependencies } = v.parse(Manifest, json('package.json'));
    const named = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
    const isNamed = ({ package: name, isType }: Import) =>
      name === undefined ||
      name.startsWith('node:') ||
      name === '(computed)' ||
      named.has(name) ||
      (isType && read('package-lock.json').includes(`"node_modules/@types/${name}"`));
    expect(imports.filter((each) => !isNamed(each)).map(describeImport)).toEqual([]);
  });
});

describe('domain and machines', () => {
  const EFFECTS = new Set(
    'fetch localStorage sessionStorage document window navigator location history process crypto performance console setTimeout setInterval queueMicrotask XMLHttpRequest WebSocket'.split(
      ' ',
    ),
  );
  const getName = (node: unknown): unknown =>
    typeof node === 'object' && node !== null ? Reflect.get(node, 'name') : undefined;
  const isNamed = (node: unknown, name: string) => getName(node) === name;

  /** Returns the side effect or external input of a node. Undefined for pure computation. */
  function findEffect(node: Node): string | undefined {
    const { callee, object, property } = node;
    if (node.type === 'NewExpression' && isNamed(callee, 'Date')) {
      return Array.isArray(node['arguments']) && node['arguments'].length === 0 ? 'new Date()' : undefined;
    }
    if (node.type === 'MemberExpression') {
      if (isNamed(object, 'Date') && isNamed(property, 'now')) return 'Date.now';
      if (isNamed(object, 'Math') && isNamed(property, 'random')) return 'Math.random';
      return EFFECTS.has(String(getName(object))) ? String(getName(object)) : undefined;
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      return EFFECTS.has(String(getName(callee))) ? String(getName(callee)) : undefined;
    }
    return undefined;
  }

  it.each(['domain', 'machines'])('%s uses no clock, randomness, storage, network or page', (room) => {
    const found = sources
      .filter((file) => getRoom(file) === room)
      .flatMap((file) =>
        parse(file).nodes.flatMap((node) => (findEffect(node) === undefined ? [] : `${file}: ${findEffect(node)}`)),
      );
    expect(found).toEqual([]);
  });

  it('are distinguished from rooms with side effects', () => {
    const clocks = sources
      .filter((file) => getRoom(file) === 'src/app')
      .flatMap((file) =>
        parse(file)
          .nodes.map(findEffect)
          .filter((each) => each !== undefined),
      );
    expect(clocks).toEqual(expect.arrayContaining(['Date.now', 'crypto', 'document']));
  });
});

describe('the areas', () => {
  const areasIn = (room: string) => [
    ...new Set(files.flatMap((file) => new RegExp(`^${room}/([^/]+)/`).exec(file)?.[1] ?? [])),
  ];

  it('have the same names in every layer', () => {
    const areas = areasIn('domain');
    const shared = ['kit', 'app', 'support', 'paths', 'views', 'stories', 'server', 'journeys', 'house'];
    const special = ['bench', 'browsers', 'faults', 'mutation'];
    expect(areas).toEqual(expect.arrayContaining(['accounts', 'documents', 'messages', 'payments', 'portal']));
    // The service has rooms below and above its areas, so that these import each other in one direction: the loans of a
    // borrower, the documents about them and the confirmation of changes, which several areas use, and the due work,
    // with the conversion of older databases, which uses several areas.
    const rooms = ['portfolio', 'loan-documents', 'confirmation', 'due-work', 'conversion'];
    for (const room of ['machines', 'src/views', 'server/service', 'test']) {
      const known = [...areas, ...shared, ...special, ...(room === 'server/service' ? rooms : [])];
      expect(areasIn(room).filter((each) => !known.includes(each))).toEqual([]);
    }
  });

  it('own the code that only they use: kits and the root of domain contain only shared code', () => {
    const areas = areasIn('domain');
    const isOfNoArea = (file: string) => /^(?:machines|src\/views)\/kit\/|^domain\/[^/]+$/.test(file);
    /** Returns the areas, or the rooms outside them, that use a file directly or through others that belong to none. */
    const findUsers = (file: string, seen: readonly string[] = [file]): string[] =>
      imports
        .filter(({ from, to }) => to === file && !seen.includes(from) && !isProof(from))
        .flatMap(({ from }) =>
          isOfNoArea(from)
            ? findUsers(from, [...seen, from])
            : (areas.find((area) => new RegExp(`^(?:domain|machines|src/views|server/service)/${area}/`).test(from)) ??
              getRoom(from)),
        );
    const ofOneArea = sources.filter(isOfNoArea).filter((file) => {
      const [user, ...others] = new Set(findUsers(file));
      return others.length === 0 && areas.includes(user ?? '');
    });
    expect(ofOneArea).toEqual([]);
  });
});

describe('the rooms', () => {
  // A file directly in the folder is a separate room.
  it.each(['src', 'src/app', 'server', 'server/service', 'domain', 'machines', 'src/views'])(
    'of %s import each other in one direction',
    (parent) => {
      const roomIn = (file: string | undefined) => new RegExp(`^${parent}/([^/]+)`).exec(file ?? '')?.[1];
      const arrows = imports.flatMap(({ from, to }) => {
        const [own, other] = [roomIn(from), roomIn(to)];
        return own === undefined || other === undefined || own === other ? [] : [{ own, other }];
      });
      let left = [...new Set(arrows.flatMap(({ own, other }) => [own, other]))];
      expect(left.length).toBeGreaterThan(5);
      // Removes the rooms that import none of the others, again and again. Rooms in a circle remain.
      for (;;) {
        const rest = left.filter((room) => arrows.some(({ own, other }) => own === room && left.includes(other)));
        if (rest.length === left.length) break;
        left = rest;
      }
      expect(left).toEqual([]);
    },
  );
});

describe('the app shell', () => {
  const features = [
    ...new Set(
      ['domain', 'machines', 'src/views'].flatMap((room) => files.flatMap((file) => folderIn(room, file) ?? [])),
    ),
  ].filter((folder) => folder !== 'kit');
  const settings = files.filter(
    (file) => ['settings', '.storybook', 'tools'].includes(getRoom(file)) && !/lock\.json$|\.md$/.test(file),
  );

  it('names no feature, so that a new feature needs no change there', () => {
    expect(features).toEqual(expect.arrayContaining(['payments', 'payments/payflow', 'accounts/dashboard']));
    const named = new RegExp(`(?:domain|machines|views|pages)/(?:${features.join('|')})(?![-\\w])`);
    expect(settings).toEqual(expect.arrayContaining(['.oxlintrc.json', 'vitest.config.ts', 'tools/build.mjs']));
    expect(settings.filter((file) => named.test(read(file)))).toEqual([]);
  });
});

const Manifest = v.object({
  workspaces: v.array(v.string()),
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

describe('installed packages', () => {
  const Locked = v.object({
    version: v.optional(v.string()),
    resolved: v.optional(v.string()),
    integrity: v.optional(v.string()),
    link: v.optional(v.boolean()),
    optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
    dependencies: v.optional(v.record(v.string(), v.string()), {}),
    devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  });
  const { packages } = v.parse(v.object({ packages: v.record(v.string(), Locked) }), json('package-lock.json'));
  const { workspaces, dependencies, devDependencies } = v.parse(Manifest, json('package.json'));
  const links = Object.entries(packages).filter(([, { link }]) => link === true);
  /** Packages that are no folders of this repository. */
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path !== '' && !workspaces.includes(path) && link !== true,
  );
  const declared = { ...dependencies, ...devDependencies };

  it('are pinned to an exact version', () => {
    expect(Object.keys(declared).length).toBeGreaterThan(20);
    expect(Object.entries(declared).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('are locked to that version', () => {
    for (const [name, version] of Object.entries(declared)) {
      const { link, resolved = '', version: locked } = packages[`node_modules/${name}`] ?? {};
      expect([name, link === true ? packages[resolved]?.version : locked]).toEqual([name, version]);
    }
    expect(packages['']).toMatchObject({ dependencies, devDependencies });
  });

  it('come from the public registry only', () => {
    const elsewhere = installed.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toEqual([]);
  });

  it('are links only to the workspaces', () => {
    expect(links.map(([, { resolved }]) => resolved)).toEqual(workspaces);
  });

  it('have a checksum each', () => {
    const unproved = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
    expect(unproved.map(([path]) => path)).toEqual([]);
  });

  /** Resolves a package like Node, from the innermost folder outwards. */
  function isLocked(from: string, name: string): boolean {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`] !== undefined) return true;
      if (at === '' || !at.includes('/')) return at !== '' && packages[`node_modules/${name}`] !== undefined;
    }
  }

  it('are locked for every platform: npm silently omits an optional package that the registry lacks', () => {
    const optional = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).map((name) => [path, name] as const),
    );
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter(([path, name]) => !isLocked(path, name))).toEqual([]);
  });

  it('are locked with all their dependencies', () => {
    const needed = Object.entries(packages).flatMap(([path, each]) =>
      Object.keys(each.dependencies).map((name) => [path, name] as const),
    );
    expect(needed.filter(([path, name]) => !isLocked(path, name))).toEqual([]);
    expect(isLocked('node_modules/vite', 'no-such-package')).toBe(false);
  });
});

describe('the sources', () => {
  it('contain no `any` type', () => {
    expect(sources.filter((file) => parse(file).nodes.some(({ type }) => type === 'TSAnyKeyword'))).toEqual([]);
  });

  it('call no pure function for its error alone, because the bundler removes such a call', () => {
    const getName = (node: unknown): unknown => Reflect.get(Object(node), 'name');
    const found = sources.filter((file) =>
      parse(file).nodes.some(
        ({ type, expression }) =>
          type === 'ExpressionStatement' &&
          /^(?:de|en)codeURI(?:Component)?$/.test(String(getName(Reflect.get(Object(expression), 'callee')))),
      ),
    );
    expect(found).toEqual([]);
  });

  it('access XState internals in one file only', () => {
    const internals = 'flows/core/model/xstate-internals.ts';
    const names = ['StateMachine', 'AnyActorScope', 'implementations', '_nodes', '_transitions', '_parent'];
    const getName = (node: unknown): unknown => Reflect.get(Object(node), 'name');
    const reaches = (file: string) =>
      parse(file).nodes.some(
        ({ type, value, property, key, imported }) =>
          [property, key, imported].some((node) => names.includes(String(getName(node)))) ||
          (type === 'Literal' && /^xstate\.(?!route$)/.test(String(value))),
      );
    const rooms = [
      'machines',
      'src/app',
      'src/start',
      'src/views',
      'src/pages',
      'flows',
      'flows/core',
      'test',
      '.storybook',
    ];
    const found = sources.filter((file) => rooms.includes(getRoom(file)) && reaches(file));
    expect(found).toEqual([internals, 'test/kit/xstate-internals.test.ts']);
  });

  it('suppress no compiler errors, and suppress lint rules only with a reason', () => {
    const silenced = sources.flatMap((file) =>
      parse(file)
        .comments.filter((comment) => /^\s*@ts-(?:ignore|expect-error|nocheck)/m.test(comment))
        .map((comment) => `${file}:${comment}`),
    );
    expect(silenced).toEqual([]);
    // The reason is in the same comment or in the one above.
    const isComment = (line: string | undefined) => /^\s*(?:\/\/|\{?\/\*|\*)/.test(line ?? '');
    const unreasoned = sources.flatMap((file) => {
      const lines = read(file).split('\n');
      return lines.filter(
        (line, index) =>
          isComment(line) &&
          /(?:oxlint|eslint)-disable/.test(line) &&
          !/ -- \S/.test(line) &&
          !isComment(lines[index - 1]),
      );
    });
    expect(unreasoned).toEqual([]);
  });

  it('neither skip tests nor run single ones', () => {
    const tests = sources.filter((file) => /^test\/.*\.(?:test|spec)\.tsx?$/.test(file));
    expect(tests.length).toBeGreaterThan(10);
    const marked = tests.filter((file) =>
      parse(file).nodes.some(({ type, object, property }) => {
        if (type !== 'MemberExpression') return false;
        const [test, mark] = [object, property].map((node) => String(Reflect.get(Object(node), 'name')));
        return /^(?:it|test|describe)$/.test(test ?? '') && /^(?:only|skip|todo|fails)$/.test(mark ?? '');
      }),
    );
    expect(marked).toEqual([]);
  });
});

describe('the repository', () => {
  const isText = (file: string) => !/\.(?:png|jpe?g|gif|ico|woff2?|pdf|gz|br|tgz|tar|zip)$/.test(file);

  it('contains no absolute path of a machine', () => {
    const folders = ['work', 'root', 'home', 'Users', 'mnt'].join('|');
    const path = new RegExp(`(?<![\\w.*-])/(?:${folders})/|\\b[A-Z]:\\\\(?:${folders})`);
    expect(path.test(['open ', 'home', 'me', 'x'].join('/'))).toBe(true);
    expect(files.filter((file) => isText(file) && path.test(read(file)))).toEqual([]);
  });

  it('contains no keys and tokens', () => {
    const secret = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.|\b(?:ghp|npm)_[A-Za-z0-9]{30,}/;
    expect(files.filter((file) => isText(file) && secret.test(read(file)))).toEqual([]);
  });

  it('contains no build output, databases or packages', () => {
    expect(files.filter((file) => /^(?:dist|node_modules|\.data|\.cache|coverage)\//.test(file))).toEqual([]);
  });
});

describe('samples and models', () => {
  const isSample = (file: string) => /(?:^|[/.])(?:samples|model)\.ts$/.test(file);

  /** Returns whether only tests, models and stories use a file, directly or through other files. */
  const isOfProof = (file: string, seen: readonly string[] = []): boolean => {
    if (isProof(file) || isSample(file)) return true;
    const importers = imports.filter(({ from, to }) => to === file && !seen.includes(from));
    return importers.length > 0 && importers.every(({ from }) => isOfProof(from, [...seen, file]));
  };

  it('are not in the portal', () => {
    const samples = sources.filter(isSample);
    expect(samples).toEqual(expect.arrayContaining(['domain/samples.ts', 'domain/payments/samples.ts']));
    // The flow workbench simulates flows by their models; the portal loads nothing of it.
    const used = imports.filter(
      ({ from, to, isType }) =>
        !isType && samples.includes(to ?? '') && !getRoom(from).startsWith('flows') && !isOfProof(from),
    );
    expect(used.map(describeImport)).toEqual([]);
  });
});

describe('views', () => {
  it('are in the portal, and not only in tests and stories', () => {
    const used = new Set(imports.filter(({ from }) => !isProof(from)).map(({ to }) => to));
    const views = sources.filter((file) => file.startsWith('src/views/') && !isStory(file));
    expect(views.filter((file) => !used.has(file))).toEqual([]);
  });
});
