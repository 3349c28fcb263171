package io.iamplane.decision.authzen;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyLists;
import io.iamplane.decision.PolicyLists.Ground;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.Requester;
import io.iamplane.decision.authzen.AuthzenSearchResource.SearchAnswer.ActionSearchAnswer;
import io.iamplane.decision.authzen.AuthzenSearchResource.SearchAnswer.NextPage;
import io.iamplane.decision.authzen.SearchBody.ActionSearchBody;
import io.iamplane.decision.authzen.SearchBody.ResourceSearchBody;
import io.iamplane.decision.authzen.SearchBody.SubjectSearchBody;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.ListsDecisions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.ListRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Collections;
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
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The searches of OpenID AuthZEN Authorization API 1.0, section 8. */
@RunOnVirtualThread
@Path("/access/v1/search")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.WILDCARD)
public class AuthzenSearchResource {

  static final String SUBJECT = "/access/v1/search/subject";
  static final String RESOURCE = "/access/v1/search/resource";
  static final String ACTION = "/access/v1/search/action";

  private static final String EXPLAIN = "iam:decisions.explain";
  private static final String BAD = "The error in the request";

  private final PolicyLists lists;
  private final DecisionService decisions;
  private final CurrentCaller caller;
  private final ObjectMapper mapper;
  private final EvaluationBodies bodies;
  private final RequestBudgets budgets;

  AuthzenSearchResource(
      PolicyLists lists,
      DecisionService decisions,
      CurrentCaller caller,
      ObjectMapper mapper,
      RequestBudgets budgets) {
    this.lists = lists;
    this.decisions = decisions;
    this.caller = caller;
    this.mapper = mapper;
    this.bodies = new EvaluationBodies(mapper);
    this.budgets = budgets;
  }

  @POST
  @Path("subject")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "Search for subjects of a type that may perform an action")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = SubjectSearchBody.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SearchAnswer.class)))
  @APIResponse(
      responseCode = "400",
      description = BAD,
      content =
          @Content(
              schema = @Schema(implementation = String.class, examples = "action is required")))
  public SearchAnswer subject(
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType, byte @Nullable [] body) {
    JsonMembers request = read(contentType, body);
    DecisionRequest question = EvaluationReader.subjectSearch(request);
    return search(
        question,
        page("subject", question, request),
        (ground, page) -> lists.subjects(ground, question, page),
        SearchAnswer::of);
  }

  @POST
  @Path("resource")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "Search for resources of a type on which a subject may perform an action")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ResourceSearchBody.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SearchAnswer.class)))
  @APIResponse(
      responseCode = "400",
      description = BAD,
      content =
          @Content(
              schema = @Schema(implementation = String.class, examples = "action is required")))
  public SearchAnswer resource(
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType, byte @Nullable [] body) {
    JsonMembers request = read(contentType, body);
    DecisionRequest question = EvaluationReader.resourceSearch(request);
    SortedSet<String> types =
        new TreeSet<>(Set.of(Objects.requireNonNull(question.resource()).type()));
    return search(
        question,
        page("resource", question, request),
        (ground, page) -> lists.resources(ground, question, types, page),
        SearchAnswer::of);
  }

  @POST
  @Path("action")
  @ListsDecisions
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "Search for actions that a subject may perform on a resource")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ActionSearchBody.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = ActionSearchAnswer.class)))
  @APIResponse(
      responseCode = "400",
      description = BAD,
      content =
          @Content(
              schema = @Schema(implementation = String.class, examples = "resource is required")))
  public ActionSearchAnswer action(
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType, byte @Nullable [] body) {
    JsonMembers request = read(contentType, body);
    DecisionRequest question = EvaluationReader.actionSearch(request);
    return search(
        question,
        page("action", question, request),
        (ground, page) -> {
          String application = ground.requester().complete(question).asked().application();
          return lists.names(
              ground,
              actions(ground, application, Objects.requireNonNull(question.resource())),
              name -> new Asked.Action(name, application),
              question,
              page);
        },
        SearchAnswer::ofActions);
  }

  private static SortedSet<String> actions(
      Ground ground, @Nullable String application, Party resource) {
    return application == null
        ? Collections.emptySortedSet()
        : ground.policy().snapshot().actions(application, resource.type());
  }

  private JsonMembers read(@Nullable String contentType, byte @Nullable [] body) {
    return EvaluationReader.members(bodies.read(contentType, body));
  }

  private ListRequest page(String name, DecisionRequest question, JsonMembers request) {
    return SearchPage.of(name, organization(), question, request);
  }

  private OrganizationId organization() {
    return caller.get().organization();
  }

  private <I, A> A search(
      DecisionRequest question,
      ListRequest list,
      BiFunction<Ground, PageRequest, Page<I>> paging,
      BiFunction<List<I>, NextPage, A> showing) {
    PolicyView view = decisions.policy(organization(), 0);
    try (RequestBudget budget = budgets.open(organization())) {
      Ground ground = new Ground(view, new Requester(caller.get(), view.policy()), budget);
      EvaluationReader.complete(ground.requester(), question);
      Page<I> page = paging.apply(ground, list.page());
      String next = PageRequest.cursor(page, list.list());
      return showing.apply(page.items(), new NextPage(Objects.requireNonNullElse(next, "")));
    } catch (IamException e) {
      throw e.code() == ErrorCode.VALIDATION ? SearchPage.damaged() : e;
    }
  }

  @ServerExceptionMapper
  Response bad(BadEvaluation fault) throws JsonProcessingException {
    return fault.answer(mapper);
  }

  /** A page of found subjects or resources (AuthZEN 1.0, section 8). */
  @RegisterForReflection
  @JsonPropertyOrder({"results", "page"})
  public record SearchAnswer(List<Found> results, NextPage page) {

    @RegisterForReflection
    @JsonPropertyOrder({"results", "page"})
    public record ActionSearchAnswer(List<FoundAction> results, NextPage page) {}

    /** The position of the next page; empty when there is no more. */
    @RegisterForReflection
    public record NextPage(@Schema(description = "Empty on the last page") String nextToken) {}

    /** A subject or a resource. */
    @RegisterForReflection
    @JsonPropertyOrder({"type", "id"})
    public record Found(String type, String id) {
      static Found of(SubjectRef ref) {
        return new Found(ref.type(), ref.id());
      }
    }

    @RegisterForReflection
    public record FoundAction(String name) {}

    static SearchAnswer of(List<SubjectRef> found, NextPage next) {
      return new SearchAnswer(found.stream().map(Found::of).toList(), next);
    }

    static ActionSearchAnswer ofActions(List<String> names, NextPage next) {
      return new ActionSearchAnswer(names.stream().map(FoundAction::new).toList(), next);
    }
  }
}
