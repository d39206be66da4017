/**
 * Distributes items among `of` shares of about the same effort: the greatest effort first, each to the share with the
 * least so far.
 */
export function sharesOf<Item>(items: readonly Item[], effortOf: (item: Item) => number, of: number): Item[][] {
  const shares = Array.from({ length: of }, () => ({ effort: 0, items: [] as Item[] }));
  for (const item of items.toSorted((one, other) => effortOf(other) - effortOf(one))) {
    const [least] = shares.toSorted((one, other) => one.effort - other.effort);
    if (least === undefined) break;
    least.effort += effortOf(item);
    least.items.push(item);
  }
  return shares.map((share) => share.items);
}
