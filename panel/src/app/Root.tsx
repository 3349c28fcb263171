import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { leaveToSignIn, SIGNED_OUT, signInBeside } from "../auth/flow";
import { session } from "../auth/session";
import { t } from "../strings/app";
import { Dialog } from "../ui/Dialog";
import { WithRights } from "../ui/May";
import { Note } from "../ui/parts";
import { readAfterSignIn } from "./queries";
import { Shell } from "./Shell";
import { useStore } from "./store";

/** The frame of every page, or the way to sign in. */
export function Root() {
  const now = useStore(session);
  if (now.is === "out") return <SignIn because={now.because} ended={now.ended} />;
  return (
    <>
      <WithRights><Shell subject={now.session.subject} /></WithRights>
      <LostSession opened={now.is === "lost"} />
    </>
  );
}

function SignIn({ because, ended }: { because?: string; ended?: boolean }) {
  const [failure, setFailure] = useState(because);
  const navigate = useNavigate();
  const left = location.pathname === SIGNED_OUT;
  const begin = () => {
    setFailure(undefined);
    leaveToSignIn().catch(() => setFailure(t.signServiceDoesNot));
  };
  return (
    <main style={{ maxWidth: 420, margin: "18vh auto 0", padding: 16, display: "grid", gap: 16 }}>
      <title>{t.signIamPanel}</title>
      <h1>{left ? t.youSignedOut : t.iamPanel}</h1>
      <p style={{ margin: 0 }}>
        {left
          ? ended ? t.yourSessionHasEnded : t.yourSessionHasEndedHere
          : t.seeWhoMayDo}
      </p>
      {failure && <Note tone="deny" title={left ? t.signServiceNotHeard : t.signDidNotWork}><p>{failure}</p></Note>}
      <Button onClick={left ? () => navigate({ to: "/" }).then(begin) : begin}>
        {left ? t.signAgain : t.sign}
      </Button>
    </main>
  );
}

/** Over the page, which keeps what was typed. */
function LostSession({ opened }: { opened: boolean }) {
  const [failure, setFailure] = useState<string>();
  const again = () => {
    setFailure(undefined);
    signInBeside().then(
      () => void readAfterSignIn(),
      (e: unknown) => setFailure(e instanceof Error ? e.message : String(e)),
    );
  };
  return (
    <Dialog opened={opened} title={t.yourSessionHasEndedTitle}>
      <p style={{ margin: 0 }}>{t.pageAsYouLeft}</p>
      {failure && <Note tone="deny" title={t.signDidNotWork}><p>{failure}</p></Note>}
      <Button mt={12} data-autofocus onClick={again}>{t.signAgain}</Button>
    </Dialog>
  );
}
