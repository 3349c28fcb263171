import { Link } from "@tanstack/react-router";
import { api, type Schemas } from "../../api/client";
import { type Act, once } from "../../ui/Acts";
import type { Column } from "../../ui/ListTable";
import { Mark, type Tone } from "../../ui/parts";
import { eventWords } from "../../ui/words";

export type Delivery = Schemas["DeliveryView"];

const TONES: Record<Delivery["status"], Tone> = { waiting: "plain", pending: "plain", sending: "plain", delivered: "allow", dead: "deny" };

export function DeliveryStatus({ of }: { of: Delivery["status"] }) {
  return <Mark tone={TONES[of]}>{of === "dead" ? "given up" : of}</Mark>;
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { title: "Event", cell: (row) => <Link to="/deliveries/$delivery" params={{ delivery: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: "Attempts", cell: (row) => row.tries },
  { title: "Last error", cell: (row) => <span className="name">{row.last_error ?? "–"}</span> },
];

/** The acts that the state of a delivery allows. */
export function deliveryActs(it: Delivery): Act[] {
  const params = (key: string) => ({ path: { delivery: it.id }, header: once(key) });
  const replay: Act = {
    name: "Replay", title: "Replay this event?", needs: "iam:webhooks.manage",
    effect: "The event goes again to its webhook. Receivers know it by its id, also if they had it before.",
    run: ({ key }) => api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: params(key) }),
  };
  const remove: Act = {
    name: "Delete", title: "Delete this dead letter?", needs: "iam:webhooks.manage", destructive: true,
    effect: "The event is not sent to this webhook any more. The event itself stays in the feed and in the audit log.",
    run: ({ key }) => api().DELETE("/api/iam/v1/webhooks/dlq/{delivery}", { params: params(key) }),
  };
  switch (it.status) {
    case "dead": return [replay, remove];
    case "delivered": return [replay];
    default: return [];
  }
}
