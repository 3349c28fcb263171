// The journeys that matter, by keyboard alone: no pointer is used after this line.
import { must, on, open, step } from "./harness.mjs";

const { PANEL: panel, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, faults, browser } = scene;
const { shown, gone, heading } = on(page, panel);
const MOST_TABS = 120;

const press = (key) => page.keyboard.press(key);
const type = (text) => page.keyboard.type(text);

/** Tabs to an element, which must then show that it has the focus. */
async function to(role, name, { exact = typeof name === "string", by = "Tab" } = {}) {
  const wanted = page.getByRole(role, { name, exact }).first();
  await wanted.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await press(by);
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      const ring = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle !== "none" || getComputedStyle(element).borderStyle !== "none");
      must(ring, `${name} does not show its focus`);
      return;
    }
  }
  throw new Error(`${MOST_TABS} tabs do not lead to ${role} ${name}`);
}
const enter = async (role, name, options) => {
  await to(role, name, options);
  await press("Enter");
};
/** Ctrl K, a few letters, Enter. */
async function find(text, title) {
  await press("Control+k");
  // The dialog takes the focus once it is open.
  await page.getByRole("combobox", { name: "Name" }).and(page.locator(":focus")).waitFor();
  await type(text);
  await page.getByRole("listbox", { name: "Found" }).getByRole("option").first().waitFor();
  await press("Enter");
  await heading(title);
}
/** Confirms what a dialog asks. */
async function confirm(title) {
  // The dialog takes the focus once it is open.
  await page.getByRole("dialog", { name: title }).locator(":focus").waitFor();
  await press("Enter");
  await page.getByRole("dialog", { name: title }).waitFor({ state: "detached" });
}

try {
  await step("1. sign in", async () => {
    await page.goto(`${panel}/`);
    await heading("IAM panel");
    await enter("button", "Sign in");
    await page.getByRole("button", { name: /Ada/ }).first().waitFor();
    await enter("button", /Ada/);
    await heading("Overview");
    await press("Tab");
    must(await page.getByRole("link", { name: "Skip to the page" }).evaluate((link) => link === document.activeElement), "the first tab does not offer to skip the menu");
  });

  await step("2. find out why Bob is denied", async () => {
    await find("ask", "Ask");
    await to("combobox", "Who");
    await type("user:bob");
    await to("combobox", "Permission");
    await type("warehouse:stock.adjust");
    await press("Escape");
    await press("Enter");
    await shown(/missing:/);
  });

  await step("3. grant a role, after its preview", async () => {
    await find("grants", "Grants");
    await enter("link", "New grant");
    await heading("New grant");
    await to("combobox", "Who");
    await type("user:fox");
    await press("Tab");
    await type("warehouse:clerk");
    await press("Escape");
    await press("Enter");
    await page.getByRole("heading", { name: "What it would change" }).waitFor();
    await enter("button", "Grant…");
    await confirm("Make this grant?");
    await heading("Grants");
  });

  await step("4. revoke it", async () => {
    await page.getByRole("row").filter({ hasText: "warehouse:clerk" }).filter({ hasText: "active" }).first().waitFor();
    await shown(/ now has Clerk /);
    await enter("button", "Revoke…");
    await confirm("Revoke this grant?");
    await gone(/ now has Clerk /);
    await page.getByRole("row").filter({ hasText: "revoked" }).first().waitFor();
  });

  await step("5. review: certify one, leave one, revoke one", async () => {
    await find("reviews", "Reviews");
    const rows = page.getByRole("region", { name: "List of items" }).locator("tbody tr");
    await rows.first().waitFor();
    await press("j");
    await press("c");
    await shown(/^Certified:/);
    await press("x");
    await shown("1 ticked");
    await press("x");
    await gone("1 ticked");
    await press("d");
    await page.getByRole("dialog", { name: "Hand this item over to another reviewer?" }).waitFor();
    await press("Escape");
    await press("r");
    await page.getByRole("dialog", { name: "Revoke this grant?" }).waitFor();
    await type("Left the team");
    await press("Enter");
    await shown(/^Revocation decided/);
  });

  await step("6. tick a dead letter, and replay it", async () => {
    await find("dead letters", "Dead letters");
    await to("checkbox", /user created/);
    await press("Space");
    await shown("1 ticked");
    await enter("button", "Replay ticked…", { by: "Shift+Tab" });
    await confirm("Replay 1 event?");
    await shown("1 event will be sent again.");
  });

  await step("7. save a record with its proof", async () => {
    await find("records", "Audit");
    await page.getByRole("region", { name: "List of audit records" }).getByRole("link").first().waitFor();
    const first = await page.getByRole("region", { name: "List of audit records" }).getByRole("link").first().innerText();
    await enter("link", first);
    await heading(/^Record \d/);
    await shown("No checkpoint covers this record yet");
    await enter("button", "Sign checkpoint…");
    await confirm("Sign the current end of the chain?");
    await enter("button", "Save for an auditor");
    await shown(/^record-\d+\.jsonl is saved$/);
  });

  await step("8. suspend a person and bring them back", async () => {
    await find("bob be", "Bob Berg");
    await enter("button", "Suspend…");
    await confirm("Suspend this account?");
    await enter("button", "Reactivate…");
    await confirm("Reactivate this account?");
    await page.getByRole("button", { name: "Suspend…" }).waitFor();
  });

  await step("9. add a member to a group and remove them", async () => {
    await find("groups", "Groups");
    await enter("link", "Auditors");
    await heading("Auditors");
    await to("combobox", "Who");
    await type("Bob Berg");
    // The name stands for the person's reference once it is found.
    await shown("user:bob");
    await press("Escape");
    await press("Enter");
    await page.getByRole("row").filter({ hasText: "Bob Berg" }).waitFor();
    await enter("button", "Remove…");
    await confirm("Remove this member?");
    await page.getByRole("row").filter({ hasText: "Bob Berg" }).waitFor({ state: "detached" });
  });

  await step("10. test a webhook and look at the delivery", async () => {
    await find("webhooks", "Webhooks");
    await enter("link", "https://hooks.example.com/panel");
    await heading("https://hooks.example.com/panel");
    await enter("button", "Send test…");
    await confirm("Send a test event?");
    await enter("link", "user created");
    await heading("Delivery: user created");
  });

  await step("11. name an identity provider, map a group, and remove it", async () => {
    await find("identity", "Identity provider");
    for (const [name, text] of [["Name", "Acme"], ["Issuer", "https://login.acme.example"], ["Client id", "iam"]]) {
      await to("textbox", name);
      await type(text);
    }
    await press("Tab");
    await type("by-keyboard");
    await to("checkbox", "Create people who are not known yet");
    await press("Space");
    await to("textbox", "Claim with groups");
    await type("roles");
    await enter("button", "Add group");
    await page.getByRole("textbox", { name: "Value 1" }).and(page.locator(":focus")).waitFor();
    await type("staff");
    await press("Tab");
    await type("auditors");
    await press("Escape");
    await enter("button", "Save…");
    await confirm("Name this provider?");
    await page.getByRole("region", { name: "Acme" }).waitFor();
    await enter("button", "Remove…");
    await confirm("Remove this provider?");
    await shown("People sign in by passkeys alone.");
  });

  await step("log out", async () => {
    await enter("button", "Log out");
    await heading("You are signed out");
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
