// The organization's identity provider: named, refused, changed by two people, replaced, removed.
import { look, must, on, open, problem, step } from "./harness.mjs";

const { PANEL: panel, API: api, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const ISSUER = "https://login.acme.example";
const PATH = `${api}/api/iam/v1/identity-provider`;
const HOSTILE = '<script>alert("x")</script>';
const scene = await open({ panel, out, chromiumPath });
const { page, context, another, faults, browser } = scene;
const { shown, heading, press, enter, region } = on(page, panel);
/** A field by its exact label, without the mark of required ones. */
const box = (name, at = page) => at.getByRole("textbox", { name, exact: true });
const secret = page.getByLabel(/^Client secret/);
const pair = async (label, add, [first, second], n = 1) => {
  const group = page.getByRole("group", { name: label, exact: true });
  await group.getByRole("button", { name: add }).click();
  await group.locator("input").nth(2 * n - 2).fill(first);
  await group.locator("input").nth(2 * n - 1).fill(second);
};
const save = async () => {
  await press("Save…");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
};
const changes = () => page.getByRole("dialog").getByRole("region", { name: "Changes" });

try {
  await step("none is there: the page says what one is for", async () => {
    await enter(/Ada/, "/identity-provider", "Identity provider");
    await shown("People sign in by passkeys alone.");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Organization" }).and(page.locator('[aria-current="page"]')).waitFor();
    await look(scene, "provider-none");
  });

  await step("faults stand at their fields, those of the page and those of the service", async () => {
    await box("Name").fill(HOSTILE);
    await box("Issuer").fill("http://login.acme.example");
    await box("Client id").fill("iam");
    await secret.fill("of-the-test");
    await pair("Groups by value", "Add group", ["staff", ""]);
    await press("Save…");
    await shown("Fill in both, or remove the line");
    must((await page.getByRole("dialog").count()) === 0, "a form with a fault is not asked about");
    await page.getByRole("button", { name: "Remove Groups by value 1" }).click();
    await page.getByRole("button", { name: "Add group" }).and(page.locator(":focus")).waitFor();
    for (const [issuer, fault] of [["http://login.acme.example", /https/], ["https://10.0.0.1", /./], [`${ISSUER}?x=y`, /must not have a query/]]) {
      await box("Issuer").fill(issuer);
      await save();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator(".mantine-InputWrapper-root", { has: box("Issuer") }).locator(".mantine-InputWrapper-error").filter({ hasText: fault }).waitFor();
    }
    await look(scene, "provider-refused");
  });

  await step("someone named one meanwhile: it is not replaced without a word", async () => {
    await box("Issuer").fill(ISSUER);
    const theirs = await another();
    const tab = await theirs.newPage();
    const other = on(tab, panel);
    await other.enter(/Ada/, "/identity-provider", "Identity provider");
    for (const [name, text] of [["Name", "Theirs"], ["Issuer", "https://login.theirs.example"], ["Client id", "theirs"]]) await box(name, tab).fill(text);
    await tab.getByLabel(/^Client secret/).fill("theirs");
    await other.press("Save…");
    await other.press("Save");
    await tab.getByRole("region", { name: "Theirs" }).waitFor();
    await save();
    await shown("Someone changed this while you did");
    await region("Both versions").getByRole("row").filter({ hasText: "https://login.theirs.example" }).waitFor();
    await other.press("Remove…");
    await tab.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await tab.getByText("People sign in by passkeys alone.").waitFor();
    await theirs.close();
    await press("Go on with yours");
    await page.reload();
    await heading("Identity provider");
    await box("Name").fill(HOSTILE);
    await box("Client id").fill("iam");
    await secret.fill("of-the-test");
  });

  await step("a provider is named: its effect, then the URIs to register; its name is text", async () => {
    await box("Issuer").fill(`${ISSUER}/.well-known/openid-configuration`);
    await pair("Required claims", "Add claim", ["hd", "acme.example"]);
    await pair("Required claims", "Add claim", ["hd", "acme.org"], 2);
    await page.getByRole("checkbox", { name: "Create people who are not known yet" }).check();
    await box("Claim with groups").fill("roles");
    await pair("Groups by value", "Add group", ["CN=staff,OU=x", "auditors"]);
    await press("Save…");
    await shown("becomes a person here, without any right");
    await changes().getByRole("row").filter({ hasText: "Client secret" }).filter({ hasText: "a new one" }).waitFor();
    must((await changes().getByText("of-the-test").count()) === 0, "the secret is shown");
    await look(scene, "provider-name");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: HOSTILE }).getByText("/callback").waitFor();
    must((await box("Issuer").inputValue()) === ISSUER, "the address of the document is taken for the issuer");
    must((await secret.inputValue()) === "", "the secret stays on the page");
    await look(scene, "provider");
    await page.reload();
    await heading("Identity provider");
    await page.getByLabel("Group 1").waitFor();
    must((await page.getByRole("group", { name: "Required claims" }).locator("input").first().inputValue()) === "hd", "the claims are not read again");
  });

  await step("two people change it: both versions, then both together", async () => {
    const theirs = await another();
    const tab = await theirs.newPage();
    const other = on(tab, panel);
    await other.enter(/Ada/, "/identity-provider", "Identity provider");
    await box("Name", tab).fill("Acme");
    await other.press("Save…");
    await other.press("Save");
    await tab.getByRole("region", { name: "Acme" }).waitFor();
    await theirs.close();
    await box("amr").fill("mfa");
    await save();
    await shown("Someone changed this while you did");
    const versions = region("Both versions");
    await versions.getByRole("row").filter({ hasText: "Name" }).filter({ hasText: "Acme" }).waitFor();
    await look(scene, "provider-both-versions");
    await press("Put both together");
    await save();
    await page.getByRole("region", { name: "Acme" }).waitFor();
    must((await box("amr").inputValue()) === "mfa", "my own change is lost");
  });

  await step("another issuer needs the secret again, and says whom it forgets", async () => {
    await box("Issuer").fill("https://login.other.example");
    await press("Save…");
    await shown("Another issuer has other people");
    await page.getByRole("dialog").getByText(ISSUER).first().waitFor();
    await look(scene, "provider-replace");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await shown("required with a new 'issuer' or 'client_id'");
    await secret.fill("another");
    await save();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    must((await box("Issuer").inputValue()) === "https://login.other.example", "the issuer is the former one");
  });

  await step("a step-up is demanded in the dialog, which keeps the question", async () => {
    await box("Name").fill("Acme and sons");
    await press("Save…");
    await context.route(PATH, (route) => route.request().method() === "PUT"
      ? route.fulfill(problem(panel, 401, "step-up-required", { required_aal: "aal1" })) : route.fallback());
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await shown("This needs a stronger sign-in");
    await look(scene, "provider-step-up");
    await context.unroute(PATH);
    const popup = page.waitForEvent("popup");
    await press("Sign in with aal1");
    await (await popup).waitForEvent("close").catch(() => undefined);
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "Acme and sons" }).waitFor();
  });

  await step("at 360 pixels it fits", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    must(wide <= 360, `it is ${wide} pixels wide`);
    await page.screenshot({ path: `${out}/narrow-provider.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await step("it is removed, after its effect is said", async () => {
    await press("Remove…");
    await shown("those without a passkey need a link");
    await look(scene, "provider-remove");
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await shown("People sign in by passkeys alone.");
    must((await box("Issuer").inputValue()) === "", "the form shows the one that is gone");
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
