import { useQuery } from "@tanstack/react-query";
import { api, body } from "../api/client";

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The name of a subject such as `user:01a2…`, or undefined where it has none or may not be read. */
export async function nameOf(type: string, id: string): Promise<string | undefined> {
  if (!UUID.test(id)) return undefined;
  switch (type) {
    case "user":
      return (await body(api().GET("/api/iam/v1/users/{user}", { params: { path: { user: id } } }))).data.name;
    case "service_account":
      return (await body(api().GET("/api/iam/v1/service-accounts/{service_account}", { params: { path: { service_account: id } } }))).data.name;
    case "group":
      return (await body(api().GET("/api/iam/v1/groups/{group}", { params: { path: { group: id } } }))).data.name;
    default:
      return undefined;
  }
}

/** A subject by its name, isolated so that its direction stays its own. */
export function Subject({ of }: { of: string }) {
  const at = of.indexOf(":");
  const type = of.slice(0, at);
  const id = of.slice(at + 1).replace(/#.*$/, "");
  const name = useQuery({
    queryKey: ["name", type, id],
    queryFn: async () => (await nameOf(type, id).catch(() => undefined)) ?? null,
    staleTime: 600_000,
    refetchOnWindowFocus: false,
  });
  return (
    <span className="name" title={of}>
      {name.data ? <bdi>{name.data}</bdi> : <span className="mono">{short(of)}</span>}
    </span>
  );
}

/** An id at a length that a line holds; the whole one is in the title. */
export function short(of: string): string {
  return of.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})/g, "$1…$2");
}
