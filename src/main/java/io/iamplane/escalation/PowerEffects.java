package io.iamplane.escalation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meaning of effects for holders of rights. */
final class PowerEffects {

  private static final Set<EventType> CREDENTIALS =
      EnumSet.of(
          EventType.CLIENT_CREATED,
          EventType.CLIENT_SECRET_ROTATED,
          EventType.CLIENT_KEYS_REPLACED);

  private PowerEffects() {}

  /** Returns the image after an effect, or the last one of what exists no more. */
  static Object image(Effect effect) {
    @Nullable Object after = effect.after();
    return after == null ? Objects.requireNonNull(effect.before()) : after;
  }

  /** Returns true if an account learns a credential of a client. */
  static boolean isCredential(Effect effect) {
    return effect.after() instanceof Client && CREDENTIALS.contains(effect.type());
  }

  /** Returns true if an inactive user or service account becomes active; a group never does. */
  static boolean isReactivated(Effect effect) {
    return effect.before() != null && !isActive(effect.before()) && isActive(effect.after());
  }

  /** Returns true if a user, service account or group stops being active. */
  static boolean isDeactivated(Effect effect) {
    return isActive(effect.before()) && !isActive(effect.after());
  }

  /** Returns true for an active user or service account, or a group that passes on privileges. */
  static boolean isActive(@Nullable Object image) {
    return switch (image) {
      case User user -> user.status() == User.Status.ACTIVE;
      case ServiceAccount account -> account.status() == ServiceAccount.Status.ACTIVE;
      case Group group -> group.status() == Group.Status.ACTIVE;
      case null, default -> false;
    };
  }

  /** Returns the attributes of an account for conditions; empty for anything else. */
  static Map<String, Object> attributes(@Nullable Object image) {
    return switch (image) {
      case User user -> AttributeChange.readable(user.externalId(), user.attributes());
      case ServiceAccount account ->
          AttributeChange.readable(account.externalId(), account.attributes());
      case null, default -> Map.of();
    };
  }

  /** Returns true if an effect changes stored attributes of a lasting entry. */
  static boolean changesStored(Effect effect) {
    return isErased(effect)
        || (effect.before() != null
            && effect.after() != null
            && !stored(effect.before()).equals(stored(effect.after())));
  }

  /** Returns true for the erasure of a user; its before image is empty, too. */
  static boolean isErased(Effect effect) {
    return effect.type() == EventType.SUBJECT_ERASED && effect.after() instanceof User;
  }

  /** Returns the attributes of a directory entry that decisions read; empty for anything else. */
  static Map<String, Object> stored(@Nullable Object image) {
    return image instanceof Group group
        ? AttributeChange.readable(group.externalId(), group.attributes())
        : attributes(image);
  }

  /** Returns the subject of an image; empty for one that concerns no subject. */
  static Optional<SubjectRef> subject(@Nullable Object image) {
    return switch (image) {
      case Grant grant -> Optional.of(grant.subject());
      case User user -> Optional.of(user.subject());
      case ServiceAccount account -> Optional.of(account.subject());
      case Group group -> Optional.of(group.subject());
      case GroupMember member -> Optional.of(member.member());
      case null, default -> Optional.empty();
    };
  }

  /** Returns true for the activation of a dormant grant by its subject, and nothing else. */
  static boolean isActivatedBySubject(Recording recording, Effect effect) {
    return effect.type() == EventType.GRANT_ACTIVATED
        && effect.before() instanceof Grant before
        && effect.after() instanceof Grant after
        && after.equals(before.activated(after.activatedAt(), after.activatedUntil()))
        && after.subject().equals(recording.caller().subject());
  }
}
