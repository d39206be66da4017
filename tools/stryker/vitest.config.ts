/** The tests that Stryker runs, as one project: its Vitest runner cannot select a project of `vitest.config.ts`. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

const isOfServer = process.env['MUTATED'] === 'server';
const isSample = process.env['SAMPLED'] !== undefined;

const isWalk = ({ moduleId }: TestSpecification): boolean => /[\\/]paths[\\/]machines-/.test(moduleId);

/**
 * Runs the tests that import the mutated file first, because they usually kill its mutants, which ends a run, and the
 * walks of the machines last, because they are slow.
 */
class ImportersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Server tests share a database, so all tests of a file run in order, not only those that execute the mutant.
    if (isOfServer) for (const { config } of this.ctx.projects) delete config.testNamePattern;
    const { related = [], root } = this.ctx.config;
    const imports = related.map((file) => `'#${relative(root, file).replaceAll('\\', '/')}'`);
    const isImporter = ({ moduleId }: TestSpecification): boolean => {
      const text = readFileSync(moduleId, 'utf8');
      return imports.some((each) => text.includes(each));
    };
    return files.toSorted(
      (a, b) => Number(isImporter(b)) - Number(isImporter(a)) || Number(isWalk(a)) - Number(isWalk(b)),
    );
  }
}

/**
 * Reports a file that cannot be imported as an error. Stryker ignores such a file, so that the mutant survives and the
 * initial run passes (https://github.com/stryker-mutator/stryker-js/issues/6150).
 */
class ImportErrors implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(file: TestModule): void {
    for (const error of file.errors()) this.#vitest?.state.catchError(error, file.moduleId);
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/!(house|paths)/**/*.test.ts', 'test/paths/{machines-1,machines-2,routes}.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Reads sources as text, which Stryker has changed.
      'test/kit/new-page.test.ts',
      // Slow, and about the engine and its settings rather than rules.
      'test/server/{database,http-settings,pgbouncer,script-policy}.test.ts',
      // These are slow. Mutants of the server are tested with its tests, mutants of the domain with the walks.
      isOfServer ? 'test/paths/machines-*' : 'test/server/**',
      ...(isSample ? ['test/paths/**'] : []),
    ],
    reporters: [new ImportErrors()],
    // Domain: coverage of a function that caches its result would miss all tests but the first. Server: it takes minutes.
    isolate: !isOfServer,
    sequence: { sequencer: ImportersFirst },
    env: { TEST_DATABASES_KEPT: '1' },
    // Stryker's own timeout ends endless loops.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
