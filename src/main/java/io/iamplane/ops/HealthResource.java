package io.iamplane.ops;

import io.iamplane.shared.Public;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.Status;

/**
 * The probes of a kubelet or a load balancer. Each answer is one word; the detail is for operators,
 * under {@code /q/health} on the management port.
 */
@Path("/api/iam/v1")
public class HealthResource {

  private static final Logger LOG = Logger.getLogger(HealthResource.class);

  /** Checks keep a deadline of one second of their own; a deployer's may not. */
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final SmallRyeHealthReporter checks;

  HealthResource(SmallRyeHealthReporter checks) {
    this.checks = checks;
  }

  @GET
  @Path("health")
  @Public("a kubelet has no token, and the response is constant")
  @NonBlocking
  @Operation(summary = "Check that the process responds; dependencies are not checked")
  public HealthView health() {
    return new HealthView("ok");
  }

  @GET
  @Path("ready")
  @Public("a kubelet has no token, and the response is one word")
  @NonBlocking
  @Operation(summary = "Check whether the service is ready")
  @APIResponse(responseCode = "200", description = "The service is ready")
  @APIResponse(
      responseCode = "503",
      description = "The service is not ready",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = HealthView.class)))
  public Uni<RestResponse<HealthView>> ready() {
    return checks
        .getReadinessAsync()
        .map(SmallRyeHealth::isDown)
        .ifNoItem()
        .after(DEADLINE)
        .recoverWithItem(true)
        .onFailure()
        .recoverWithItem(failure -> {
          LOG.warn(
              "could not run the readiness checks; reporting the service as not ready", failure);
          return true;
        })
        .map(HealthResource::answer);
  }

  private static RestResponse<HealthView> answer(boolean down) {
    return down
        ? RestResponse.status(Status.SERVICE_UNAVAILABLE, new HealthView("unavailable"))
        : RestResponse.ok(new HealthView("ready"));
  }

  /** The one word that a probe gets: {@code ok}, {@code ready} or {@code unavailable}. */
  @RegisterForReflection
  public record HealthView(String status) {}
}
