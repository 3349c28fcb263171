import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";

interface ListPage<T> {
  data: T[];
  next_cursor?: string | null;
}

/** So many are kept, whatever the length of the list: the first are dropped for those that come. */
const MOST_PAGES = 6;

/** A list that is read page by page, by cursor. */
export function useList<T>(key: unknown[], read: (cursor: string | undefined) => Promise<ListPage<T>>) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // A cursor leads forward alone.
    getPreviousPageParam: () => undefined,
    maxPages: MOST_PAGES,
  });
  return {
    ...query,
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    /** The beginning of the list was dropped. */
    isLater: query.data !== undefined && query.data.pageParams[0] !== undefined,
    restart: () => void queries.resetQueries({ queryKey: key, exact: true }),
  };
}
