package io.iamplane.ops;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The capabilities of this installation, for clients that use several versions. */
@RunOnVirtualThread
@Path("/api/iam/v1/capabilities")
public class CapabilitiesResource {

  /** The closed list; a module is added with its operations. */
  private static final List<String> MODULES =
      List.of(
          "applications",
          "audit",
          "authzen",
          "decisions",
          "events",
          "grants",
          "groups",
          "manifests",
          "oauth",
          "organizations",
          "relations",
          "roles",
          "service_accounts",
          "users",
          "webhooks");

  @RegisterForReflection
  public record CapabilitiesView(List<String> modules, FeaturesView features) {}

  /** Forms and limits that a client may adapt to. */
  @RegisterForReflection
  public record FeaturesView(
      List<String> manifestSchemas, int maxPageSize, int maxBatch, boolean idempotencyKeys) {}

  @GET
  @AnyCaller(value = "a client reads it before it knows what its token permits", anyScope = true)
  @Operation(summary = "Show the modules, features and limits of this installation")
  public Data<CapabilitiesView> get() {
    return new Data<>(
        new CapabilitiesView(
            MODULES,
            new FeaturesView(
                List.of(Manifest.SCHEMA, Manifest.SCHEMA_ALIAS),
                PageRequest.MAX_LIMIT,
                1_000,
                true)));
  }
}
