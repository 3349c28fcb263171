import { queries } from "../app/queries";
import { config } from "../app/settings";
import { t } from "../strings/auth";
import { type Pending, type Started, SignInRefused, signIn } from "./oauth";
import { isOfAnother, type Session, type SessionState, session } from "./session";
import { useOf } from "./use";

export const SIGNED_OUT = "/signed-out";
/** Where a redirect keeps what it needs to come back; read once. Never a token. */
const KEPT = "iam-sign-in";
const CHANNEL = "iam-sign-in";
/** Tells other tabs that the person logged out. */
const LEFT = "iam-sign-out";
const RENEW_BEFORE = 60_000;
const LEAST_PAUSE = 5_000;
const RETRY = 15_000;
const FRAME_PATIENCE = 10_000;
const NEEDS_PERSON = new Set(["login_required", "interaction_required", "consent_required"]);

interface Kept extends Pending {
  to: string;
}

/** Leaves for the sign-in page, and comes back to this address. */
export async function leaveToSignIn(more: Record<string, string> = {}): Promise<void> {
  const started = await signIn(config()).start(more);
  const kept: Kept = {
    state: started.state, nonce: started.nonce, verifier: started.verifier,
    to: location.pathname === SIGNED_OUT ? "/" : location.pathname + location.search,
  };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.assign(started.url);
}

/**
 * Ends a redirect: the page has come back with a code or an error. In a window or frame that
 * another page opened, it hands the address over instead.
 *
 * @returns where the person was, or undefined when the address was handed over
 */
export async function comeBack(callback: URL): Promise<string | undefined> {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  if (!kept || kept.state !== callback.searchParams.get("state")) {
    new BroadcastChannel(CHANNEL).postMessage(callback.href);
    window.close();
    return undefined;
  }
  sessionStorage.removeItem(KEPT);
  try {
    enter(await signIn(config()).finish(callback, kept));
  } catch (failure) {
    session.set(refusal(failure));
  }
  return kept.to;
}

/** Looks on the page of those who left whether a session is there; then that person is in. */
export async function lookForSession(): Promise<void> {
  await renew().catch((failure: unknown) => session.set(refusal(failure)));
}

/** Signs in again in a small window; the page stays as it is. */
export async function signInBeside(more: Record<string, string> = {}): Promise<void> {
  // Opened at once: browsers block a window that no click opens.
  const popup = window.open("about:blank", "_blank", "popup,width=480,height=640");
  try {
    const started = await signIn(config()).start(more);
    if (!popup) throw new SignInRefused("popup_blocked", t.browserBlockedSignWindow);
    popup.location.replace(started.url);
    await handedOver(started);
  } catch (failure) {
    popup?.close();
    throw failure;
  }
}

/** Gets another token without a word while the session of the authorization server lasts. */
async function renew(): Promise<void> {
  const started = await signIn(config()).start({ prompt: "none" });
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = started.url;
  document.body.append(frame);
  try {
    await handedOver(started, FRAME_PATIENCE);
  } finally {
    frame.remove();
  }
}

/** Waits for the address that another window came back to. */
function handedOver(started: Started, patience?: number): Promise<void> {
  const begun = left;
  return new Promise((done, failed) => {
    const channel = new BroadcastChannel(CHANNEL);
    const timer = patience && setTimeout(() => end(() => failed(new Error("no answer"))), patience);
    const end = (then: () => void) => {
      channel.close();
      clearTimeout(timer);
      then();
    };
    channel.onmessage = (message: MessageEvent<string>) => {
      const callback = new URL(message.data);
      if (callback.searchParams.get("state") !== started.state) return;
      end(() => {
        signIn(config()).finish(callback, started).then((next) => {
          if (begun !== left) failed(new Error("You logged out meanwhile."));
          // Else the page is being left, and nothing more happens on it.
          else if (enter(next)) done();
        }, failed);
      });
    };
  });
}

let renewal: ReturnType<typeof setTimeout> | undefined;
const use = useOf(window);
/** How often a person left this page; a sign-in that began before that does not count. */
let left = 0;

/** Goes on with a session; false where it is of another person, who gets nothing of this page. */
function enter(next: Session): boolean {
  if (isOfAnother(session.get(), next)) {
    leave();
    location.replace("/");
    return false;
  }
  session.set({ is: "in", session: next });
  renewAfter(Math.max(LEAST_PAUSE, next.endsAt - Date.now() - RENEW_BEFORE), next.endsAt);
  return true;
}

/** Ends the session on this page, with all that was read. */
function leave(): void {
  left++;
  clearTimeout(renewal);
  use.forget();
  session.set({ is: "out" });
  queries.clear();
}

/**
 * Renews the token before it ends, and tries until then; the next refusal of the API says that the
 * session is lost. A page that nobody used since the last token waits for its next use: otherwise an
 * open tab would keep the session of the authorization server past its idle limit.
 */
function renewAfter(pause: number, endsAt: number, since = Date.now()): void {
  clearTimeout(renewal);
  use.forget();
  renewal = setTimeout(() => {
    use.after(since, () => {
      const begun = left;
      renew().catch(() => {
        if (begun === left && Date.now() + RETRY < endsAt) renewAfter(RETRY, endsAt, since);
      });
    });
  }, pause);
}

/** Ends the session here and at the authorization server. */
export async function signOut(): Promise<void> {
  const now = session.get();
  leave();
  if (now.is === "out") return;
  channelOfLeaving.postMessage("");
  const end = await signIn(config()).endAddress(now.session.idToken).catch(() => undefined);
  location.assign(end ?? SIGNED_OUT);
}

const channelOfLeaving = new BroadcastChannel(LEFT);
channelOfLeaving.onmessage = () => {
  if (session.get().is === "out") return;
  leave();
  history.replaceState(null, "", SIGNED_OUT);
};

function refusal(failure: unknown): SessionState {
  if (failure instanceof SignInRefused && NEEDS_PERSON.has(failure.code)) return { is: "out", ended: true };
  return { is: "out", because: failure instanceof Error ? failure.message : String(failure) };
}
