import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";

interface ListPage<T> {
  data: T[];
  next_cursor?: string | null;
}

/** So many are kept, whatever the length of the list: the first are dropped for those that come. */
const MOST_PAGES = 6;
const AGAIN = 5_000;

/** A list that is read page by page, by cursor; and again after a while as long as a row changes by itself. */
export function useList<T>(key: unknown[], read: (cursor: string | undefined) => Promise<ListPage<T>>, isMoving?: (row: T) => boolean) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // A cursor leads forward alone.
    getPreviousPageParam: () => undefined,
    maxPages: MOST_PAGES,
    refetchInterval: ({ state }) => isMoving && state.data?.pages.some((page) => page.data.some(isMoving)) ? AGAIN : false,
  });
  return {
    ...query,
    /** The list by its filters: another text is another list. */
    name: JSON.stringify(key),
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    /** The beginning of the list was dropped. */
    isLater: query.data !== undefined && query.data.pageParams[0] !== undefined,
    restart: () => void queries.resetQueries({ queryKey: key, exact: true }),
  };
}
