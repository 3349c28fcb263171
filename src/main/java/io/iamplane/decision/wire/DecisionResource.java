package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.DecisionTenants;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.Requester;
import io.iamplane.decision.Semantic;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.AnswersDecision;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Promptly;
import io.iamplane.shared.wire.RequestAllowance;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jspecify.annotations.Nullable;

/** May this subject do this? Nothing here changes anything, and a denial is an answer. */
@Path("/api/iam/v1/decisions")
public class DecisionResource {

  /** How many checks a batch may hold. */
  static final int MAX_CHECKS = 1_000;

  private static final String CHECK = "iam:decisions.check";
  private static final String EXPLAIN = "iam:decisions.explain";

  private static final Set<String> CHECK_MEMBERS =
      plus(CheckReader.QUESTION, "organization", "at_least");
  private static final Set<String> BATCH_MEMBERS = plus(CHECK_MEMBERS, "checks", "semantic");

  private final DecisionService decisions;
  private final DecisionTenants tenants;
  private final CurrentCaller caller;
  private final RequestBudgets budgets;
  private final RequestAllowance allowance;

  DecisionResource(
      DecisionService decisions,
      DecisionTenants tenants,
      CurrentCaller caller,
      RequestBudgets budgets,
      RequestAllowance allowance) {
    this.decisions = decisions;
    this.tenants = tenants;
    this.caller = caller;
    this.budgets = budgets;
    this.allowance = allowance;
  }

  /** On the event loop, from memory; on a worker thread where there is something to wait for. */
  @POST
  @Path("check")
  @NonBlocking
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(summary = "Decide one request")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CheckBody.class)))
  public Uni<Data<DecisionView>> check(@Nullable JsonNode body) {
    return Promptly.run(() -> {
      budgets.requireLight();
      return check(single(body));
    });
  }

  private Data<DecisionView> check(Single single) {
    PolicyView view = policy(single.terms());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      DecisionAnswer answer =
          decisions.decide(view, DecisionQuestions.of(single.check(), asker(view)), budget);
      return new Data<>(DecisionView.of(answer.id(), answer.decision()));
    }
  }

  @POST
  @Path("explain")
  @RunOnVirtualThread
  @AnswersDecision
  @RequiresPermission(EXPLAIN)
  @Operation(summary = "Decide one request and explain the decision")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = CheckBody.class)))
  public Data<ExplainedView> explain(@Nullable JsonNode body) {
    Single single = single(body);
    PolicyView view = policy(single.terms());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      return new Data<>(
          ExplainedView.of(
              decisions.explain(view, DecisionQuestions.of(single.check(), asker(view)), budget)));
    }
  }

  @POST
  @Path("batch")
  @RunOnVirtualThread
  @AnswersDecision
  @RequiresPermission(CHECK)
  @Operation(summary = "Decide up to 1,000 requests with one policy version; each counts")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = BatchBody.class)))
  public Data<BatchView> batch(@Nullable JsonNode body) {
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = members(body, errors).only(BATCH_MEMBERS);
    List<Check> checks = checks(members);
    Semantic semantic = members.choice("semantic", Semantic.class);
    CheckOptions terms = CheckOptions.of(members);
    errors.refuse();
    allowance.charge(checks.size() - 1);
    return new Data<>(
        new BatchView(
            answers(checks, semantic == null ? Semantic.EXECUTE_ALL : semantic, policy(terms))));
  }

  /** Keeps the answers, some hundred bytes each; what a check was made of goes with it. */
  private List<DecisionView> answers(List<Check> checks, Semantic semantic, PolicyView view) {
    Requester asker = asker(view);
    List<DecisionView> answers = new ArrayList<>(checks.size());
    try (RequestBudget budget = budgets.open(caller.get().organization())) {
      for (Check check : checks) {
        DecisionAnswer answer = decisions.decide(view, DecisionQuestions.of(check, asker), budget);
        answers.add(DecisionView.of(answer.id(), answer.decision()));
        if (semantic.endsWith(answer.decision().allowed())) {
          break;
        }
      }
    }
    return answers;
  }

  private record Single(Check check, CheckOptions terms) {}

  private static Single single(@Nullable JsonNode body) {
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = members(body, errors).only(CHECK_MEMBERS);
    Check check = new CheckReader(members, new JsonObjects()).read();
    CheckOptions terms = CheckOptions.of(members);
    errors.refuse();
    return new Single(check, terms);
  }

  private static List<Check> checks(JsonMembers batch) {
    JsonNode array = batch.value("checks");
    if (!array.isArray() || array.isEmpty() || array.size() > MAX_CHECKS) {
      batch.fault("checks", "must be an array of 1 to " + MAX_CHECKS + " checks");
      return List.of();
    }
    JsonObjects objects = new JsonObjects();
    List<Check> checks = new ArrayList<>(array.size());
    for (JsonMembers each : Objects.requireNonNull(batch.objects("checks", MAX_CHECKS))) {
      if (each.isReadable()) {
        JsonMembers check = each.only(CheckReader.QUESTION).withDefaults(batch);
        checks.add(new CheckReader(check, objects).read());
      }
    }
    return checks;
  }

  private PolicyView policy(CheckOptions terms) {
    if (caller.isUndecided()) {
      return PolicyView.unavailable();
    }
    try {
      OrganizationId organization = tenants.named(caller.get(), terms.organization());
      return decisions.policy(organization, terms.atLeast());
    } catch (IamException e) {
      if (e.code() == ErrorCode.DEPENDENCY_UNAVAILABLE) {
        return PolicyView.unavailable();
      }
      throw e;
    }
  }

  private Requester asker(PolicyView view) {
    return new Requester(caller.get(), view.policy());
  }

  private static JsonMembers members(@Nullable JsonNode body, ValidationErrors errors) {
    if (body == null || !body.isObject()) {
      throw IamException.of(ErrorCode.MALFORMED_REQUEST, "The body must be a JSON object.");
    }
    return JsonMembers.of(JsonForm.PHP, errors, "", body);
  }

  private static Set<String> plus(Set<String> members, String... more) {
    Set<String> all = new HashSet<>(members);
    all.addAll(List.of(more));
    return Set.copyOf(all);
  }

  /** The decisions of a batch, in its order; those after a deciding one may be missing. */
  @RegisterForReflection
  public record BatchView(List<DecisionView> decisions) {}
}
