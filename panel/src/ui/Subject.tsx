import { useQuery } from "@tanstack/react-query";
import { api, body } from "../api/client";
import { ApiError, isHidden } from "../api/problem";
import { batched } from "./batch";
import { atMost } from "./queue";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const MOST = 100;
/** An id of the organization's own systems, as far as it fits into an address. */
const ID = /^[\w.@+-]{1,200}$/;

/** People of a page by one request: one for each would soon be refused as too many. */
const personOf = batched(async (ids) => {
  const { data } = await body(api().GET("/api/iam/v1/users", { params: { query: { "filter[id]": ids.join(","), limit: MOST } } }));
  return new Map(data.map(({ id, name }) => [id, name]));
}, MOST);

/** The name of a subject such as `user:01a2…`, or undefined where it has none. */
async function nameOf(type: string, id: string): Promise<string | undefined> {
  // Other subjects than people are named by their ids alone.
  if (type === "user" ? !ID.test(id) : !UUID.test(id)) return undefined;
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

/** A page of many subjects asks for a few names at a time. */
const queued = atMost(4);

async function nameOrNull(type: string, id: string): Promise<string | null> {
  try {
    const name = type === "user" && UUID.test(id) ? personOf(id) : queued(() => nameOf(type, id));
    return (await name) ?? null;
  } catch (failure) {
    if (failure instanceof ApiError && isHidden(failure.problem)) return null;
    throw failure;
  }
}

/** The name of a subject; nothing where it has none, or none is asked for. */
export function useName(of?: string): string | null | undefined {
  const at = of?.indexOf(":") ?? -1;
  const type = of?.slice(0, at) ?? "";
  const id = of?.slice(at + 1).replace(/#.*$/, "") ?? "";
  return useQuery({
    queryKey: ["name", type, id],
    queryFn: () => nameOrNull(type, id),
    enabled: of !== undefined,
    staleTime: 600_000,
    refetchOnWindowFocus: false,
  }).data;
}

/** A subject by its name, isolated so that its direction stays its own; `whole` adds its reference. */
export function Subject({ of, whole = false }: { of: string; whole?: boolean }) {
  const name = useName(of);
  return (
    <span className="name" title={of}>
      {name ? <bdi>{name}</bdi> : <bdi className="mono">{whole ? of : short(of)}</bdi>}
      {whole && name && <> <bdi className="mono quiet">{of}</bdi></>}
    </span>
  );
}

/** An id at a length that a line holds; the whole one is in the title. */
export function short(of: string): string {
  return of.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})/g, "$1…$2");
}
