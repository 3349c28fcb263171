export interface Batch<T> {
  items: T[];
  next?: string | null;
}

export interface Collected<T> {
  items: T[];
  /** More may follow: the list is not complete. */
  more: boolean;
}

/** Pages may be empty, with a next one: then this many are read before a person is told. */
const MOST_PAGES = 5;

/** Reads on until something is found or the list ends, within bounds. */
export async function collect<T>(read: (cursor: string | undefined) => Promise<Batch<T>>): Promise<Collected<T>> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items, next } = await read(cursor);
    if (items.length > 0 || !next) return { items, more: Boolean(next) };
    cursor = next;
  }
  return { items: [], more: true };
}
