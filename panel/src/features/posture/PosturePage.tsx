import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../ui/parts";
import { clock } from "../../ui/words";
import { AccessSection } from "./AccessSection";
import { AuditSection } from "./AuditSection";
import { DecisionSection } from "./DecisionSection";
import { useFreshness } from "./queries";
import { WINDOWS, type WindowName } from "./series";
import { WaitingSection } from "./WaitingSection";

/** The state of an organization's access at a glance. */
export function PosturePage() {
  const { window: asked } = useSearch({ from: "/" });
  const window: WindowName = asked !== undefined && asked in WINDOWS ? (asked as WindowName) : "24h";
  const navigate = useNavigate();
  const { busy, oldest } = useFreshness(window);
  return (
    <Page
      title="Posture"
      aside={
        <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" }}>
          <span className="quiet" aria-live="off">{oldest ? `Oldest figure of ${clock(oldest)}` : busy ? "Reading…" : ""}</span>
          <SegmentedControl
            aria-label="Period"
            size="xs"
            transitionDuration={0}
            value={window}
            onChange={(next) => void navigate({ to: "/", search: { window: next }, replace: true })}
            data={[{ value: "24h", label: "24 hours" }, { value: "7d", label: "7 days" }, { value: "30d", label: "30 days" }]}
          />
        </div>
      }
    >
      <DecisionSection window={window} />
      <WaitingSection />
      <AccessSection window={window} />
      <AuditSection window={window} />
    </Page>
  );
}
