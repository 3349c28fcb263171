package io.iamplane.webhook.subscription;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

@RegisterForReflection
public record WebhookId(UUID value) {

  static WebhookId next() {
    return new WebhookId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<WebhookId> parse(String text) {
    return UuidV7.parse(text).map(WebhookId::new);
  }

  @JsonCreator
  static WebhookId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a webhook id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}
