import { Button, useMantineColorScheme } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { api } from "../api/client";
import { health, type Health, watchPause } from "../api/health";
import { signOut } from "../auth/flow";
import { t } from "../strings/app";
import { useMay, useRightsSettled } from "../ui/May";
import { Note } from "../ui/parts";
import { Me } from "../ui/Me";
import { clock } from "../ui/words";
import { Finder } from "./Finder";
import { entryOf, isAt, offered } from "./pages";
import { useStore } from "./store";

/** Tabs that saw the same outage do not ask in step. */
const JITTER = 1 + Math.random() / 4;

export function Shell({ subject }: { subject: string }) {
  const path = useLocation({ select: (location) => location.pathname });
  const entry = entryOf(path);
  const pages = offered(useMay());
  const settled = useRightsSettled();
  const tabs = pages.find((page) => page.label === entry?.label)?.tabs ?? [];
  return (
    <div className="shell">
      <a className="skip" href="#main">{t.skipPage}</a>
      <header>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <strong>{t.iamPanel}</strong>
        <span className="space" />
        <Finder />
        <Link to="/me" className="me" title={t.yourAccount}><span className="clip"><Me subject={subject} /></span></Link>
        <ThemeButton />
        <Button variant="default" size="compact-sm" onClick={() => void signOut()}>{t.logOut}</Button>
      </header>
      <nav aria-label={t.pages}>
        {settled && pages.map((page) => (
          <Link key={page.label} to={page.tabs[0]?.to} aria-current={page.label === entry?.label ? "page" : undefined}>{page.label}</Link>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <HealthNote />
        {settled && entry && tabs.length > 1 && (
          <nav className="tabs" aria-label={entry.label}>
            {tabs.map((tab) => (
              <Link key={tab.to} to={tab.to} aria-current={isAt(path, tab) ? "page" : undefined}>{tab.label}</Link>
            ))}
          </nav>
        )}
        {settled && <Outlet />}
      </main>
    </div>
  );
}

/** Changes the theme, at first to the opposite of what is seen; the way that Mantine stops transitions meanwhile writes HTML, which Trusted Types refuse. */
function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const system = useColorScheme(undefined, { getInitialValueInEffect: false });
  const next = colorScheme === system ? "auto" : colorScheme !== "auto" ? system : system === "light" ? "dark" : "light";
  return (
    <Button variant="default" size="compact-sm" onClick={() => setColorScheme(next)} title={t.change(t.themes[next])}>
      {t.themes[colorScheme]}
    </Button>
  );
}

/** Says on every page that everything is denied, since when, and when that is over. */
function HealthNote() {
  const now = useStore(health);
  useQuery({
    queryKey: ["watch"],
    queryFn: async () => (await api().GET("/api/iam/v1/capabilities")).data ?? null,
    refetchInterval: () => watchPause(health.get(), Date.now()) * JITTER,
  });
  if (now.is === "well") return null;
  return (
    <div style={{ maxWidth: 1120, margin: "0 auto 20px" }}>
      <Note tone="deny" title={now.is === "denying" ? t.everythingBeingDenied : t.serviceDoesNotAnswer}>
        <p>{outage(now)}</p>
      </Note>
    </div>
  );
}

function outage(now: Exclude<Health, { is: "well" }>): string {
  const since = now.good === undefined
    ? t.sinceAtLatestWhen(clock(now.since))
    : t.sinceLastGoodAnswer(clock(now.since), clock(now.good));
  return now.is === "denying"
    ? t.serviceCannotReachIts(since)
    : t.downOrYourNetwork(since);
}
