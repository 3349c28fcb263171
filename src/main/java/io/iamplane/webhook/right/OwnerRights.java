package io.iamplane.webhook.right;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.shared.OrganizationId;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Judges whether those by whose rights webhooks are sent events still hold them. A tenant whose
 * policy is not in memory is loaded beside: the thread that fans out for all tenants does not wait.
 */
@ApplicationScoped
public class OwnerRights {

  /** Enough for a policy that is in memory. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final DecisionService decisions;
  private final Map<OrganizationId, Judging> judging = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  OwnerRights(DecisionService decisions) {
    this.decisions = decisions;
  }

  /** What an authority is sent: the events that filters match. */
  public record Entitlement(Authority authority, List<String> filters) {}

  private record Judging(
      Set<Entitlement> asked, CompletableFuture<Optional<Set<Entitlement>>> answer) {}

  /**
   * Those that are no longer held.
   *
   * @return empty when that is not known by now; ask again
   */
  public Optional<Set<Entitlement>> lost(OrganizationId organization, Set<Entitlement> asked) {
    if (asked.isEmpty()) {
      return Optional.of(Set.of());
    }
    Judging question =
        judging.compute(
            organization,
            (id, present) ->
                present != null && present.asked().equals(asked) ? present : judge(id, asked));
    try {
      Optional<Set<Entitlement>> lost =
          question.answer().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      judging.remove(organization, question);
      return lost;
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      judging.remove(organization, question);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Judging judge(OrganizationId organization, Set<Entitlement> asked) {
    return new Judging(
        asked, CompletableFuture.supplyAsync(() -> lostNow(organization, asked), threads));
  }

  private Optional<Set<Entitlement>> lostNow(OrganizationId organization, Set<Entitlement> asked) {
    PolicyView view = decisions.policy(organization, 0);
    if (view.policy() == null) {
      return Optional.empty();
    }
    if (!view.policy().isActive()) {
      // Of a suspended organization no right is judged: what was allowed before holds until then.
      return Optional.of(Set.of());
    }
    return Optional.of(
        asked.stream().filter(each -> !isHeld(view, each)).collect(Collectors.toSet()));
  }

  private boolean isHeld(PolicyView view, Entitlement entitlement) {
    Set<ControlPlanePermission> needed = EnumSet.noneOf(ControlPlanePermission.class);
    EventFilter.covered(entitlement.filters())
        .forEach(type -> needed.add(EventPermissions.of(type)));
    return needed.stream()
        .allMatch(permission ->
            decisions
                .decide(view, request(entitlement.authority(), permission))
                .decision()
                .allowed());
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
    threads.shutdownNow();
  }
}
