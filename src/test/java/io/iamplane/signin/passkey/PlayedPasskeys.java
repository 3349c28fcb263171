package io.iamplane.signin.passkey;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The records of a link and a passkey, without a browser, in any tenant. */
@ApplicationScoped
public class PlayedPasskeys {

  private final Invitations invitations;
  private final PasskeyStore store;
  private final PersonPasskeys passkeys;
  private final Changes changes;

  PlayedPasskeys(
      Invitations invitations, PasskeyStore store, PersonPasskeys passkeys, Changes changes) {
    this.invitations = invitations;
    this.store = store;
    this.passkeys = passkeys;
    this.changes = changes;
  }

  /** A person's new passkey, which no device has; the id. */
  public String make(Caller caller, OrganizationId organization, UserId person) {
    UUID id = UuidV7.next();
    byte[] credential = id.toString().getBytes(StandardCharsets.US_ASCII);
    changes.record(
        Change.operational(
            caller,
            organization,
            recording -> {
              store.insert(
                  recording, person, id, new NewPasskey(credential, credential, 0, true, true));
              return recording.add(
                  Effect.created(
                      EventType.PASSKEY_CREATED,
                      PasskeyEnds.TARGET,
                      id.toString(),
                      new EnrolledPasskey(id, person, true)));
            }));
    return id.toString();
  }

  /** A passkey is there, and another link takes its place. */
  public void play(Caller caller, OrganizationId organization, UserId person) {
    String id = make(caller, organization, person);
    changes.record(
        Change.operational(
            caller, organization, recording -> passkeys.rename(recording, person, id, "Phone")));
    changes.record(
        Change.policy(
            caller,
            organization,
            recording -> invitations.invite(recording, person.toString(), true)));
  }
}
