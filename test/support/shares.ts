/**
 * Distributes items among `of` shares of about the same effort: the greatest effort first, each to the share with the
 * least so far.
 */
export function divideIntoShares<Item>(
  items: readonly Item[],
  getEffort: (item: Item) => number,
  of: number,
): Item[][] {
  const shares = Array.from({ length: of }, () => ({ effort: 0, items: [] as Item[] }));
  for (const item of items.toSorted((one, other) => getEffort(other) - getEffort(one))) {
    const [least] = shares.toSorted((one, other) => one.effort - other.effort);
    if (least === undefined) break;
    least.effort += getEffort(item);
    least.items.push(item);
  }
  return shares.map((share) => share.items);
}
