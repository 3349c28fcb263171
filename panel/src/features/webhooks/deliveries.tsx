import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/webhooks";
import { type Act, once } from "../../ui/Acts";
import type { Column } from "../../ui/ListTable";
import { Mark, type Tone } from "../../ui/parts";
import { eventWords } from "../../ui/words";

export type Delivery = Schemas["DeliveryView"];

const TONES: Record<Delivery["status"], Tone> = { waiting: "plain", pending: "plain", sending: "plain", delivered: "allow", dead: "deny" };

/** So often an event is tried: docs/webhooks.md, The answer. */
export const MOST_TRIES = 10;

/** Whether a delivery changes by itself. */
export const isMoving = ({ status }: Delivery) => status !== "delivered" && status !== "dead";

export function DeliveryStatus({ of }: { of: Delivery["status"] }) {
  return <Mark tone={TONES[of]}>{of === "dead" ? t.givenUpWord : of}</Mark>;
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { title: t.eventTitle, cell: (row) => <Link to="/deliveries/$delivery" params={{ delivery: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: t.attempts, cell: (row) => row.tries },
  { title: t.lastError, cell: (row) => <span className="name">{row.last_error ?? "–"}</span> },
];

const isDisabled = async (webhook: string) => {
  const read = body(api().GET("/api/iam/v1/webhooks/{webhook}", { params: { path: { webhook } } }));
  return read.then(({ data }) => data.status === "disabled", () => false);
};

/** The acts that the state of a delivery allows. */
export function deliveryActs(it: Delivery): Act[] {
  const params = (key: string) => ({ path: { delivery: it.id }, header: once(key) });
  const replay: Act = {
    name: t.replay, title: t.replayEvent, needs: "iam:webhooks.manage",
    effect: t.eventGoesAgainIts,
    run: ({ key }) => api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: params(key) }).catch(async (failure: unknown) => {
      if (failure instanceof ApiError && failure.problem.status === 409 && (await isDisabled(it.webhook_id))) {
        throw new ApiError({ ...failure.problem, title: t.webhookDisabled, detail: t.activateThenReplay });
      }
      throw failure;
    }),
  };
  const remove: Act = {
    name: t.delete, title: t.deleteDeadLetter, needs: "iam:webhooks.manage", destructive: true,
    effect: t.eventNotSentWebhook,
    run: ({ key }) => api().DELETE("/api/iam/v1/webhooks/dlq/{delivery}", { params: params(key) }),
  };
  switch (it.status) {
    case "dead": return [replay, remove];
    case "delivered": return [replay];
    default: return [];
  }
}
