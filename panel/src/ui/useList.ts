import { useInfiniteQuery } from "@tanstack/react-query";

interface ListPage<T> {
  data: T[];
  next_cursor?: string | null;
}

/** A list that is read page by page, by cursor. */
export function useList<T>(key: unknown[], read: (cursor: string | undefined) => Promise<ListPage<T>>) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return { ...query, rows: query.data?.pages.flatMap((page) => page.data) ?? [] };
}
