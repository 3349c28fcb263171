import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { ApiError } from "../../api/problem";
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

export const useReceiver = (webhook: string) =>
  useQuery({ queryKey: ["webhook", webhook, "receiver"], queryFn: () => receiver(webhook), staleTime: 60_000, retry: false });

/** A webhook by its address, or by its id until that is read. */
export function WebhookLink({ of }: { of: string }) {
  const { data } = useReceiver(of);
  return <Link to="/webhooks/$webhook" params={{ webhook: of }} className={data?.url ? "name" : "mono"} title={of}>{data?.url ? <bdi>{data.url}</bdi> : short(of)}</Link>;
}
