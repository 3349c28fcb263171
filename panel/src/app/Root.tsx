import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { leaveToSignIn, SIGNED_OUT, signInBeside } from "../auth/flow";
import { session } from "../auth/session";
import { Dialog } from "../ui/Dialog";
import { Note } from "../ui/parts";
import { queries } from "./queries";
import { Shell } from "./Shell";
import { useStore } from "./store";

/** The frame of every page, or the way to sign in. */
export function Root() {
  const now = useStore(session);
  if (now.is === "out") return <SignIn because={now.because} ended={now.ended} />;
  return (
    <>
      <Shell subject={now.session.subject} />
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
    leaveToSignIn().catch(() => setFailure("The sign-in service does not answer. Try again in a moment."));
  };
  return (
    <main style={{ maxWidth: 420, margin: "18vh auto 0", padding: 16, display: "grid", gap: 16 }}>
      <title>Sign in · IAM panel</title>
      <h1>{left ? "You are signed out" : "IAM panel"}</h1>
      <p style={{ margin: 0 }}>
        {left
          ? ended ? "Your session has ended here and at the sign-in service." : "Your session has ended here."
          : "See who may do what, why, and what changed. Sign in to go on; you return to this page."}
      </p>
      {failure && <Note tone="deny" title={left ? "The sign-in service is not heard from" : "Sign-in did not work"}><p>{failure}</p></Note>}
      <Button onClick={left ? () => navigate({ to: "/" }).then(begin) : begin}>
        {left ? "Sign in again" : "Sign in"}
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
      () => void queries.invalidateQueries(),
      (e: unknown) => setFailure(e instanceof Error ? e.message : String(e)),
    );
  };
  return (
    <Dialog opened={opened} title="Your session has ended">
      <p style={{ margin: 0 }}>This page is as you left it, with everything you typed. Sign in again to go on.</p>
      {failure && <Note tone="deny" title="Sign-in did not work"><p>{failure}</p></Note>}
      <Button mt={12} data-autofocus onClick={again}>Sign in again</Button>
    </Dialog>
  );
}
