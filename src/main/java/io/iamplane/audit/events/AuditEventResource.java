package io.iamplane.audit.events;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** The events of the caller's organization: its own chain alone. */
@RunOnVirtualThread
@Path("/api/iam/v1/audit/events")
public class AuditEventResource {

  private static final String READ = "iam:audit.read";

  private final AuditEventReader events;
  private final ProofService proofs;
  private final CallerChanges changes;

  AuditEventResource(AuditEventReader events, ProofService proofs, CallerChanges changes) {
    this.events = events;
    this.proofs = proofs;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(
      summary = "List the records of the audit log, latest first",
      description =
          "`type` is the beginning of an event type: `iam.grant.` finds all grant events.")
  public DataPage<AuditEventView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("type") @Nullable String type,
      @QueryParam("actor") @Nullable String actor,
      @QueryParam("target") @Nullable String target,
      @QueryParam("from") @Nullable String from,
      @QueryParam("to") @Nullable String to) {
    AuditEventFilter filter = AuditEventFilter.of(type, actor, target, from, to);
    ListRequest list = ListRequest.of("audit/events", limit, cursor, type, actor, target, from, to);
    return list.answer(
        events.page(changes.organization(), list.page(), filter), Function.identity());
  }

  @GET
  @Path("{event}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a record of the audit log")
  public Data<AuditEventView> get(@PathParam("event") String event) {
    return new Data<>(
        events.byId(changes.organization(), id(event)).orElseThrow(IamException::notFound));
  }

  @GET
  @Path("{event}/proof")
  @Produces(MediaType.TEXT_PLAIN)
  @RequiresPermission(READ)
  @Operation(
      summary = "Prove that a record is in the chain",
      description =
          "Returns a C2SP tlog-proof against the latest checkpoint; public tools can verify the "
              + "proof. Its leaf is the record's hash.")
  @APIResponse(
      responseCode = "200",
      content =
          @Content(
              mediaType = MediaType.TEXT_PLAIN,
              schema = @Schema(implementation = String.class)))
  @APIResponse(responseCode = "409", description = "No checkpoint covers the record yet")
  public String proof(@PathParam("event") String event) {
    return new String(proofs.inclusion(changes.organization(), id(event)), StandardCharsets.UTF_8);
  }

  private static UUID id(String text) {
    return UuidV7.parse(text).orElseThrow(IamException::notFound);
  }
}
