package io.iamplane.signin;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserSuspension;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/** Ends sessions, inside the change that records it. */
@Singleton
public class SessionEnds implements UserSuspension {

  /** The type of the target in records. */
  static final String TARGET = "session";

  /** The sessions that one change ends, with some refresh tokens each. */
  private static final int PORTION = 1_000;

  private final SessionStore store;

  SessionEnds(SessionStore store) {
    this.store = store;
  }

  /** The image of a session that ended. */
  @RegisterForReflection
  record EndedSession(UUID id, UserId user) {}

  /** Ends a session; says nothing of one that has ended. */
  void end(Recording recording, UUID id, UserId user) {
    if (store.delete(recording, id)) {
      tell(recording, id, user);
    }
  }

  @Override
  public void suspended(Recording recording, UserId user) {
    endAll(recording, user);
  }

  /**
   * Ends sessions that began at the organization's identity provider, without an event for each,
   * since their number has no bound; true if none is left.
   */
  public boolean endFederated(Recording recording) {
    return store.deleteFederated(recording, PORTION) < PORTION;
  }

  public void endAll(Recording recording, UserId user) {
    List<UUID> present = store.ofUser(recording.organization(), user, recording.at());
    if (!present.isEmpty()) {
      store.deleteAll(recording, user);
      present.forEach(id -> tell(recording, id, user));
    }
  }

  private static void tell(Recording recording, UUID id, UserId user) {
    EndedSession image = new EndedSession(id, user);
    recording.add(Effect.removed(EventType.SESSION_ENDED, TARGET, id.toString(), image));
  }
}
