/** The version of a build, which the portal shows and by which an open tab notices a new release. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Runs git in a folder, which must be a repository itself. Returns undefined if it fails or git is not installed. */
async function git(folder, ...args) {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(resolve(folder)) };
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env }).catch(() => ({ stdout: undefined }));
  return stdout?.trim();
}

/**
 * Returns the version of the sources in a folder: that of package.json with the commit, `0.1.0+1a2b3c4d5e`, and `.changed` if
 * files differ from it. Without git, as in the build of an image: PORTAL_VERSION, else that of package.json.
 */
export async function readVersion(folder, { PORTAL_VERSION = '' } = process.env) {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const commit = await git(folder, 'rev-parse', '--short=10', 'HEAD');
  if (!commit) return PORTAL_VERSION || version;
  const changes = await git(folder, 'status', '--porcelain', '--untracked-files=no');
  return `${version}+${commit}${changes ? '.changed' : ''}`;
}

/** Writes the version of the sources in a folder into its build, where the portal and the server read it. */
export const writeVersion = async (folder) =>
  writeFile(join(folder, 'dist/portal/build-version.txt'), await readVersion(folder));
