package io.iamplane.grant.relation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The relations (tuples) of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/relations")
public class RelationResource {

  private static final String MANAGE = "iam:relations.manage";

  private final RelationService relations;
  private final RelationBatch batches;
  private final CallerChanges changes;

  RelationResource(RelationService relations, RelationBatch batches, CallerChanges changes) {
    this.relations = relations;
    this.batches = batches;
    this.changes = changes;
  }

  @GET
  @RequiresPermission("iam:relations.read")
  @Operation(
      summary =
          "List relations, oldest first; if filtered only by subject or only by object, sorted by"
              + " relation")
  public DataPage<RelationView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[subject]") @Nullable String subject,
      @QueryParam("filter[relation]") @Nullable String relation,
      @QueryParam("filter[object]") @Nullable String object) {
    RelationFilter filter =
        new RelationFilter(
            Parameters.referenceOrNull(
                "filter[subject]", Parameters.text("filter[subject]", subject)),
            Parameters.text("filter[relation]", relation),
            Parameters.referenceOrNull(
                "filter[object]", Parameters.text("filter[object]", object)));
    ListRequest list = ListRequest.of("relations", limit, cursor, subject, relation, object);
    return list.answer(
        relations.page(changes.organization(), list.page(), filter), RelationView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Write a relation, or a batch of writes and deletes with preconditions",
      description =
          "A batch has at most 1,000 entries and succeeds or fails as a whole. Writing an existing"
              + " relation replaces its condition and validity period. Returns 409 if a"
              + " precondition fails.")
  public Data<WrittenView> write(@NotNull @Valid RelationRequest request) {
    if (request.asksForBatch()) {
      return new Data<>(
          changes.policy(recording -> {
            request.requireBatchAlone();
            request.requireFuture(recording.at());
            return WrittenView.of(
                batches.run(
                    recording,
                    RelationRequest.relations("writes", request.writes()),
                    RelationRequest.relations("deletes", request.deletes()),
                    request.preconditions() == null ? List.of() : request.preconditions()),
                null);
          }));
    }
    return new Data<>(
        changes.policyOverFacts(recording -> {
          NewRelation single = request.single();
          request.requireFuture(recording.at());
          RelationService.WrittenOne written =
              RelationRequest.at("", () -> relations.write(recording, single));
          return WrittenView.of(written.written(), written.relation());
        }));
  }

  @DELETE
  @RequiresPermission(MANAGE)
  @Operation(summary = "Delete a relation")
  public Data<RelationView> delete(
      @Parameter(example = "user:ann", required = true) @QueryParam("subject")
          @Nullable String subject,
      @Parameter(example = "keeper", required = true) @QueryParam("relation")
          @Nullable String relation,
      @Parameter(example = "site:berlin", required = true) @QueryParam("object")
          @Nullable String object) {
    NewRelation named =
        RelationRequest.relation(
            "",
            new RelationRequest.Entry(
                Parameters.required("subject", subject),
                Parameters.required("relation", relation),
                Parameters.required("object", object),
                null,
                null,
                null,
                null));
    return new Data<>(
        changes.policy(recording -> {
          Optional<Relation> present = relations.find(recording.organization(), named);
          Relation deleted = present.orElseThrow(IamException::notFound);
          relations.delete(recording, deleted);
          return RelationView.of(deleted);
        }));
  }

  /** The result of a write; {@code tuple} is absent for a batch. */
  @RegisterForReflection
  public record WrittenView(
      int created,
      int updated,
      int unchanged,
      int deleted,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RelationView tuple) {

    static WrittenView of(RelationService.Written written, @Nullable Relation tuple) {
      return new WrittenView(
          written.created(),
          written.updated(),
          written.unchanged(),
          written.deleted(),
          tuple == null ? null : RelationView.of(tuple));
    }
  }
}
