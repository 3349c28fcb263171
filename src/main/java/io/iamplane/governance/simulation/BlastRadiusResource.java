package io.iamplane.governance.simulation;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestId;
import io.iamplane.catalog.manifest.ManifestService;
import io.iamplane.governance.simulation.draft.DraftReader;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The effect of a manifest on recorded decisions. */
@RunOnVirtualThread
@Path("/api/iam/v1/manifests")
public class BlastRadiusResource {

  private final SimulationService simulations;
  private final ManifestService manifests;
  private final DraftReader drafts;
  private final Authorizer authorizer;
  private final CurrentCaller caller;

  BlastRadiusResource(
      SimulationService simulations,
      ManifestService manifests,
      DraftReader drafts,
      Authorizer authorizer,
      CurrentCaller caller) {
    this.simulations = simulations;
    this.manifests = manifests;
    this.drafts = drafts;
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @POST
  @Path("{manifest}/blast-radius")
  @BulkRead
  @RequiresPermission("iam:policies.simulate")
  @Operation(
      summary =
          "Try a submitted manifest on recorded decisions and probes, without writing "
              + "anything",
      description =
          "Like POST policy/simulate, with the changes that applying the manifest would make. Any "
              + "version can be tried, including one that was applied before. Also requires "
              + "iam:decisions.read, because it reads the decision log.")
  public Data<SimulationView> blastRadius(
      @PathParam("manifest") String manifest, @Valid @Nullable BlastRadiusRequest request) {
    authorizer.authorize(caller.get(), SimulationResource.READ).require(SimulationResource.READ);
    OrganizationId organization = caller.get().organization();
    ManifestId id = ManifestId.parse(manifest).orElseThrow(IamException::notFound);
    Manifest content = manifests.content(organization, manifests.get(organization, id).id());
    return new Data<>(
        simulations.simulate(
            organization,
            bench -> drafts.read(organization, bench, content),
            request == null ? null : request.decisions()));
  }

  /** The body, which may be left out. */
  @RegisterForReflection
  public record BlastRadiusRequest(
      @Nullable @Valid @Schema(examples = DecisionsBody.EXAMPLE) DecisionsBody decisions) {}
}
