/** A limit for work that has none of its own. */

/** Settles as `work` does, or rejects with `late` after so many milliseconds. The work itself goes on. */
export function within<Result>(milliseconds: number, work: Promise<Result>, late: Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), milliseconds);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
