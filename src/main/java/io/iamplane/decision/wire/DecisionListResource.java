package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.ContextualRules;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.PolicyLists;
import io.iamplane.decision.PolicyLists.Ground;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.QuestionText;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.wire.ListAnswer.Listed;
import io.iamplane.decision.wire.ListBody.ListPermissionsBody;
import io.iamplane.decision.wire.ListBody.ListResourcesBody;
import io.iamplane.decision.wire.ListBody.ListSubjectsBody;
import io.iamplane.decision.wire.ListReader.Listing;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.IamException;
import io.iamplane.shared.ListsDecisions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.ListRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jspecify.annotations.Nullable;

/** Lists of resources, subjects and permissions: questions with an open part. */
@RunOnVirtualThread
@Path("/api/iam/v1/decisions")
public class DecisionListResource {

  private static final String EXPLAIN = "iam:decisions.explain";

  private static final String PAGES =
      "A page may have fewer items than `limit`, or none, even if `next_cursor` is not null,"
          + " because one request does only a limited amount of work. The list is complete when"
          + " `next_cursor` is null. Each page is decided with the current policy, whose version is"
          + " `policy_version`.";

  private final PolicyLists lists;
  private final DecisionService decisions;
  private final DecisionTenants tenants;
  private final CurrentCaller caller;
  private final RequestBudgets budgets;

  DecisionListResource(
      PolicyLists lists,
      DecisionService decisions,
      DecisionTenants tenants,
      CurrentCaller caller,
      RequestBudgets budgets) {
    this.lists = lists;
    this.decisions = decisions;
    this.tenants = tenants;
    this.caller = caller;
    this.budgets = budgets;
  }

  @POST
  @Path("list-resources")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(
      summary = "List the resources on which a subject has a permission or relation",
      description = "Lists only resources that an import, a relation or a grant names. " + PAGES)
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ListResourcesBody.class)))
  public ListAnswer<ListAnswer.Resources> resources(@Nullable JsonNode body) {
    Listing listing = ListReader.resources(body);
    return answer(
        "decisions/list-resources",
        listing,
        (ground, page) ->
            lists
                .resources(ground, listing.question(), types(ground, listing.question()), page)
                .map(Listed::of),
        ListAnswer.Resources::new);
  }

  /** The type that the body names, else all types with the relation. */
  private static SortedSet<String> types(Ground ground, DecisionRequest question) {
    DecisionRequest completed = ground.requester().complete(question);
    String type = Objects.requireNonNull(completed.resource()).type();
    if (type.isEmpty() && completed.asked() instanceof Asked.Relation(String name, String app)) {
      return ground.policy().snapshot().typesWith(app, name);
    }
    if (type.isEmpty()) {
      throw IamException.validation("type", "required, since the permission has no resource type");
    }
    return new TreeSet<>(Set.of(type));
  }

  @POST
  @Path("list-subjects")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "List the subjects that have a permission or relation", description = PAGES)
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ListSubjectsBody.class)))
  public ListAnswer<ListAnswer.Subjects> subjects(@Nullable JsonNode body) {
    Listing listing = ListReader.subjects(body);
    return answer(
        "decisions/list-subjects",
        listing,
        (ground, page) -> lists.subjects(ground, listing.question(), page).map(Listed::of),
        ListAnswer.Subjects::new);
  }

  @POST
  @Path("list-permissions")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(
      summary = "List a subject's permissions on a resource, or those that need no resource",
      description = PAGES)
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ListPermissionsBody.class)))
  public ListAnswer<ListAnswer.Permissions> permissions(@Nullable JsonNode body) {
    Listing listing = ListReader.permissions(body);
    String only = listing.application();
    return answer(
        "decisions/list-permissions",
        listing,
        (ground, page) -> {
          TreeSet<String> keys = new TreeSet<>(ground.policy().snapshot().permissionKeys());
          keys.removeIf(key -> only != null && !key.startsWith(only + ":"));
          return lists.names(
              ground, keys, key -> new Asked.Permission(key, null), listing.question(), page);
        },
        ListAnswer.Permissions::new);
  }

  /** A list of permissions asks for no key, and its application is the body's alone. */
  private static void requireRelations(Ground ground, DecisionRequest question) {
    boolean open = question.asked() instanceof Asked.Permission any && any.key().isEmpty();
    ContextualRules.require(
        ground.view().policy(), open ? question : ground.requester().complete(question));
  }

  private interface Showing<I, T> {
    T of(long policyVersion, List<I> items);
  }

  private <I, T> ListAnswer<T> answer(
      String name,
      Listing listing,
      BiFunction<Ground, PageRequest, Page<I>> paging,
      Showing<I, T> showing) {
    OrganizationId organization = tenants.named(caller.get(), listing.organization());
    ListRequest list =
        ListRequest.of(
            name,
            listing.limit(),
            listing.cursor(),
            organization,
            listing.limit(),
            QuestionText.of(listing.question()));
    PolicyView view = decisions.policy(organization, listing.atLeast());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      Ground ground = new Ground(view, new Requester(caller.get(), view.policy()), budget);
      requireRelations(ground, listing.question());
      long version = ground.policy().version();
      Page<I> page = paging.apply(ground, list.page());
      return new ListAnswer<>(
          showing.of(version, page.items()), PageRequest.cursor(page, list.list()));
    }
  }
}
