package io.iamplane.change;

import io.iamplane.chain.AuditEntry;
import io.iamplane.chain.EventType;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a change did.
 *
 * @param before the target's full image before it, as a record that JSON can show; null when the
 *     target did not exist. Never holds a secret.
 * @param after the full image after it; null when the target exists no more
 */
public record Effect(
    EventType type, AuditEntry.Target target, @Nullable Object before, @Nullable Object after) {

  public static Effect created(EventType type, String targetType, String id, Object after) {
    return new Effect(type, new AuditEntry.Target(targetType, id), null, after);
  }

  public static Effect changed(
      EventType type, String targetType, String id, Object before, Object after) {
    return new Effect(type, new AuditEntry.Target(targetType, id), before, after);
  }

  public static Effect removed(EventType type, String targetType, String id, Object before) {
    return new Effect(type, new AuditEntry.Target(targetType, id), before, null);
  }
}
