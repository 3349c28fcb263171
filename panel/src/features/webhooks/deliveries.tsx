import { Link } from "@tanstack/react-router";
import { api, type Schemas } from "../../api/client";
import { t } from "../../strings/webhooks";
import { type Act, once } from "../../ui/Acts";
import type { Column } from "../../ui/ListTable";
import { Mark, type Tone } from "../../ui/parts";
import { eventWords } from "../../ui/words";

export type Delivery = Schemas["DeliveryView"];

const TONES: Record<Delivery["status"], Tone> = { waiting: "plain", pending: "plain", sending: "plain", delivered: "allow", dead: "deny" };

export function DeliveryStatus({ of }: { of: Delivery["status"] }) {
  return <Mark tone={TONES[of]}>{of === "dead" ? t.givenUpWord : of}</Mark>;
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { title: t.eventTitle, cell: (row) => <Link to="/deliveries/$delivery" params={{ delivery: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: t.attempts, cell: (row) => row.tries },
  { title: t.lastError, cell: (row) => <span className="name">{row.last_error ?? "–"}</span> },
];

/** The acts that the state of a delivery allows. */
export function deliveryActs(it: Delivery): Act[] {
  const params = (key: string) => ({ path: { delivery: it.id }, header: once(key) });
  const replay: Act = {
    name: t.replay, title: t.replayEvent, needs: "iam:webhooks.manage",
    effect: t.eventGoesAgainIts,
    run: ({ key }) => api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: params(key) }),
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
