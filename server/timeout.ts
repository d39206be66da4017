/** Timeout for promises. */

/** Settles as `work` does, or rejects with `late` after the given time. Does not cancel `work`. */
export function withTimeout<Result>(milliseconds: number, work: Promise<Result>, late: Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), milliseconds);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
