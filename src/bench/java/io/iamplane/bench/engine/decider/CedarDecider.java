package io.iamplane.bench.engine.decider;

import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.model.AuthorizationResponse;
import com.cedarpolicy.model.entity.Entity;
import com.cedarpolicy.model.exception.AuthException;
import com.cedarpolicy.model.exception.CacheException;
import com.cedarpolicy.model.policy.PolicySet;
import io.iamplane.bench.engine.workload.Workload;
import java.util.List;
import java.util.Set;

/**
 * cedar-java by its {@link BasicAuthorizationEngine}. The policies are parsed once ({@link
 * PolicySet#cache}); requests, and for each the few entities that it is about, are made beforehand.
 */
final class CedarDecider implements Decider {

  private final BasicAuthorizationEngine engine = new BasicAuthorizationEngine();
  private final PolicySet policies;
  private final AuthorizationRequest[] requests;
  private final List<Set<Entity>> entities;

  CedarDecider(Workload workload) {
    policies = new PolicySet(CedarPolicies.of(workload));
    try {
      policies.cache();
    } catch (CacheException e) {
      throw new IllegalStateException(e);
    }
    CedarEntities slices = new CedarEntities(workload);
    requests =
        workload.asks().stream().map(CedarEntities::request).toArray(AuthorizationRequest[]::new);
    entities = workload.asks().stream().map(slices::of).toList();
  }

  @Override
  public boolean allows(int ask) {
    try {
      AuthorizationResponse response =
          engine.isAuthorized(requests[ask], policies, entities.get(ask));
      return response.success.orElseThrow().isAllowed();
    } catch (AuthException e) {
      throw new IllegalStateException(e);
    }
  }
}
