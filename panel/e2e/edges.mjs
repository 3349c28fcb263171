// What goes wrong while a person works, and names that are meant to break a page.
import { counted, longestTask, look, must, on, open, problem, step } from "./harness.mjs";

const { PANEL: panel, API: api, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium", STRANGER: stranger } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, context, another, faults, browser } = scene;
const { shown, gone, heading, press, nav, go, enter, field, holds, choose, region } = on(page, panel);
const v1 = `${api}/api/iam/v1`;
const answered = (json) => ({ json, headers: { "access-control-allow-origin": panel } });
/** A grant of a role, as a list has it. */
const grant = (id, more) => ({
  id, subject: "user:ann", privilege_type: "role", privilege_key: "warehouse:clerk", effect: "permit", application: "warehouse", resource: null, condition: null,
  valid_from: null, valid_until: null, activation_required: false, activated_at: null, activated_until: null, status: "active", source: "manual",
  justification: null, created_at: "2026-01-01T00:00:00Z", ...more,
});

try {
  await enter(/Ada/, "/people", "People");

  await step("another organization's resource reads as one that never was, on every page that has an id", async () => {
    const absent = "01a221d7-0000-7000-8000-000000000000";
    for (const path of ["/people", "/groups", "/service-accounts", "/webhooks", "/deliveries", "/campaigns", "/manifests", "/audit", "/decisions"]) {
      await go(`${path}/${absent}`);
      await shown("It does not exist in your organization.");
    }
    await go(`/people/${stranger}`);
    await shown("It does not exist in your organization.");
    must((await page.getByText("Stranger").count()) === 0, "the name of another organization's person is shown");
    await look(scene, "another-tenant");
  });

  await step("names: a script, from right to left, an emoji, and 200 letters", async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await go("/people");
      await heading("People");
      for (const name of ['<script>alert("x")</script>', "داليا الأحمد", /^🦊 Foxglove/]) {
        await page.getByRole("link", { name }).click();
        await heading(name);
        await page.waitForLoadState("networkidle");
        const { wide, title, alone } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          title: document.title,
          alone: [...document.querySelectorAll("bdi")].every((each) => getComputedStyle(each).unicodeBidi === "isolate"),
        }));
        must(wide <= width, `${name} is ${wide} pixels wide of ${width}`);
        must(alone, `${name} is not isolated`);
        must(title.endsWith(" · IAM panel"), `the title is ${title}`);
        await page.goBack();
        await heading("People");
      }
      await page.screenshot({ path: `${out}/names-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await go("/groups");
    await page.getByRole("link", { name: "Auditors" }).click();
    await heading("Auditors");
    await field("Who").fill("user:fox");
    await press("Add member");
    const row = page.getByRole("row").filter({ hasText: "Foxglove" });
    await row.getByRole("button", { name: "Remove…" }).click();
    await look(scene, "long-name");
    await press("Remove");
    await row.waitFor({ state: "detached" });
  });

  await step("a name that looks like a key stands for no other subject, and no other role", async () => {
    const account = "01a22204-eba5-7692-8d44-00000000c0de";
    const accounts = `${v1}/service-accounts?**`;
    await context.route(accounts, (route) => route.request().method() === "OPTIONS" ? route.fallback()
      : route.fulfill(answered({ data: [{ id: account, name: "user:ann" }], next_cursor: null })));
    const roles = `${v1}/roles?**`;
    await context.route(roles, async (route) => {
      if (route.request().method() === "OPTIONS") return route.fallback();
      const response = await route.fetch();
      const { data } = await response.json();
      const more = [{ key: "deputy", label: "warehouse:boss" }, { key: "keeper", label: "Own keeper" }, { key: "warehouse:boss", label: "Boss" }];
      return route.fulfill({ response, json: { data: [...more, ...data], next_cursor: null } });
    });
    await page.goto(`${panel}/grants/new?subject=user:ann`);
    await heading("New grant");
    await page.waitForLoadState("networkidle");
    await holds("Who", "Ann Arber");
    for (const [key, label] of [["keeper", "Own keeper"], ["warehouse:boss", "Boss"], ["warehouse:keeper", "Keeper"]]) {
      await field("Role or permission").fill(key);
      await field("Reason").click();
      await holds("Role or permission", label);
    }
    const asked = page.waitForRequest((request) => request.url().endsWith("/grants/preview") && request.method() === "POST");
    await press("Preview");
    const { subject } = (await asked).postDataJSON();
    must(subject === "user:ann", `the grant is for ${subject}`);
    await press("Grant…");
    await page.getByRole("dialog").filter({ hasText: "Ann Arber user:ann gets the role Keeper warehouse:keeper" }).waitFor();
    await press("Cancel");
    await choose("Who", "user:ann (service_account:01a22204…c0de)");
    await holds("Who", `service_account:${account}`);
    await shown("→ user:ann");
    await look(scene, "name-like-a-key");
    await context.unroute(accounts);
    await context.unroute(roles);
    await page.goto(`${panel}/people`);
    await heading("People");
  });

  await step("429: a list waits and then shows itself; an act says how long to wait", async () => {
    let refused = 0;
    const groups = `${v1}/groups?**`;
    await context.route(groups, (route) => {
      if (route.request().method() === "OPTIONS" || refused++ > 0) return route.fallback();
      return route.fulfill(problem(panel, 429, "too-many-requests", {}, { "Retry-After": "1" }));
    });
    // A page without fields that suggest groups.
    await nav("Operate");
    await page.reload();
    await heading("Webhooks");
    const begun = Date.now();
    await go("/groups");
    await page.getByRole("link", { name: "Auditors" }).waitFor();
    must(refused >= 2 && Date.now() - begun >= 900, `asked again after ${Date.now() - begun} ms`);
    await context.unroute(groups);
    const test = `${v1}/users/*/suspend`;
    await context.route(test, (route) => route.fulfill(problem(panel, 429, "too-many-requests", {}, { "Retry-After": "7" })), { times: 1 });
    await go("/people");
    await page.getByRole("link", { name: "Bob Berg" }).click();
    await press("Suspend…");
    await press("Suspend");
    await shown(/wait 7 seconds/);
    await shown("01a2-test");
    await look(scene, "too-many-requests");
    await page.keyboard.press("Escape");
    await page.locator(".mark", { hasText: "active" }).waitFor();
  });

  await step("two administrators act on one person: the second sees what the first did, and decides again", async () => {
    const theirs = await another();
    const tab = await theirs.newPage();
    const other = on(tab, panel);
    await other.enter(/Ada/, new URL(page.url()).pathname, "Bob Berg");
    await press("Suspend…");
    await other.press("Suspend…");
    await other.press("Suspend");
    await tab.getByRole("button", { name: "Reactivate…" }).waitFor();
    await press("Suspend");
    await shown("Someone changed this meanwhile");
    await look(scene, "act-outdated");
    await press("Cancel");
    await page.locator(".mark", { hasText: "suspended" }).waitFor();
    await press("Reactivate…");
    await press("Reactivate");
    await page.getByRole("button", { name: "Suspend…" }).waitFor();
    await theirs.close();
  });

  await step("a lost connection: said at once, kept what was typed, and gone when it is back", async () => {
    await nav("Ask");
    await heading("Ask");
    await field("Who").fill("user:typed-offline");
    await context.setOffline(true);
    await field("Permission").fill("warehouse:stock.read");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await shown("The service does not answer");
    await look(scene, "offline");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await gone("The service does not answer");
    must((await field("Who").inputValue()) === "user:typed-offline", "the form is empty");
  });

  await step("the answer to a write is lost: it is repeated, and happens once", async () => {
    const groups = `${v1}/groups/*/members`;
    let sent = 0;
    await context.route(groups, async (route) => {
      if (route.request().method() !== "POST" || sent++ > 0) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await go("/groups");
    await page.getByRole("link", { name: "Auditors" }).click();
    await heading("Auditors");
    await field("Who").fill("user:eve");
    await press("Add member");
    await shown("It is not known whether this happened");
    await look(scene, "answer-lost");
    await press("Add member");
    await gone("It is not known whether this happened");
    const rows = page.getByRole("row").filter({ hasText: "<script>" });
    await rows.first().waitFor();
    must((await rows.count()) === 1 && sent === 2, `${await rows.count()} members after ${sent} requests`);
    await context.unroute(groups);
    await rows.getByRole("button", { name: "Remove…" }).click();
    await press("Remove");
  });

  await step("step-up: the level is demanded, and the page is where it was", async () => {
    const explain = `${v1}/decisions/explain`;
    await go("/ask?subject=user:ann&permission=warehouse:stock.read");
    await heading("Ask");
    // A question that is under way is not asked twice.
    await shown("A grant allows it.");
    let demanded = 0;
    await context.route(explain, (route) => route.request().method() === "OPTIONS" || demanded++ > 0
      ? route.fallback() : route.fulfill(problem(panel, 401, "step-up-required", { required_aal: "aal1" })));
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await shown("This needs a stronger sign-in");
    must((await page.getByRole("dialog").count()) === 0, "a step-up was taken for a lost session");
    await look(scene, "step-up");
    const popup = page.waitForEvent("popup");
    await press("Sign in with aal1");
    const window = await popup;
    await window.waitForURL(/acr_values=aal1|callback/).catch(() => undefined);
    await shown("A grant allows it.");
    await holds("Who", "Ann Arber");
    await context.unroute(explain);
  });

  await step("several grants are revoked: a refused one is named, a demanded sign-in is made, and the others go on", async () => {
    for (const subject of ["fox", "eve", "dalia"]) {
      await go(`/grants/new?subject=user:${subject}&key=warehouse:keeper`);
      await heading("New grant");
      await press("Preview");
      await page.getByRole("heading", { name: "What it would change" }).waitFor();
      await press("Grant…");
      await press("Grant");
      await shown(/ now has Keeper /);
    }
    await go("/grants?key=warehouse:keeper&status=active");
    const rows = region("List of grants").locator("tbody tr");
    await rows.filter({ hasText: "Foxglove" }).waitFor();
    await press("Revoke ticked…");
    await shown("Tick rows first.");
    const all = page.getByRole("checkbox", { name: "Tick all shown" });
    await all.check();
    await shown("4 ticked");
    for (const filter of ["key=warehouse:keeper", "key=warehouse:keeper&status=active"]) {
      await go(`/grants?${filter}`);
      await page.waitForLoadState("networkidle");
      await rows.filter({ hasText: "Foxglove" }).first().waitFor();
      must((await page.getByRole("checkbox", { checked: true }).count()) === 0, "a row is still ticked under another filter");
    }
    await all.check();
    await rows.filter({ hasText: "Ann Arber" }).getByRole("checkbox", { name: /^Ann Arber.*Keeper/ }).uncheck();
    await shown("3 ticked");
    must(await all.evaluate((box) => box.indeterminate && !box.checked), "the box of all is not between");
    const revoke = `${v1}/grants/*/revoke`;
    let sent = 0;
    await context.route(revoke, (route) => {
      if (route.request().method() === "OPTIONS") return route.fallback();
      const answers = { 2: problem(panel, 409, "conflict", { detail: "It cannot be." }), 3: problem(panel, 401, "step-up-required", { required_aal: "aal1" }) };
      return answers[++sent] ? route.fulfill(answers[sent]) : route.fallback();
    });
    await press("Revoke ticked…");
    await shown("3 grants of 3 holders end at once:");
    await counted(page.getByRole("dialog", { name: "Revoke 3 grants?" }).getByRole("listitem").filter({ hasText: /loses the role Keeper/ }), 3, "a grant is not named");
    await look(scene, "grants-revoke-ticked");
    await press("Revoke");
    await shown("This needs a stronger sign-in");
    await shown("2 of 3 tried.");
    const popup = page.waitForEvent("popup");
    await press("Sign in with aal1");
    const window = await popup;
    for (let n = 0; n < 100 && !window.isClosed(); n++) await page.waitForTimeout(100);
    await press("Revoke");
    await shown("2 grants are revoked. 1 row was refused.");
    await gone(/ now has Keeper /);
    await page.getByRole("listitem").filter({ hasText: "Keeper warehouse:keeper: In conflict with the current state. It cannot be." }).waitFor();
    must(sent === 4, `${sent} requests for three grants and a sign-in`);
    await context.unroute(revoke);
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 2);
    await page.setViewportSize({ width: 360, height: 740 });
    await rows.filter({ hasNotText: "Ann Arber" }).getByRole("checkbox").check();
    await shown("1 ticked");
    must((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "the boxes do not fit on a telephone");
    await look(scene, "grants-ticked-narrow");
    await press("Revoke ticked…");
    await press("Revoke");
    await shown("1 grant is revoked.");
    await page.setViewportSize({ width: 1280, height: 800 });
    const rights = `${v1}/me/permissions`;
    await context.route(rights, async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      return route.fulfill({ response: answer, json: { data: { ...data, permissions: data.permissions.filter((each) => each !== "iam:grants.manage") } } });
    });
    await page.reload();
    await rows.first().waitFor();
    must((await page.getByRole("checkbox").count()) === 0, "boxes are offered without the right");
    await context.unroute(rights);
    await page.reload();
    await page.getByRole("checkbox").first().waitFor();
  });

  await step("an act on ticked grants ends with the page on which it was asked", async () => {
    const [grants, revoke] = [`${v1}/grants?**`, `${v1}/grants/*/revoke`];
    const three = [1, 2, 3].map((n) => grant(`01a22202-eba5-7692-8d44-00000000000${n}`));
    await context.route(grants, (route) => route.request().method() === "OPTIONS" ? route.fallback()
      : route.fulfill(answered({ data: three, next_cursor: null })));
    let sent = 0;
    let answer;
    const held = new Promise((resolve) => { answer = resolve; });
    await context.route(revoke, async (route) => {
      if (route.request().method() === "OPTIONS") return route.fallback();
      sent++;
      await held;
      return route.fulfill(answered({ data: three[0] }));
    });
    await go("/grants?key=warehouse:clerk");
    await page.getByRole("checkbox", { name: "Tick all shown" }).check();
    await shown("3 ticked");
    await press("Revoke ticked…");
    const first = page.waitForRequest(revoke);
    await press("Revoke");
    await first;
    await go("/people");
    await heading("People");
    const answers = page.waitForResponse(revoke);
    answer();
    await answers;
    // A second request would be under way by the time that another page has what it asked for.
    await nav("Ask");
    await heading("Ask");
    await page.waitForLoadState("networkidle");
    must(sent === 1, `${sent} requests, though the page was left after the first`);
    await context.unroute(revoke);
    await context.unroute(grants);
  });

  await step("two grants of one role have boxes of different names", async () => {
    const grants = `${v1}/users/*/grants?**`;
    const id = (n) => `01a22202-eba5-7692-8d44-00000000000${n}`;
    const more = [{ resource: "document:a" }, { resource: "document:b" }, { condition: "context.quantity < 3" }, { valid_until: "2199-12-01T12:00:00Z" }];
    await context.route(grants, (route) => route.request().method() === "OPTIONS" ? route.fallback()
      : route.fulfill(answered({ data: { grants: more.map((each, i) => grant(id(i), each)) }, next_cursor: null })));
    await go("/people");
    await page.getByRole("link", { name: "Ann Arber" }).click();
    await heading("Ann Arber");
    for (const name of [/Clerk.* document:a/, /Clerk.* document:b/, /Clerk.* if context\.quantity < 3/, /Clerk.* in \d+ years/]) {
      await counted(region("List of grants").getByRole("checkbox", { name }), 1, `no box, or several, are called ${name}`);
    }
    await context.unroute(grants);
  });

  await step("a session that an administrator ends in mid-work, and what was typed", async () => {
    const theirs = await another();
    const tab = await theirs.newPage();
    const rita = on(tab, panel);
    await rita.enter(/Rita/, "/requests", "Access requests");
    await go("/people");
    await page.getByRole("link", { name: /Rita Moss/ }).click();
    await press("Suspend…");
    await press("Suspend");
    await page.getByRole("button", { name: "Reactivate…" }).waitFor();
    await tab.waitForTimeout(1_500);
    await rita.go("/reviews");
    await tab.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await look({ ...scene, page: tab }, "session-revoked");
    const popup = tab.waitForEvent("popup");
    await rita.press("Sign in again");
    const window = await popup;
    await window.getByRole("button", { name: /Rita/ }).first().click();
    await window.getByText("You cannot sign in with this account.").waitFor();
    await window.close();
    await press("Reactivate…");
    await press("Reactivate");
    await page.getByRole("button", { name: "Suspend…" }).waitFor();
    await theirs.close();
  });

  await step("a person is offered only what they may use", async () => {
    const theirs = await another();
    const tab = await theirs.newPage();
    const rita = on(tab, panel);
    await rita.enter(/Rita/, "/me", "You");
    await tab.getByText("Nothing but your own work.").waitFor();
    const pages = await tab.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();
    must(pages.join() === "Overview,Governance", `offered: ${pages}`);
    await tab.getByRole("region", { name: "List of sessions" }).getByRole("button", { name: "End…" }).first().waitFor();
    await counted(tab.getByText("this one"), 1, "the session of this browser is not marked");
    await rita.shown(/^a click, without a secret, plain sign-in/);
    await look({ ...scene, page: tab }, "me");
    await tab.keyboard.press("Control+k");
    await tab.getByRole("combobox", { name: "Name" }).fill("signing");
    await tab.getByText("Nothing is found by this name.").waitFor();
    must((await tab.getByRole("option").count()) === 0, "a page is found that is not offered");
    await tab.keyboard.press("Escape");
    await tab.getByRole("button", { name: "End…" }).last().click();
    await tab.getByText("That browser has to sign in again.").waitFor();
    await rita.press("End");
    await tab.getByText("No session.").or(tab.getByRole("dialog", { name: "Your session has ended" })).first().waitFor();
    await theirs.close();
  });

  await step("1,000,000 grants: pages of 50, no long task, and no more rows than a few pages", async () => {
    const ALL = 1_000_000;
    const person = (i) => `01a22203-eba5-7692-8d44-${i.toString(16).padStart(12, "0")}`;
    const nth = (i) => grant(`01a22202-eba5-7692-8d44-${i.toString(16).padStart(12, "0")}`, { subject: `user:${person(i)}` });
    const list = `${v1}/grants?**`;
    let left = ALL;
    await context.route(list, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      const data = Array.from({ length: Math.min(50, Math.max(0, left - from)) }, (_, i) => nth(from + i));
      return route.fulfill(answered({ data, next_cursor: from + 50 < left ? String(from + 50) : null }));
    });
    let names = 0;
    const people = `${v1}/users?**`;
    await context.route(people, (route) => {
      const ids = new URL(route.request().url()).searchParams.get("filter[id]");
      if (!ids || route.request().method() === "OPTIONS") return route.fallback();
      names++;
      const data = ids.split(",").map((id) => ({ id, external_id: null, email: null, name: `Load ${parseInt(id.slice(24), 16)}`, status: "active", attributes: {}, created_at: "2026-01-01T00:00:00Z" }));
      return route.fulfill(answered({ data, next_cursor: null }));
    });
    await go("/grants?status=active");
    await heading("Grants");
    await shown("Load 49");
    const longest = await longestTask(scene, async () => {
      for (let n = 2; n <= 10; n++) {
        await press("Show more");
        await shown(`Load ${50 * n - 1}`);
      }
    });
    const rows = await page.locator("tbody tr").count();
    console.log(`     500 of 1,000,000 rows read with ${names} requests for names: ${rows} on the page, longest task ${Math.round(longest)} ms`);
    must(rows <= 300, `${rows} rows are kept`);
    // Ceilings count requests: the people of a page are one, or two where they are many.
    must(names <= 20, `${names} requests for the names of 10 pages`);
    must(longest <= 200, `a task took ${longest} ms`);
    await look(scene, "grants-million", ["light"]);
    await page.getByRole("checkbox", { name: "Tick all shown" }).check();
    await press("Revoke ticked…");
    const lost = page.getByRole("dialog").getByRole("listitem");
    await lost.filter({ hasText: "Load 499" }).waitFor();
    await counted(lost, rows, `not all of the ${rows} grants are named`);
    const named = page.getByRole("dialog").getByRole("list", { name: "Ticked rows" });
    await named.focus();
    must(await named.evaluate((list) => list === document.activeElement && list.scrollHeight > list.clientHeight), "the list does not scroll by keyboard");
    await page.screenshot({ path: `${out}/grants-revoke-many.png` });
    await press("Cancel");
    // The rows that are left stand before those that are kept.
    const revoke = `${v1}/grants/*/revoke`;
    await context.route(revoke, (route) => {
      if (route.request().method() === "OPTIONS") return route.fallback();
      left = 50;
      return route.fulfill(answered({ data: nth(499) }));
    });
    await page.getByRole("checkbox", { name: "Tick all shown" }).uncheck();
    await page.getByRole("row").filter({ hasText: "Load 499" }).getByRole("checkbox").check();
    await press("Revoke ticked…");
    await press("Revoke");
    await shown("1 grant is revoked.");
    await counted(page.locator("tbody tr"), 0, "rows are shown that are gone");
    must((await page.getByText("No grant matches.").count()) === 0, "a list is said to be empty whose beginning is not shown");
    await press("Back to the beginning");
    await shown("Load 0");
    await context.unroute(revoke);
    await context.unroute(list);
    await context.unroute(people);
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
