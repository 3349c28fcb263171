import { useQuery } from "@tanstack/react-query";
import { api, body } from "../api/client";
import { Subject } from "./Subject";

/** The person by the name of sign-in, which needs no right. */
export function Me({ subject }: { subject: string }) {
  const { data } = useQuery({
    queryKey: ["me", subject],
    queryFn: async () => (await body(api().GET("/oauth/userinfo").catch(() => ({ data: undefined })))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.name ? <bdi className="name">{data.name}</bdi> : <Subject of={subject} />;
}
