package io.iamplane.directory.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.directory.client.ClientView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A service account as the API shows it, with the client that gets its tokens, if it has one. */
@RegisterForReflection
public record ServiceAccountView(
    String id,
    @Nullable String externalId,
    String name,
    ServiceAccount.Status status,
    Map<String, Object> attributes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientView client,
    Instant createdAt) {

  static ServiceAccountView of(ServiceAccount account, @Nullable ClientView client) {
    return new ServiceAccountView(
        account.id().toString(),
        account.externalId(),
        account.name(),
        account.status(),
        account.attributes(),
        client,
        account.createdAt());
  }
}
