package io.iamplane.decision.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** The recorded decisions of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/decisions")
public class DecisionRecordResource {

  private static final String READ = "iam:decisions.read";
  private static final String ERASED = "erased";

  private final DecisionJournal journal;
  private final CurrentCaller caller;
  private final ObjectMapper mapper;

  DecisionRecordResource(DecisionJournal journal, CurrentCaller caller, ObjectMapper mapper) {
    this.journal = journal;
    this.caller = caller;
    this.mapper = mapper;
  }

  @GET
  @BulkRead
  @RequiresPermission(READ)
  @Operation(
      summary = "List recorded decisions, latest first",
      description =
          "A page may have fewer items than `limit`, or none, even if `next_cursor` is not null,"
              + " because one request reads only a limited part of the log. `except_app` excludes"
              + " the decisions about an application. With `except_app=iam`, which excludes the"
              + " control plane, the list has the decisions that metrics/decisions counts.")
  @APIResponse(responseCode = "200")
  @APIResponse(responseCode = "409", description = "Decisions are not recorded in the database")
  public DataPage<DecisionRecordView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("subject") @Nullable String subject,
      @QueryParam("key") @Nullable String key,
      @QueryParam("resource") @Nullable String resource,
      @QueryParam("outcome") @Nullable String outcome,
      @QueryParam("reason_code") @Nullable String reason,
      @QueryParam("except_app") @Nullable String exceptApp,
      @QueryParam("from") @Nullable String from,
      @QueryParam("to") @Nullable String to) {
    RecordFilter filter =
        RecordFilter.of(subject, key, resource, outcome, reason, exceptApp, from, to);
    ListRequest list =
        ListRequest.of(
            "decisions",
            limit,
            cursor,
            subject,
            key,
            resource,
            outcome,
            reason,
            exceptApp,
            from,
            to);
    return list.answer(journal.page(organization(), list.page(), filter), this::view);
  }

  @GET
  @Path("{decision}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a recorded decision")
  @APIResponse(responseCode = "200")
  @APIResponse(responseCode = "409", description = "Decisions are not recorded in the database")
  public Data<DecisionRecordView> get(@PathParam("decision") String decision) {
    UUID id = UuidV7.parse(decision).orElseThrow(IamException::notFound);
    return new Data<>(
        journal.byId(organization(), id).map(this::view).orElseThrow(journal::missing));
  }

  private OrganizationId organization() {
    return caller.get().organization();
  }

  private DecisionRecordView view(JsonNode record) {
    if (record.has(ERASED)) {
      // Its hash is for proofs.
      ((ObjectNode) record).put(ERASED, true);
    }
    try {
      return mapper.treeToValue(record, DecisionRecordView.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a recorded decision does not have the expected members", e);
    }
  }
}
