package io.iamplane.governance.simulation.probe;

import io.iamplane.change.CallerChanges;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The probes of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/policy/probes")
public class ProbeResource {

  private static final String SIMULATE = "iam:policies.simulate";

  private final ProbeService probes;
  private final CallerChanges changes;

  ProbeResource(ProbeService probes, CallerChanges changes) {
    this.probes = probes;
    this.changes = changes;
  }

  @GET
  @RequiresPermission("iam:policies.read")
  @Operation(summary = "List probes, oldest first")
  public DataPage<ProbeView> list(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("probes", limit, cursor);
    return list.answer(probes.page(changes.organization(), list.page()), ProbeView::of);
  }

  @POST
  @RequiresPermission(SIMULATE)
  @Operation(summary = "Save a probe: a question to the policy, with the expected decision")
  @ResponseStatus(201)
  public RestResponse<Data<ProbeView>> create(@NotNull @Valid ProbeBody request) {
    return Answer.created(
        ProbeView.of(changes.operational(recording -> probes.create(recording, request))));
  }

  @DELETE
  @Path("{probe}")
  @RequiresPermission(SIMULATE)
  @Operation(summary = "Delete a probe", description = "Returns the probe's last state.")
  public Data<ProbeView> delete(@PathParam("probe") String probe) {
    UUID id = UuidV7.parse(probe).orElseThrow(IamException::notFound);
    return new Data<>(ProbeView.of(changes.operational(recording -> probes.delete(recording, id))));
  }

  /** A probe as the wire shows it; its question is in the form of a check's body. */
  @RegisterForReflection
  public record ProbeView(
      String id, String name, Map<String, Object> question, Outcome expect, Instant createdAt) {

    static ProbeView of(Probe probe) {
      return new ProbeView(
          probe.id().toString(), probe.name(), probe.question(), probe.expect(), probe.createdAt());
    }
  }
}
