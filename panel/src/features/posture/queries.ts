import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { from, type WindowName } from "./series";

/** Often enough for a page that is looked at; a hidden one asks nothing. */
const REFRESH = 60_000;
/** Lists are counted up to this; the figure then says "100+". */
export const COUNTED = 100;

function useFigure<T>(key: unknown[], read: () => Promise<T>, enabled = true) {
  return useQuery({ queryKey: ["posture", ...key], queryFn: read, refetchInterval: REFRESH, enabled });
}

/** Whether figures are being read, and when the oldest one of the page was. */
export function useFreshness(window: WindowName): { busy: boolean; oldest?: number } {
  const queryKey = ["posture"];
  // Changes with every answer, and so shows the next state.
  const busy = useIsFetching({ queryKey }) > 0;
  const shown = useQueryClient().getQueryCache().findAll({
    queryKey,
    predicate: ({ queryKey: [, , of] }) => of === undefined || of === window,
  });
  const times = shown.map((query) => query.state.dataUpdatedAt).filter((at) => at > 0);
  return { busy, oldest: times.length > 0 ? Math.min(...times) : undefined };
}

export const useDecisions = (window: WindowName) =>
  useFigure(["decisions", window], async () =>
    (await body(api().GET("/api/iam/v1/metrics/decisions", { params: { query: { from: from(window, Date.now()) } } }))).data);

export const useGrants = (window: WindowName) =>
  useFigure(["grants", window], async () =>
    (await body(api().GET("/api/iam/v1/metrics/grants", { params: { query: { from: from(window, Date.now()) } } }))).data);

export const useAudit = (window: WindowName) =>
  useFigure(["audit", window], async () =>
    (await body(api().GET("/api/iam/v1/metrics/audit", { params: { query: { from: from(window, Date.now()) } } }))).data);

interface Listed {
  data: unknown[];
  next_cursor?: string | null;
}

export interface Counted {
  n: number;
  more: boolean;
}

const counted = (page: Listed): Counted => ({ n: page.data.length, more: Boolean(page.next_cursor) });

/** The rights without which a count is not read. */
export const NEEDS = { campaigns: "iam:access_review.manage", recommendations: "iam:least_privilege.view", anomalies: "iam:anomaly.view", deadLetters: "iam:metrics.read" };

export const useWaiting = (may: (permission: string) => boolean) => ({
  reviews: useFigure(["inbox"], async () =>
    counted(await body(api().GET("/api/iam/v1/access-reviews/inbox", { params: { query: { limit: COUNTED } } })))),
  campaigns: useFigure(["campaigns"], async () =>
    counted(await body(api().GET("/api/iam/v1/access-reviews/campaigns", { params: { query: { "filter[status]": "running", limit: COUNTED } } }))), may(NEEDS.campaigns)),
  recommendations: useFigure(["recommendations"], async () =>
    counted(await body(api().GET("/api/iam/v1/recommendations/least-privilege", { params: { query: { "filter[status]": "open", limit: COUNTED } } }))), may(NEEDS.recommendations)),
  anomalies: useFigure(["anomalies"], async () =>
    counted(await body(api().GET("/api/iam/v1/anomalies", { params: { query: { "filter[status]": "open", limit: COUNTED } } }))), may(NEEDS.anomalies)),
});
