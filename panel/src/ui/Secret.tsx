import { t } from "../strings/ui";
import { Copy, Note } from "./parts";

/** A secret that the service shows once; it lives in the state of its page, and goes with it. */
export function Secret({ of, value }: { of: string; value?: string }) {
  if (!value) return null;
  return (
    <Note tone="step" title={t.copySecretNow(of)}>
      <p>{t.shownOnceNobodyCan}</p>
      <p><span className="mono">{value}</span> <Copy text={value} /></p>
    </Note>
  );
}
