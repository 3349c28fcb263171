package io.iamplane.grant.duty;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The duty rules of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/duty-rules")
public class DutyRuleResource {

  private static final String READ = "iam:duty.read";
  private static final String MANAGE = "iam:duty.manage";
  private static final String PATH = "/api/iam/v1/duty-rules/";

  private final DutyRuleService rules;
  private final CallerChanges changes;

  DutyRuleResource(DutyRuleService rules, CallerChanges changes) {
    this.rules = rules;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List duty rules, oldest first")
  public DataPage<DutyRuleView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[mode]") @Nullable String mode) {
    DutyRule.Mode wanted = Parameters.choice("filter[mode]", DutyRule.Mode.class, mode);
    ListRequest list = ListRequest.of("duty-rules", limit, cursor, mode);
    return list.answer(rules.page(changes.organization(), list.page(), wanted), DutyRuleView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a duty rule: permissions that no one may hold together",
      description =
          "A subject that already breaks the rule keeps its permissions; see duty-rules/violations."
              + " In mode `enforce`, a change that would make another subject break the rule is"
              + " refused with 409.")
  @ResponseStatus(201)
  public RestResponse<Data<DutyRuleView>> create(@NotNull @Valid CreateDutyRuleRequest request) {
    DutyRule made = changes.policy(recording -> rules.create(recording, request));
    return Answer.created(PATH + made.id(), DutyRuleView.of(made), made.revision());
  }

  @GET
  @Path("{rule}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a duty rule")
  public RestResponse<Data<DutyRuleView>> get(@PathParam("rule") String rule) {
    return answer(rules.get(changes.organization(), id(rule)));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{rule}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Change a duty rule or its exceptions")
  public RestResponse<Data<DutyRuleView>> update(
      @PathParam("rule") String rule,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UpdateDutyRuleRequest.class)))
          Patch<UpdateDutyRuleRequest> patch) {
    return answer(changes.policy(recording -> rules.update(recording, id(rule), patch, ifMatch)));
  }

  @DELETE
  @Path("{rule}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Delete a duty rule", description = "Returns the deleted rule.")
  public RestResponse<Data<DutyRuleView>> delete(
      @PathParam("rule") String rule, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(changes.policy(recording -> rules.delete(recording, id(rule), ifMatch)));
  }

  private static DutyRuleId id(String text) {
    return DutyRuleId.parse(text).orElseThrow(IamException::notFound);
  }

  private static RestResponse<Data<DutyRuleView>> answer(DutyRule rule) {
    return Answer.of(DutyRuleView.of(rule), rule.revision());
  }

  /** A rule as the wire shows it, with {@code all_of} or {@code at_most}; see {@link DutyRule}. */
  @RegisterForReflection
  public record DutyRuleView(
      UUID id,
      String name,
      @Nullable List<String> allOf,
      @Nullable AtMostView atMost,
      DutyRule.Mode mode,
      List<ExemptionView> exceptions,
      Instant createdAt) {

    /** The limit; see {@link AtMost}. */
    @RegisterForReflection
    public record AtMostView(int n, List<String> of) {}

    /**
     * An exception; see {@link DutyRule.Exemption}. An ended one stays until the rule is changed.
     */
    @RegisterForReflection
    public record ExemptionView(String subject, Instant until, String justification) {}

    static DutyRuleView of(DutyRule rule) {
      Integer most = rule.atMost();
      return new DutyRuleView(
          rule.id().value(),
          rule.name(),
          most == null ? rule.permissions() : null,
          most == null ? null : new AtMostView(most, rule.permissions()),
          rule.mode(),
          rule.exceptions().stream()
              .map(each ->
                  new ExemptionView(each.subject().toString(), each.until(), each.justification()))
              .toList(),
          rule.createdAt());
    }
  }
}
