package io.iamplane.decision.authzen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.RecordedAnswers;
import io.iamplane.decision.Requester;
import io.iamplane.decision.Semantic;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.AnswersDecision;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Promptly;
import io.iamplane.shared.wire.RequestAllowance;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** OpenID AuthZEN Authorization API 1.0. */
@Path("/access/v1")
@Produces(MediaType.APPLICATION_JSON)
public class AuthzenResource {

  static final String EVALUATION = "/access/v1/evaluation";
  static final String EVALUATIONS = "/access/v1/evaluations";

  private static final String CHECK = "iam:decisions.check";
  private static final int MAX_EVALUATIONS = 1_000;

  private final DecisionService decisions;
  private final DirectEvaluation single;
  private final CurrentCaller caller;
  private final ObjectMapper mapper;
  private final EvaluationBodies bodies;
  private final RequestBudgets budgets;
  private final RequestAllowance allowance;
  private final RecordedAnswers answers;

  AuthzenResource(
      DecisionService decisions,
      DirectEvaluation single,
      CurrentCaller caller,
      ObjectMapper mapper,
      RequestBudgets budgets,
      RequestAllowance allowance,
      RecordedAnswers answers) {
    this.decisions = decisions;
    this.single = single;
    this.caller = caller;
    this.mapper = mapper;
    this.bodies = new EvaluationBodies(mapper);
    this.budgets = budgets;
    this.allowance = allowance;
    this.answers = answers;
  }

  /** On the event loop, from memory; on a worker thread where there is something to wait for. */
  @POST
  @Path("evaluation")
  @NonBlocking
  @Consumes(MediaType.WILDCARD)
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(summary = "Decide one AuthZEN evaluation")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = EvaluationBody.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = EvaluationAnswer.class)))
  @APIResponse(
      responseCode = "400",
      description = "The error in the request",
      content =
          @Content(
              schema = @Schema(implementation = String.class, examples = "subject.id is required")))
  public Uni<EvaluationAnswer> evaluation(
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType, byte @Nullable [] body) {
    return Promptly.run(
            () -> {
              budgets.requireLight();
              return decided(EvaluationReader.members(bodies.read(contentType, body)));
            })
        .flatMap(answered -> Uni.createFrom().completionStage(answered));
  }

  @POST
  @Path("evaluations")
  @RunOnVirtualThread
  @Consumes(MediaType.WILDCARD)
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(
      summary =
          "Decide up to 1,000 AuthZEN evaluations with one policy version; each counts toward the"
              + " rate limit")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = EvaluationBody.Batch.class)))
  @APIResponse(
      responseCode = "200",
      description = "The results, or one result by itself if the request has no `evaluations`",
      content =
          @Content(schema = @Schema(oneOf = {EvaluationsAnswer.class, EvaluationAnswer.class})))
  @APIResponse(
      responseCode = "400",
      description = "The error in the request",
      content =
          @Content(
              schema = @Schema(implementation = String.class, examples = "subject.id is required")))
  public Response evaluations(
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType, byte @Nullable [] body) {
    JsonMembers request = EvaluationReader.members(bodies.read(contentType, body));
    JsonNode items = request.value("evaluations");
    if (!items.isMissingNode() && !items.isArray()) {
      throw new BadEvaluation("evaluations must be an array");
    }
    if (items.size() > MAX_EVALUATIONS) {
      throw new BadEvaluation("evaluations must not exceed " + MAX_EVALUATIONS + " items");
    }
    Semantic semantic = semantic(request);
    if (items.isEmpty()) {
      // Without items it is a single evaluation, in request and answer (section 7.1).
      return Response.ok(Uni.createFrom().completionStage(decided(request)).await().indefinitely())
          .build();
    }
    allowance.charge(items.size() - 1);
    Asking asking = new Asking(caller.get().organization(), Asking.Kind.CHECK, caller.get());
    List<Evaluated> evaluated = decided(asking, request, items, semantic);
    return Response.ok(new EvaluationsAnswer(answered(asking, evaluated))).build();
  }

  /** An item of a batch; with a fault it has no answer. */
  private record Evaluated(Item item, @Nullable DecisionAnswer answer) {

    boolean allowed() {
      return answer != null && answer.decision().allowed();
    }

    /** Shows it with the next of the given answers, or with its fault. */
    EvaluationAnswer shown(Iterator<DecisionAnswer> given) {
      return item.asked() == null
          ? EvaluationAnswer.of(Objects.requireNonNull(item.fault()))
          : EvaluationAnswer.of(given.next(), item.asked());
    }
  }

  private CompletionStage<EvaluationAnswer> decided(JsonMembers request) {
    AuthzenEvaluation asked = new EvaluationReader(request, new JsonObjects()).read();
    return single.decide(
        caller.get(), policy(), asked, () -> budgets.open(caller.get().organization()));
  }

  /** All items are read before the first is decided, for room in the log is reserved by them. */
  private List<Evaluated> decided(
      Asking asking, JsonMembers request, JsonNode items, Semantic semantic) {
    PolicyView view = policy();
    List<Item> read = read(view, request, items);
    List<DecisionRequest> requests =
        read.stream().map(Item::request).filter(Objects::nonNull).toList();
    List<Evaluated> all = new ArrayList<>(items.size());
    try (LogRoom _ = decisions.reserve(view, asking, requests);
        RequestBudget budget = budgets.open(caller.get().organization())) {
      for (Item item : read) {
        DecisionRequest each = item.request();
        Evaluated one =
            new Evaluated(
                item,
                each == null
                    ? null
                    : decisions.record(decisions.consider(view, asking, each, budget)));
        all.add(one);
        if (semantic.endsWith(one.allowed())) {
          break;
        }
      }
    }
    return all;
  }

  /** An item of a batch as it was read; a fault is why it cannot be decided. */
  private record Item(
      @Nullable AuthzenEvaluation asked,
      @Nullable DecisionRequest request,
      @Nullable BadEvaluation fault) {}

  private List<Item> read(PolicyView view, JsonMembers defaults, JsonNode items) {
    JsonObjects objects = new JsonObjects();
    Requester requester = new Requester(caller.get(), view.policy());
    List<Item> read = new ArrayList<>(items.size());
    for (JsonNode item : items) {
      try {
        JsonMembers own = EvaluationReader.members(item).withDefaults(defaults);
        AuthzenEvaluation asked = new EvaluationReader(own, objects).read();
        read.add(new Item(asked, EvaluationReader.complete(requester, asked.request()), null));
      } catch (BadEvaluation fault) {
        read.add(new Item(null, null, fault));
      }
    }
    return read;
  }

  private List<EvaluationAnswer> answered(Asking asking, List<Evaluated> evaluated) {
    List<DecisionAnswer> made =
        evaluated.stream().map(Evaluated::answer).filter(Objects::nonNull).toList();
    Iterator<DecisionAnswer> given = answers.of(asking, made).await().indefinitely().iterator();
    return evaluated.stream().map(one -> one.shown(given)).toList();
  }

  /** The policy that all evaluations of one request are decided by. */
  private PolicyView policy() {
    return caller.isUndecided()
        ? PolicyView.unavailable()
        : decisions.policy(caller.get().organization(), 0);
  }

  @ServerExceptionMapper
  Response bad(BadEvaluation fault) throws JsonProcessingException {
    return fault.answer(mapper);
  }

  private static Semantic semantic(JsonMembers request) {
    Semantic semantic = request.object("options").choice("evaluations_semantic", Semantic.class);
    return semantic == null ? Semantic.EXECUTE_ALL : semantic;
  }

  /** The answers to a batch, in its order; those after a deciding one may be missing. */
  @RegisterForReflection
  public record EvaluationsAnswer(List<EvaluationAnswer> evaluations) {}
}
