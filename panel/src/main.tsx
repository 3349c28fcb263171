import "./app/mantine.css";
import "./app/theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queries } from "./app/queries";
import { router } from "./app/router";
import { loadConfig } from "./app/settings";
import { theme } from "./app/theme";
import { comeBack, leaveToSignIn, lookForSession, SIGNED_OUT } from "./auth/flow";
import { CALLBACK } from "./auth/oauth";
import { session } from "./auth/session";
import { t } from "./strings/app";

const root = createRoot(document.getElementById("root") as HTMLElement);

/** A session of the authorization server that still lasts is used without a word. */
async function begin(): Promise<boolean> {
  await loadConfig();
  if (location.pathname === CALLBACK) {
    const to = await comeBack(new URL(location.href));
    if (to === undefined) return false;
    history.replaceState(null, "", to);
  } else if (location.pathname === SIGNED_OUT) {
    await lookForSession();
  } else {
    await leaveToSignIn({ prompt: "none" }).then(
      () => new Promise(() => undefined),
      () => session.set({ is: "out", because: t.signServiceDoesNotAnswer }),
    );
  }
  return true;
}

begin().then(
  (shown) =>
    shown
      ? root.render(
          <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
            <QueryClientProvider client={queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </MantineProvider>,
        )
      : root.render(<p>{t.youSignedWindowCan}</p>),
  (failure: unknown) => root.render(<p role="alert">{t.panelCannotStart} {String(failure)}</p>),
);
