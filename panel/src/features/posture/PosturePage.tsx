import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "../../strings/posture";
import { useMay } from "../../ui/May";
import { Empty, Page, Section } from "../../ui/parts";
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
  const figures = useMay()("iam:metrics.read");
  const navigate = useNavigate();
  const { busy, oldest } = useFreshness(window);
  return (
    <Page
      title={t.posture}
      aside={figures &&
        <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" }}>
          <span className="quiet" aria-live="off">{oldest ? t.oldestFigure(clock(oldest)) : busy ? t.readingDots : ""}</span>
          <SegmentedControl
            aria-label={t.periodTitle}
            size="xs"
            transitionDuration={0}
            value={window}
            onChange={(next) => void navigate({ to: "/", search: { window: next }, replace: true })}
            data={[{ value: "24h", label: t.n24Hours }, { value: "7d", label: t.n7Days }, { value: "30d", label: t.n30Days }]}
          />
        </div>
      }
    >
      {figures && <DecisionSection window={window} />}
      <WaitingSection window={window} />
      {figures ? (
        <>
          <AccessSection window={window} />
          <AuditSection window={window} />
        </>
      ) : <Section title={t.figures}><Empty title={t.youMayNotSeeFigures}>{t.figuresNeed}</Empty></Section>}
    </Page>
  );
}
