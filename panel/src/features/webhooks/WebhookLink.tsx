import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { short } from "../../ui/Subject";

/** A webhook by its address, or by its id until that is read. */
export function WebhookLink({ of }: { of: string }) {
  const { data } = useQuery({
    queryKey: ["webhook", of, "address"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/webhooks/{webhook}", { params: { path: { webhook: of } } }))).data.url,
    staleTime: 600_000,
    retry: false,
  });
  return <Link to="/webhooks/$webhook" params={{ webhook: of }} className={data ? "name" : "mono"} title={of}>{data ? <bdi>{data}</bdi> : short(of)}</Link>;
}
