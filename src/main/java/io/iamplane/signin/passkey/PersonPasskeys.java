package io.iamplane.signin.passkey;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.signin.SessionEnds;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

@Singleton
class PersonPasskeys {

  private final PasskeyStore store;
  private final InvitationStore invitations;
  private final SessionEnds sessions;
  private final Transactions transactions;

  PersonPasskeys(
      PasskeyStore store,
      InvitationStore invitations,
      SessionEnds sessions,
      Transactions transactions) {
    this.store = store;
    this.invitations = invitations;
    this.sessions = sessions;
    this.transactions = transactions;
  }

  /** The image of a passkey whose owner gave it a name, without the name. */
  @RegisterForReflection
  record NamedPasskey(UUID id, UserId user, boolean named) {}

  /** The passkeys, oldest first; 20 at most. */
  List<PasskeyView> list(OrganizationId organization, UserId user) {
    return transactions.call(() -> store.views(organization, user));
  }

  /** Gives a passkey a name; throws NOT_FOUND if the person has no such passkey. */
  PasskeyView rename(Recording recording, UserId user, String id, String name) {
    PasskeyView before = find(recording, user, id);
    UUID passkey = UUID.fromString(before.id());
    store.rename(recording, user, passkey, name);
    recording.add(
        Effect.changed(
            EventType.PASSKEY_RENAMED,
            PasskeyEnds.TARGET,
            before.id(),
            new NamedPasskey(passkey, user, before.name() != null),
            new NamedPasskey(passkey, user, true)));
    return find(recording, user, id);
  }

  /**
   * Removes a passkey of the caller's own. The last one goes only if a link for another is open,
   * and takes the sessions along. Throws NOT_FOUND, or CONFLICT for the last one.
   */
  PasskeyView removeOwn(Recording recording, UserId user, String id) {
    PasskeyView present = find(recording, user, id);
    boolean last = store.views(recording.organization(), user).size() == 1;
    if (last && !invitations.isInvited(recording, user)) {
      throw IamException.conflict(
          "The last passkey can be removed only while a link for a new one is open. Ask the"
              + " operator for a link first.");
    }
    delete(recording, user, present);
    if (last) {
      end(recording, user);
    }
    return present;
  }

  /**
   * Removes a passkey that may be in other hands, with all sessions and access tokens of its owner;
   * throws NOT_FOUND if the person has no such passkey.
   */
  PasskeyView remove(Recording recording, UserId user, String id) {
    PasskeyView present = find(recording, user, id);
    delete(recording, user, present);
    end(recording, user);
    return present;
  }

  private void delete(Recording recording, UserId user, PasskeyView passkey) {
    UUID id = UUID.fromString(passkey.id());
    store.delete(recording, user, id);
    recording.add(new EnrolledPasskey(id, user, passkey.backupEligible()).removed());
  }

  private void end(Recording recording, UserId user) {
    sessions.endAll(recording, user);
    recording.endTokens(TokenHolder.subject(user.subject()));
  }

  private PasskeyView find(Recording recording, UserId user, String id) {
    return store.views(recording.organization(), user).stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(IamException::notFound);
  }
}
