import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/webhooks";
import { Mark } from "../../ui/parts";
import { short } from "../../ui/Subject";

/** The webhook of a delivery: its address, and whether it takes events. */
interface Receiver {
  url?: string;
  status: "active" | "disabled" | "deleted";
}

async function receiver(webhook: string): Promise<Receiver> {
  try {
    const { data: { url, status } } = await body(api().GET("/api/iam/v1/webhooks/{webhook}", { params: { path: { webhook } } }));
    return { url, status };
  } catch (failure) {
    if (failure instanceof ApiError && failure.problem.status === 404) return { status: "deleted" };
    throw failure;
  }
}

const reading = (webhook: string) => ({ queryKey: ["webhook", webhook, "receiver"], queryFn: () => receiver(webhook), staleTime: 60_000, retry: false });

export const useReceiver = (webhook: string) => useQuery(reading(webhook));

/** Those of some webhooks that take no events, as far as it is known. */
export function useClosed(webhooks: readonly string[]): ReadonlySet<string> {
  const ids = [...new Set(webhooks)];
  const read = useQueries({ queries: ids.map(reading) });
  return new Set(ids.filter((_, at) => (read[at]?.data?.status ?? "active") !== "active"));
}

/** A webhook by its address, or by its id until that is read, and whether it takes events. */
export function WebhookLink({ of }: { of: string }) {
  const { data } = useReceiver(of);
  return (
    <>
      <Link to="/webhooks/$webhook" params={{ webhook: of }} className={data?.url ? "name" : "mono"} title={of}>{data?.url ? <bdi>{data.url}</bdi> : short(of)}</Link>
      {data && data.status !== "active" && <> <Mark tone="deny">{data.status === "disabled" ? t.disabledWord : t.deletedWord}</Mark></>}
    </>
  );
}

/** The address of a webhook in a sentence. */
export function Address({ of }: { of: string }) {
  const { data } = useReceiver(of);
  return <strong className="name"><bdi>{data?.url ?? short(of)}</bdi></strong>;
}
