/** The files for deployment agree with each other and with the documentation. */
import { expect, it } from 'vitest';
import { read } from './repository.ts';

it('compose.yaml uses the PostgreSQL version of the tests, and limits the memory of each service', () => {
  const compose = read('compose.yaml');
  const [, tested] = /The\s+tests use version (\d+)/.exec(read('docs/operations.md')) ?? [];
  expect(compose).toContain(`image: postgres:${tested}-`);
  const services = compose.split(/\n {2}(?=[\w-]+:\n)/).filter((each) => /\n {4}(?:image|<<):/.test(each));
  expect(services.length).toBeGreaterThanOrEqual(4);
  for (const service of services) expect(service).toMatch(/mem_limit|\*portal/);
  expect(compose).toMatch(/x-portal:[^]*?mem_limit[^]*?\nservices:/);
});

it('the Caddyfile limits headers, bodies and time', () => {
  const limits = ['max_header_size', 'read_header', 'read_body', 'idle', 'max_size', 'max_conns_per_host'];
  for (const limit of limits) expect(read('deploy/Caddyfile')).toMatch(new RegExp(`^\\s*${limit} \\S`, 'm'));
});

it('the image contains its list of components', () => {
  expect(read('Dockerfile')).toMatch(
    /npm sbom --sbom-format=cyclonedx > sbom\.cdx\.json[^]*COPY --from=packages \/app\/sbom\.cdx\.json/,
  );
});
