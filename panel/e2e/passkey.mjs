// A person enrols a passkey by a link and signs in to the panel with it, in a real browser with a virtual authenticator.
import { look, must, open, passkeys, step } from "./harness.mjs";

const { PANEL: panel, LINK: link, OUT: out, CHROMIUM: chromiumPath = "/usr/bin/chromium" } = process.env;
const scene = await open({ panel, out, chromiumPath });
const { page, context, faults, browser } = scene;
const heading = (name) => page.getByRole("heading", { name, level: 1 }).waitFor();
const press = (name) => page.getByRole("button", { name }).click();

try {
  const { credentials, verified } = await passkeys(context, page);
  const begin = async () => {
    await page.goto(`${panel}/`);
    await heading("IAM panel");
    await press("Sign in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  };

  await step("a link makes a passkey", async () => {
    await page.goto(link);
    await heading("Welcome");
    await look(scene, "enrol");
    await press("Create a passkey");
    await heading("Passkey created");
    await look(scene, "enrolled");
    must((await credentials()).length === 1, "the authenticator has no passkey");
  });

  await step("the link works once", async () => {
    const answer = await page.goto(link);
    must(answer.status() === 404, `a used link is answered ${answer.status()}`);
  });

  await step("a device that does not verify its person lets no one in", async () => {
    await begin();
    await verified(false);
    await press("Sign in with a passkey");
    await page.getByRole("alert").filter({ hasText: "did not work" }).waitFor();
    await verified(true);
  });

  await step("the passkey signs in", async () => {
    await begin();
    await look(scene, "sign-in-passkey");
    await press("Sign in with a passkey");
    await heading("Overview");
    must((await credentials())[0].signCount > 1, "the passkey was not used");
  });

  await step("a person sees their passkey, and may not remove the only one", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Ann Arber" }).click();
    await heading("You");
    await page.getByText("Your only passkey cannot be removed").waitFor();
    must((await page.getByRole("button", { name: "Remove…" }).count()) === 0, "the only passkey can be removed");
    await press("Rename…");
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Blue phone");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("cell", { name: "Blue phone" }).waitFor();
    await page.getByText(/^passkey, strong sign-in/).first().waitFor();
    await look(scene, "me-passkey");
  });

  await step("sign-out ends the session", async () => {
    await press("Log out");
    await page.waitForURL(`${panel}/signed-out`);
    await begin();
  });

  must(faults.length === 0, faults.join("\n"));
} finally {
  await browser.close();
}
