/** Generates the list of flows to which each flow's screens link. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogEntry, loadCatalog } from '#machines/catalog.ts';

/** A string that is an address of the portal. */
const ADDRESS = /(['"`])(\/[\w/-]*)\1/g;

/** The name of a flow's files, its views and its page. */
const getFlowName = ({ file }: CatalogEntry): string => file.split('/').at(-1)?.replace('.machine.ts', '') ?? '';

async function readViews(): Promise<{ readonly path: string; readonly text: string }[]> {
  const files = await Promise.all(
    ['src/views', 'src/pages'].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name).replaceAll('\\', '/')),
    ),
  );
  const paths = files.flat().filter((path) => /\.tsx?$/.test(path) && !path.includes('.stories.'));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** Returns the ids of the linked flows, by the id of the flow. */
async function findFlowLinks(catalog: readonly CatalogEntry[]): Promise<Readonly<Record<string, string[]>>> {
  const views = await readViews();
  const known = catalog
    .filter(({ isOpened }) => isOpened)
    .flatMap(({ id, place }) => place.split(', ').map((address) => ({ id, address: address.replaceAll('`', '') })));
  const byAddress = (address: string) => {
    const found = known.filter((each) => `${address}/`.startsWith(`${each.address}/`));
    const longest = Math.max(...found.map((each) => each.address.length));
    return found.filter((each) => each.address.length === longest);
  };
  const links = catalog.map((entry): [string, string[]] => {
    const name = getFlowName(entry);
    const own = views.filter(({ path }) => path.includes(`/${name}/`) || /pages\/([\w-]+)\./.exec(path)?.[1] === name);
    const addresses = own.flatMap(({ text }) => [...text.matchAll(ADDRESS)].map(([, , address = '']) => address));
    const targets = addresses.flatMap(byAddress).map(({ id }) => id);
    return [entry.id, [...new Set(targets)].filter((id) => id !== entry.id).sort()];
  });
  return Object.fromEntries(links.filter(([, targets]) => targets.length > 0));
}

/** Writes the links between all flows of the portal to a file. */
export default async function writeFlowLinks([file = '']: readonly string[]): Promise<void> {
  await writeFile(file, JSON.stringify(await findFlowLinks(await loadCatalog())));
}
