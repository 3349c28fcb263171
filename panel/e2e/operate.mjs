// Webhooks, service accounts, relations, roles and exports, in a real browser against the running service.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { look, must, on, open, step } from "./harness.mjs";

const { PANEL: panel, API: api, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, context, another, faults, browser } = scene;
const { shown, gone, heading, press, region, go, enter, field } = on(page, panel);
/** Runs the line of the page beside the files that were saved, where Python and its package are. */
function check(line, files, type) {
  const folder = mkdtempSync(join(tmpdir(), "auditor-"));
  for (const [name, path] of Object.entries(files)) copyFileSync(path, join(folder, name));
  const [command, ...words] = line.split(" ");
  const { error, status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (error || stderr.includes("'cryptography' is missing")) return;
  must(status === 0 && JSON.parse(stdout).record.event_type.startsWith(type), `the saved record is not proved: ${stdout} ${stderr}`);
  must(stderr.includes("own keys prove nothing"), "nobody is warned about the key");
}
const row = (text) => page.getByRole("row").filter({ hasText: text });

try {
  await step("a webhook is created, shows its secret once, and is tested", async () => {
    await enter(/Ada/, "/webhooks", "Webhooks");
    must((await field("Address").count()) === 0, "the form stands above its list");
    await press("New webhook");
    must(await field("Address").evaluate((input) => input === document.activeElement), "the form that opens has no focus");
    await field("Address").fill("https://hooks.example.com/made");
    await field("Events").fill("user created, iam.grant.created");
    await press("Create webhook");
    await shown("Copy the secret of https://hooks.example.com/made now");
    must(/whsec_/.test(await page.locator(".note .mono").first().innerText()), "no secret is shown");
    await page.locator(".note .mono").first().evaluate((secret) => { secret.textContent = "whsec_of_the_picture"; });
    await look(scene, "webhooks");
    await page.getByRole("link", { name: "https://hooks.example.com/made" }).first().click();
    await heading("https://hooks.example.com/made");
    must((await page.getByText("Copy the secret").count()) === 0, "the secret is shown again");
    await press("Send test…");
    await press("Send test");
    await shown("The test event is queued.");
    await press("Change events…");
    await field("Events").fill("iam.user.created");
    await press("Change events");
    await page.locator("dd.mono", { hasText: /^iam\.user\.created$/ }).waitFor();
    await press("New secret…");
    await press("New secret");
    await shown("Copy the secret of");
    await press("Disable…");
    await shown("Deliveries that are not finished become dead letters.");
    await look(scene, "webhook-disable");
    await press("Disable");
    await gone("The test event is queued.");
    await press("Activate…");
    await press("Activate");
    await shown("Activated. Events from now on are sent.");
    await press("Delete…");
    await press("Delete");
    await heading("Webhooks");
    await page.getByRole("link", { name: "https://hooks.example.com/made" }).waitFor({ state: "detached" });
  });

  await step("a webhook that is refused says why, and keeps what was typed", async () => {
    await press("New webhook");
    await field("Address").fill("https://hooks.example.com/refused");
    await field("Events").fill("no such event");
    await press("Create webhook");
    await shown(/^No event is called "no such event"/);
    await field("Events").fill("iam.nothing");
    await press("Create webhook");
    await shown("Something in the form is not right");
    await shown(/^Events: /);
    must((await field("Address").inputValue()) === "https://hooks.example.com/refused", "the address is gone");
    await look(scene, "webhooks-refused");
  });

  await step("a dead letter: its attempts, its event, and its replay", async () => {
    await page.getByRole("link", { name: "https://hooks.example.com/panel" }).click();
    await region("List of deliveries").getByRole("link", { name: "user created" }).first().waitFor();
    await look(scene, "webhook");
    await region("List of deliveries").getByRole("row").filter({ hasText: "dead letter" }).getByRole("link").first().click();
    await heading("Delivery: user created");
    await shown("The host name has no address.");
    await page.getByLabel("Event", { exact: true }).filter({ hasText: "iam.user.created" }).waitFor();
    await look(scene, "delivery");
    await page.getByRole("definition").filter({ hasText: "user:" }).waitFor();
    await press("Replay…");
    await shown("A receiver that already had it can tell by its id.");
    await press("Replay");
    await shown("Replay is queued.");
    await page.locator(".mark", { hasText: "pending" }).waitFor();
    await shown(/a dead letter after 10/);
    await page.getByRole("definition").filter({ hasText: /^now$/ }).waitFor();
  });

  await step("dead letters of a disabled webhook: the reason why none is sent", async () => {
    await page.getByRole("link", { name: "All deliveries of this webhook" }).click();
    await heading("https://hooks.example.com/panel");
    await press("Disable…");
    await press("Disable");
    await page.getByRole("button", { name: "Activate…" }).waitFor();
    await go("/dead-letters");
    await press("Replay all…");
    await press("Replay all");
    await shown(/^None is sent: .+ for a disabled webhook\./);
    await page.getByRole("checkbox", { name: "Tick all shown" }).check();
    await press("Replay ticked…");
    await shown("Each event goes again to its webhook.");
    await press("Replay");
    await shown(/^\d+ rows? (was|were) refused\.$/);
    await page.getByRole("listitem").filter({ hasText: "user created" }).filter({ hasText: "The event cannot be replayed now." }).first().waitFor();
    const letter = row("user created").first();
    await letter.getByText("The webhook is disabled.").waitFor();
    must((await page.getByRole("button", { name: /^Replay user created/ }).count()) === 0, "a replay is offered that would be refused");
    await look(scene, "dead-letters-disabled");
    await page.getByRole("link", { name: "Activate it first." }).click();
    await heading("Webhooks");
    await page.goBack();
    await letter.getByRole("link", { name: "Activate it" }).click();
    await heading("https://hooks.example.com/panel");
    await press("Activate…");
    await press("Activate");
    await shown("Activated. Events from now on are sent.");
    await go("/dead-letters");
    await page.getByRole("button", { name: /^Replay user created/ }).first().waitFor();
  });

  await step("a manifest is submitted from the example", async () => {
    await go("/applications");
    await page.getByText("Submit a manifest", { exact: true }).click();
    await field(/^Manifest as JSON/).fill('{"app": {}}');
    await press("Submit");
    await shown("It names no application: app.key is missing");
    await press("Fill in an example");
    await look(scene, "manifest-submit");
    await press("Submit");
    await heading("shop, version 1");
    await press("Reject…");
    await press("Reject");
    await page.locator(".mark", { hasText: "rejected" }).waitFor();
  });

  await step("a service account: made, limited, suspended, revoked", async () => {
    await go("/service-accounts");
    await heading("Service accounts");
    await press("New service account");
    await field("Name").fill("Nightly import");
    await field(/^Public keys/).fill("{keys");
    await press("Create account");
    await shown("Not JSON");
    await field(/^Public keys/).fill("");
    await press("Create account");
    await shown(/Copy the secret of Nightly import/);
    await page.locator(".note .mono").first().evaluate((secret) => { secret.textContent = "of the picture"; });
    await look(scene, "service-accounts");
    await page.getByRole("link", { name: "Nightly import" }).last().click();
    await heading("Nightly import");
    await press("Change scopes…");
    await field(/^Scopes/).fill("iam:users.read");
    await press("Change scopes");
    await page.locator("dd.mono", { hasText: "iam:users.read" }).waitFor();
    await press("Suspend…");
    await shown("is denied everything at once");
    await press("Suspend");
    await press("Reactivate…");
    await press("Reactivate");
    await press("New secret…");
    await press("New secret");
    await shown(/Copy the secret/);
    await look(scene, "service-account");
    await press("Revoke…");
    await press("Revoke");
    await page.locator(".mark", { hasText: "revoked" }).waitFor();
    must((await page.getByRole("button", { name: /…$/ }).count()) === 0, "a revoked account still offers acts");
  });

  await step("a person and a group are made", async () => {
    await go("/people");
    await press("New person");
    await field("Name", true).first().fill("Nora New");
    await field("E-mail").fill("nora@example.com");
    await press("Create person");
    await shown("Nora New is created.");
    await page.getByRole("link", { name: "Nora New" }).click();
    await heading("Nora New");
    await field("Attributes").fill("{site");
    await press("Save…");
    await shown("Not JSON");
    await field("Attributes").fill('{"site": "berlin"}');
    await field("Name").fill("Nora Newton");
    await press("Save…");
    await shown("Conditions may read attributes");
    await press("Save");
    await heading("Nora Newton");
    await page.locator("dd.mono", { hasText: '{"site":"berlin"}' }).waitFor();
    // One's own act is no one else's change.
    await press("Suspend…");
    await press("Suspend");
    await page.locator(".mark", { hasText: "suspended" }).waitFor();
    await field("E-mail").fill("nora@example.org");
    await press("Save…");
    await press("Save");
    await page.getByRole("definition").filter({ hasText: "nora@example.org" }).waitFor();
    await go("/groups");
    await press("New group");
    await field("Key").fill("night");
    await field("Name").fill("Night");
    await press("Create group");
    await page.getByRole("link", { name: "Night" }).click();
    await heading("Night");
    await field("Name").fill("Night watch");
    await press("Save…");
    await press("Save");
    await heading("Night watch");
    await look(scene, "group");
    await press("Revoke…");
    await shown("gives its members no rights any more");
    await press("Revoke");
    await page.getByText("revoked", { exact: true }).waitFor();
    must((await page.getByRole("button", { name: /Save|Revoke/ }).count()) === 0, "a revoked group still offers acts");
  });

  await step("a suspended grant is lifted, after its effect is said", async () => {
    const grants = `${api}/api/iam/v1/grants?**`;
    await context.route(grants, async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      return route.fulfill({ response: answer, json: { data: data.slice(0, 1).map((row) => ({ ...row, status: "suspended" })), next_cursor: null } });
    });
    await go("/grants?status=active");
    await press("Reinstate…");
    await shown("has again");
    await look(scene, "grant-reinstate");
    await page.keyboard.press("Escape");
    await context.unroute(grants);
  });

  await step("another person's ways in: a line that invites, and sessions that end", async () => {
    const theirs = await another();
    const tab = await theirs.newPage();
    const rita = on(tab, panel);
    await rita.enter(/Rita/, "/me", "You");
    await go("/people");
    await page.getByRole("link", { name: /Rita Moss/ }).click();
    await heading(/Rita Moss/);
    await shown("No passkey, so no way to sign in.");
    await page.getByText("Invite", { exact: true }).click();
    must(/^iam iam:users:invite .* --user [0-9a-f-]{36}$/.test(await page.getByLabel("Line that invites").innerText()), "no line that invites");
    const sessions = region("List of sessions");
    await sessions.getByRole("row").nth(1).waitFor();
    await look(scene, "person-ways-in");
    await press("End all…");
    await shown("To keep this person out, suspend the account.");
    await look(scene, "person-end-all");
    await press("End all");
    await shown("Not signed in.");
    await rita.go("/reviews");
    await tab.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await theirs.close();
  });

  await step("a campaign is prepared, opened and cancelled", async () => {
    await go("/campaigns");
    await heading("Campaigns");
    await press("New campaign");
    await field("Name").fill("Autumn");
    await field("Applications").fill("warehouse");
    await field("Reviewer").fill("nobody");
    await page.getByLabel("Due").fill("2199-12-01");
    await press("Prepare campaign");
    await shown(/^Choose one that is suggested/);
    await field("Reviewer").fill("user:demo-rita");
    await press("Prepare campaign");
    await heading("Autumn");
    await page.getByText("Scope", { exact: true }).waitFor();
    await page.getByRole("definition").filter({ hasText: "Rita Moss" }).waitFor();
    await press("Start…");
    await shown("its reviewers are asked");
    await look(scene, "campaign-start");
    await press("Start");
    await page.locator(".mark", { hasText: "running" }).waitFor();
    await press("Cancel campaign…");
    await press("Cancel campaign");
    await page.locator(".mark", { hasText: "cancelled" }).waitFor();
  });

  await step("relations are added and removed; the model is drawn", async () => {
    await go("/relations");
    await heading("Relations");
    await press("New relation");
    await field("Subject").first().fill("user:ann");
    await field("Relation").first().fill("viewer");
    await field("Object").first().fill("folder:reports");
    await press("Add relation");
    await region("List of relations").getByText("folder:reports").waitFor();
    await look(scene, "relations");
    await row("folder:reports").getByRole("button", { name: /^Remove/ }).click();
    await shown("loses at once what follows from");
    await press("Remove");
    await region("List of relations").getByText("folder:reports").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Model of Warehouse" }).click();
    await heading("Model of warehouse");
    await page.getByRole("img", { name: /folder viewer user, folder viewer#member group.* document parent folder/ }).waitFor();
    await look(scene, "model");
  });

  await step("two people change one role: both versions, then both together", async () => {
    await go("/roles");
    await press("New role");
    await field("Key").fill("night-shift");
    await field("Name").fill("Night shift");
    await field("Permissions").fill("warehouse:stock.read");
    await press("Create role");
    await page.getByRole("link", { name: "Night shift" }).click();
    await heading("Night shift");
    const theirs = await another();
    const tab = await theirs.newPage();
    const other = on(tab, panel);
    await other.enter(/Ada/, new URL(page.url()).pathname, "Night shift");
    await tab.getByRole("textbox", { name: "Permissions" }).fill("warehouse:stock.read\nwarehouse:stock.adjust");
    await other.press("Save…");
    await tab.getByRole("region", { name: "Changes" }).getByRole("row").filter({ hasText: "warehouse:stock.adjust" }).waitFor();
    await other.press("Save");
    await tab.locator("dd.mono", { hasText: "warehouse:stock.adjust" }).waitFor();
    await field("Name").fill("Shift of the night");
    await press("Save…");
    await press("Save");
    await shown("Someone changed this while you did");
    const versions = region("Both versions");
    await versions.getByRole("row").filter({ hasText: "Name" }).filter({ hasText: "Shift of the night" }).waitFor();
    await versions.getByRole("row").filter({ hasText: "Permissions" }).filter({ hasText: "stock.adjust" }).waitFor();
    await look(scene, "role-both-versions");
    await press("Put both together");
    await press("Save…");
    await press("Try on recorded decisions");
    await shown(/^(None of \d+|No) recorded decision/);
    await look(scene, "role-save");
    await press("Save");
    await heading("Shift of the night");
    await page.locator("dd.mono", { hasText: "warehouse:stock.adjust, warehouse:stock.read" }).waitFor();
    await look(scene, "role");
    await theirs.close();
    await press("Delete…");
    await press("Delete");
    await heading("Roles");
  });

  await step("the chain is exported, counted and whole", async () => {
    await go("/audit");
    await heading("Audit");
    const [download] = await Promise.all([page.waitForEvent("download"), press("Export all records")]);
    await shown(/records saved/);
    const lines = readFileSync(await download.path(), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const records = lines.filter((line) => line.type === "record").length;
    must(lines.at(-1).type === "end" && lines.at(-1).records === records && records > 10, `the file has ${records} records`);
    await shown(`${new Intl.NumberFormat("en").format(records)} records saved`);
    await look(scene, "audit-export");
  });

  await step("a record that no checkpoint covers says so before a click; one is signed, and it is proved", async () => {
    await go("/audit?type=iam.webhook.");
    await region("List of audit records").getByRole("link").first().click();
    await heading(/webhook/);
    await shown("No checkpoint covers this record yet");
    must((await page.getByRole("button", { name: "Save for an auditor" }).count()) === 0, "a proof is offered that there is not");
    await look(scene, "record-uncovered");
    await press("Sign checkpoint…");
    await press("Sign checkpoint");
    await shown(/Covered by the checkpoint of \d/);
    const cut = `${api}/api/iam/v1/audit/export*`;
    await context.route(cut, (route) => route.fulfill({ body: '{"type":"header"}\n', contentType: "application/jsonl", headers: { "access-control-allow-origin": panel } }));
    await press("Save for an auditor");
    await shown("The export was cut off. Nothing was saved.");
    await context.unroute(cut);
    const [saved] = await Promise.all([page.waitForEvent("download"), press("Save for an auditor")]);
    await shown(/^record-\d+\.jsonl is saved$/);
    const [program] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "verify_export.py" }).click()]);
    const line = await page.getByLabel("Line that checks the proof").innerText();
    check(line, { [saved.suggestedFilename()]: await saved.path(), [program.suggestedFilename()]: await program.path() }, "iam.webhook.");
    await look(scene, "record-saved");
    await go("/checkpoints");
    await heading("Checkpoints");
    await press("Sign checkpoint…");
    await shown("each of them can be proved");
    await press("Sign checkpoint");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await look(scene, "checkpoints");
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
