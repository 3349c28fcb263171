import { TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api, body } from "../api/client";
import { t } from "../strings/app";
import { Dialog } from "../ui/Dialog";
import { useMay } from "../ui/May";
import { groupsByName, rolesByName, type Suggestion } from "../ui/suggestions";
import { isPresent, LEAST_LETTERS, said } from "./finding";
import { offered } from "./pages";

const PAUSE = 250;
const MOST = 8;

interface Found {
  key: string;
  label: string;
  kind: string;
  go: () => void;
}

type Go = ReturnType<typeof useNavigate>;

/** The things that are found by their names, each by its right; `more` tells two of one name apart. */
const KINDS: { kind: string; needs: string; read: (q: string) => Promise<Suggestion[]>; go: (to: Go, of: string) => unknown; more?: (of: string) => string }[] = [
  {
    kind: t.person, needs: "iam:users.read", go: (to, user) => to({ to: "/people/$user", params: { user } }),
    read: async (q) => (await body(api().GET("/api/iam/v1/users", { params: { query: { q, limit: MOST } } }))).data.map(({ id, name }) => ({ value: id, label: name })),
  },
  { kind: t.group, needs: "iam:groups.read", read: groupsByName, go: (to, of) => to({ to: "/groups/$group", params: { group: of.replace("group:", "") } }) },
  { kind: t.role, needs: "iam:roles.read", read: rolesByName, go: (to, role) => to({ to: "/roles/$role", params: { role } }), more: (key) => ` ${key}` },
];

/** Finds pages, people, groups and roles by their names, from every page (Ctrl K); only what the person may see. */
export function Finder() {
  const [opened, setOpened] = useState(false);
  useHotkeys([["mod+K", () => setOpened(true)]], []);
  return (
    <>
      <button type="button" className="finder" onClick={() => setOpened(true)}>{t.find} <kbd>Ctrl K</kbd></button>
      <Dialog title={t.findPageOrPerson} opened={opened} onClose={() => setOpened(false)}>
        <Content onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function Content({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const may = useMay();
  const kinds = KINDS.filter(({ needs }) => may(needs));
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [q] = useDebouncedValue(text.trim(), PAUSE);
  const read = useQueries({
    queries: kinds.map(({ kind, read }) => ({ queryKey: ["find", kind, q], queryFn: () => read(q), enabled: q.length >= LEAST_LETTERS, staleTime: 60_000 })),
  });
  const search = { wanted: text.trim(), asked: q, answered: read.every(({ isPending }) => !isPending), failed: read.some(({ isError }) => isError) };
  const wanted = search.wanted.toLowerCase();
  const found: Found[] = [
    ...offered(may).flatMap((entry) => entry.tabs.map((tab) => ({ key: tab.to, label: tab.label, kind: t.page, go: () => void navigate({ to: tab.to }) })))
      .filter((page) => page.label.toLowerCase().includes(wanted)),
    ...(isPresent(search) ? kinds : []).flatMap(({ kind, go, more }, i) => (read[i]?.data ?? []).slice(0, MOST).map(({ value, label }) => ({
      key: `${kind}-${value}`, label, kind: kind + (more?.(value) ?? ""), go: () => void go(navigate, value),
    }))),
  ];
  const words = said(search, found.length);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    document.querySelector('#found [aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const take = (entry: Found | undefined) => {
    if (!entry) return;
    entry.go();
    onDone();
  };
  return (
    <>
      <TextInput
        aria-label={t.name} placeholder={t.reviewsAnnDots} data-autofocus value={text}
        role="combobox" aria-expanded aria-controls="found" aria-activedescendant={found[chosen] && `found-${found[chosen].key}`}
        onChange={(event) => { setText(event.currentTarget.value); setAt(0); }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
          else if (event.key === "Enter") take(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="found" role="listbox" aria-label={t.found} className="found">
        {found.map((entry, i) => (
          <li key={entry.key} id={`found-${entry.key}`} role="option" aria-selected={i === chosen} onClick={() => take(entry)}>
            <bdi className="name">{entry.label}</bdi> <span className="quiet">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p className="quiet" role="status" style={words ? undefined : { margin: 0 }}>{words}</p>
    </>
  );
}
