import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/applications";
import { once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { objectOf, textOf } from "../../ui/json";

const EXAMPLE = {
  schema: "iam.manifest.v2",
  app: { key: "shop", name: t.shop },
  permissions: [{ key: "order.read" }, { key: "order.cancel" }],
  roles: [{ key: "clerk", label: t.clerk, permissions: ["order.read"] }, { key: "manager", label: t.manager, permissions: ["order.*"] }],
};

/** Submits a manifest, and leads to its page, on which it is applied. */
export function SubmitManifest() {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const submitted = useMutation({
    mutationFn: async ({ application, manifest }: { application: string; manifest: object }) => {
      const { data } = await body(api().POST("/api/iam/v1/applications/{application}/manifests",
        { params: { path: { application }, header: once(key) }, body: manifest as never }));
      await navigate({ to: "/manifests/$manifest", params: { manifest: data.id } });
    },
  });
  const put = (now: string) => {
    setText(now);
    setFault(undefined);
    setKey(crypto.randomUUID());
    submitted.reset();
  };
  const send = () => {
    const { value, fault: found } = objectOf(text);
    const application = keyOf(value);
    setFault(found ?? (application ? undefined : t.namesNoApplication));
    if (value && application) submitted.mutate({ application, manifest: value });
  };
  return (
    <form className="edit" onSubmit={(event) => { event.preventDefault(); send(); }}>
      <Textarea required label={t.newManifest} description={t.asJson} classNames={{ input: "mono" }} autosize minRows={4} maxRows={20}
        value={text} error={fault} onChange={(event) => put(event.currentTarget.value)} />
      {submitted.error && <ErrorNote error={submitted.error} doing="once" />}
      <div className="acts">
        <Button type="submit" size="compact-md" loading={submitted.isPending}>{t.submit}</Button>
        <Button size="compact-md" variant="default" onClick={() => put(textOf(EXAMPLE))}>{t.fillExample}</Button>
      </div>
    </form>
  );
}

/** The key of the application that a manifest is of. */
function keyOf(manifest: Record<string, unknown> | undefined): string | undefined {
  const app = manifest?.app;
  const key = typeof app === "object" && app !== null && "key" in app ? app.key : undefined;
  return typeof key === "string" && key ? key : undefined;
}
