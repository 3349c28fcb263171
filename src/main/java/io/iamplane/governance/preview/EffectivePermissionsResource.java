package io.iamplane.governance.preview;

import io.iamplane.change.CallerChanges;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The effective permissions of a user. */
@RunOnVirtualThread
@Path("/api/iam/v1/users")
public class EffectivePermissionsResource {

  private final UserService users;
  private final SubjectPolicy policies;
  private final CallerChanges changes;

  EffectivePermissionsResource(UserService users, SubjectPolicy policies, CallerChanges changes) {
    this.users = users;
    this.policies = policies;
    this.changes = changes;
  }

  @GET
  @Path("{user}/effective-permissions")
  @BulkRead
  @RequiresPermission("iam:users.read")
  @Operation(
      summary = "Show what a user may do, and why",
      description =
          "All permissions that the decision point allows without context, taking roles, "
              + "groups, denials and validity periods into account; permissions on a single "
              + "resource are included only if `resource` names it.")
  public Data<EffectivePermissionsView> get(
      @PathParam("user") String user,
      @QueryParam("application") @Nullable String application,
      @QueryParam("resource") @Nullable String resource) {
    String of = Parameters.text("application", application);
    SubjectRef on = Parameters.referenceOrNull("resource", Parameters.text("resource", resource));
    User named = users.get(changes.organization(), user);
    PolicyView view = policies.of(changes.organization());
    try (RequestBudget budget = policies.open(view)) {
      return new Data<>(
          EffectivePermissionsView.of(
              Objects.requireNonNull(view.policy()).version(),
              policies.decideAll(
                  view,
                  named.subject(),
                  on,
                  key -> of == null || key.startsWith(of + ":"),
                  budget)));
    }
  }

  /** The permissions of a user without any context, by full key. */
  @RegisterForReflection
  public record EffectivePermissionsView(
      long policyVersion, Map<String, EffectivePermission> permissions) {

    /**
     * The granted privilege or the relation behind one permission, and the grant, to the user or to
     * a group; null for a relation.
     */
    @RegisterForReflection
    public record EffectivePermission(String via, @Nullable String grantId) {

      static EffectivePermission of(Match match) {
        return new EffectivePermission(
            match.key(), match.type().equals("grant") ? match.id() : null);
      }
    }

    static EffectivePermissionsView of(long version, Map<String, Decision> decisions) {
      SortedMap<String, EffectivePermission> permissions = new TreeMap<>();
      decisions.forEach((key, decision) -> {
        if (decision.allowed()) {
          permissions.put(key, EffectivePermission.of(decision.matched().getFirst()));
        }
      });
      return new EffectivePermissionsView(version, permissions);
    }
  }
}
