package io.iamplane.webhook.right;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Judges the rights of the owners of webhooks. A tenant's policy that is not in memory is loaded in
 * the background: the thread that fans out for all tenants does not wait. Judging takes processor
 * time, on threads of its own, so that no probe waits for it.
 */
@Singleton
public class OwnerRights {

  /** The validity of an answer, and the pause before an unknown one is judged again. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private static final int THREADS = 2;

  private final DecisionService decisions;
  private final Map<OrganizationId, Judging> judging = new ConcurrentHashMap<>();
  private final Ticker ticker;
  private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("iam-webhook-rights-", 0).factory());

  OwnerRights(DecisionService decisions, Ticker ticker) {
    this.decisions = decisions;
    this.ticker = ticker;
  }

  /**
   * A point in a tenant's history.
   *
   * @param version of the policy; an older one may show rights that were revoked since
   * @param message the number of the last message at that time
   */
  public record Moment(long version, long message) {}

  /** An authority with the filters of the events to receive. */
  public record Entitlement(Authority authority, List<String> filters) {}

  /**
   * @param lost the entitlements no longer held
   * @param known true if the rest is held; otherwise ask again
   * @param moment the point up to which it holds; later messages need another judgement
   * @param at the time of judging, in nanoseconds of the ticker
   */
  public record Verdict(
      Set<Entitlement> asked, Set<Entitlement> lost, boolean known, Moment moment, long at) {

    private static Verdict unknown(Question question, long at) {
      return new Verdict(question.asked(), Set.of(), false, question.moment(), at);
    }
  }

  private record Question(Set<Entitlement> asked, Moment moment) {}

  private record Judging(Question question, CompletableFuture<Verdict> answer) {}

  /**
   * Checks the owners' rights to receive events, by a policy that includes every change up to the
   * moment: a webhook of a suspended account does not receive the message of the suspension. A
   * question under way is answered for its own, earlier moment.
   *
   * @param patience the time to wait for a new question; zero to return at once
   * @return an unknown verdict if there is no answer yet
   */
  public Verdict judge(
      OrganizationId organization, Set<Entitlement> asked, Moment moment, Duration patience) {
    Question question = new Question(asked, moment);
    if (asked.isEmpty()) {
      return new Verdict(asked, Set.of(), true, moment, ticker.nanos());
    }
    Judging before = judging.get(organization);
    Judging current;
    Duration wait;
    if (before != null && before.question().asked().equals(asked) && !isStale(before)) {
      current = before;
      wait = Duration.ZERO;
    } else {
      current = begin(organization, question);
      wait = patience;
    }
    try {
      Verdict verdict = current.answer().get(wait.toNanos(), TimeUnit.NANOSECONDS);
      if (verdict.known()) {
        judging.remove(organization, current);
      }
      return verdict;
    } catch (TimeoutException e) {
      return Verdict.unknown(question, ticker.nanos());
    } catch (ExecutionException e) {
      judging.remove(organization, current);
      return Verdict.unknown(question, ticker.nanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Verdict.unknown(question, ticker.nanos());
    }
  }

  private boolean isStale(Judging judged) {
    Verdict verdict =
        judged.answer().isCompletedExceptionally() ? null : judged.answer().getNow(null);
    return verdict != null && ticker.nanos() - verdict.at() > FRESH.toNanos();
  }

  private Judging begin(OrganizationId organization, Question question) {
    long version = question.moment().version();
    Judging begun =
        new Judging(
            question,
            CompletableFuture.supplyAsync(() -> decisions.policy(organization, version), waiting)
                .thenApplyAsync(view -> verdict(organization, view, question), threads));
    judging.put(organization, begun);
    return begun;
  }

  private Verdict verdict(OrganizationId organization, PolicyView view, Question question) {
    long at = ticker.nanos();
    Set<Entitlement> asked = question.asked();
    if (view.policy() == null) {
      return Verdict.unknown(question, at);
    }
    if (!view.policy().isActive()) {
      // Of a suspended organization no right is judged: what was allowed before holds until then.
      return new Verdict(asked, Set.of(), true, question.moment(), at);
    }
    Map<Holding, Set<Entitlement>> judged =
        asked.stream()
            .collect(
                Collectors.groupingBy(
                    each -> holding(organization, view, each), Collectors.toSet()));
    return new Verdict(
        asked,
        judged.getOrDefault(Holding.LOST, Set.of()),
        !judged.containsKey(Holding.UNKNOWN),
        question.moment(),
        at);
  }

  private Holding holding(OrganizationId organization, PolicyView view, Entitlement entitlement) {
    Set<ControlPlanePermission> needed =
        EventPermissions.of(EventFilter.covered(entitlement.filters()));
    Holding all = Holding.HELD;
    for (ControlPlanePermission permission : needed) {
      Holding one =
          Holding.of(
              decisions
                  .authorize(organization, view, request(entitlement.authority(), permission))
                  .reason());
      if (one == Holding.LOST) {
        return one;
      }
      all = one == Holding.UNKNOWN ? one : all;
    }
    return all;
  }

  private static DecisionRequest request(Authority authority, ControlPlanePermission permission) {
    return new DecisionRequest(
        Party.of(authority.subject()),
        new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
        null,
        Map.of(),
        Map.of(),
        authority.aal());
  }

  @PreDestroy
  void stop() {
    waiting.shutdownNow();
    threads.shutdownNow();
  }

  /** The result of a decision about a right. */
  enum Holding {
    HELD,
    /** By a decision about the right itself. */
    LOST,
    /** Denied for now, since the decision lacks data. */
    UNKNOWN;

    static Holding of(ReasonCode reason) {
      return switch (reason) {
        case GRANTED_BY_GRANT, GRANTED_BY_RELATION -> HELD;
        case NO_MATCHING_GRANT,
            EXPLICIT_DENY,
            SUBJECT_INACTIVE,
            SUBJECT_UNKNOWN,
            SUBJECT_IS_A_SET ->
            LOST;
        case STEP_UP_REQUIRED,
            PERMISSION_UNKNOWN,
            APPLICATION_UNKNOWN,
            POLICY_VERSION_UNAVAILABLE,
            DEPENDENCY_UNAVAILABLE,
            DECISION_LOG_FULL,
            DEADLINE_EXCEEDED,
            DEPTH_EXCEEDED,
            CONDITION_CONTEXT_MISSING,
            CONDITION_CONTEXT_INVALID,
            RESOURCE_REQUIRED,
            RESOURCE_TYPE_MISMATCH,
            INTERNAL_ERROR ->
            UNKNOWN;
      };
    }
  }
}
