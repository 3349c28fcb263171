import { store } from "../app/store";

/** A person who is signed in. Lives in memory alone, and ends with the page. */
export interface Session {
  accessToken: string;
  idToken: string;
  /** The person, such as `user:01a2…`. */
  subject: string;
  /** The session of the sign-in service, as the list of the person's sessions has it. */
  id?: string;
  /** When the access token ends, in milliseconds of the epoch. */
  endsAt: number;
}

export type SessionState =
  /** `ended` where the authorization server said that no session is there. */
  | { is: "out"; because?: string; ended?: boolean }
  | { is: "in"; session: Session }
  /** The session ended while the person worked; the page stays as it is. */
  | { is: "lost"; session: Session };

export const session = store<SessionState>({ is: "out" });

/** Whether a session is of another person than the one whose page this is. */
export function isOfAnother(now: SessionState, next: Session): boolean {
  return now.is !== "out" && now.session.subject !== next.subject;
}

/** Notes that the server no longer takes the token. */
export function loseSession(): void {
  const now = session.get();
  if (now.is === "in") session.set({ is: "lost", session: now.session });
}
