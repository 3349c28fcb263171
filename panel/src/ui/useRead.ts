import { useQuery } from "@tanstack/react-query";

/** Reads one resource with its revision, which an act sends back as `If-Match`. */
export function useRead<T>(key: unknown[], read: () => Promise<{ data?: { data: T }; response: Response }>) {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const { data, response } = await read();
      return data ? { it: data.data, revision: response.headers.get("ETag") ?? undefined } : null;
    },
  });
}
