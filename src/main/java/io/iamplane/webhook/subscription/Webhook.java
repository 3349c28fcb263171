package io.iamplane.webhook.subscription;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.chain.PersonalData;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to events, without secrets, as audit records and events show it.
 *
 * @param eventFilters exact types, {@code iam.grant.*} or {@code *}; one match is enough
 * @param disabledReason the reason if the service disabled it; null if a person did, or if it is
 *     active
 * @param previousSecretExpiresAt the time until which the previous secret signs as well
 */
@RegisterForReflection
public record Webhook(
    WebhookId id,
    String url,
    List<String> eventFilters,
    Ordering ordering,
    Status status,
    @Nullable String disabledReason,
    @Nullable Instant previousSecretExpiresAt,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("url", "disabled_reason");
  }

  public enum Ordering implements WireName {
    /** No order: as fast as possible. */
    NONE,
    /**
     * Events about one target arrive one after the other, each after the one before was answered.
     */
    PER_TARGET
  }

  public enum Status implements WireName {
    ACTIVE,
    /** Events are skipped, and unfinished deliveries became dead letters. */
    DISABLED;

    @Override
    @JsonValue
    public String wire() {
      return WireName.super.wire();
    }
  }

  Webhook with(String newUrl, List<String> newFilters, Ordering newOrdering) {
    return copy(newUrl, newFilters, newOrdering, status, disabledReason, previousSecretExpiresAt);
  }

  Webhook with(Status newStatus, @Nullable String reason) {
    return copy(url, eventFilters, ordering, newStatus, reason, previousSecretExpiresAt);
  }

  Webhook rotated(@Nullable Instant previousExpiresAt) {
    return copy(url, eventFilters, ordering, status, disabledReason, previousExpiresAt);
  }

  Webhook withoutExpiredSecret(Instant now) {
    return previousSecretExpiresAt == null || previousSecretExpiresAt.isAfter(now)
        ? this
        : rotated(null);
  }

  Webhook raised() {
    return new Webhook(
        id,
        url,
        eventFilters,
        ordering,
        status,
        disabledReason,
        previousSecretExpiresAt,
        revision + 1,
        createdAt);
  }

  private Webhook copy(
      String newUrl,
      List<String> newFilters,
      Ordering newOrdering,
      Status newStatus,
      @Nullable String reason,
      @Nullable Instant previousExpiresAt) {
    return new Webhook(
        id,
        newUrl,
        newFilters,
        newOrdering,
        newStatus,
        reason,
        previousExpiresAt,
        revision,
        createdAt);
  }
}
